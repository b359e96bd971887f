import { CompactEncrypt, compactDecrypt } from 'jose'
import { OptionInvalid } from './errors.ts'
import type { StateCodec } from '../types/input.ts'

/** Bytes of a key. */
const KEY_BYTES = 32

export interface StateCodecOptions {
  /**
   * Keys of 32 random bytes, the same for every instance, from where the host keeps its secrets. The first seals,
   * all of them open: put a new one first, and take the old one out after `stateTtlMs`.
   */
  keys: readonly Uint8Array[]
}

/**
 * A codec for the option `stateCodec`: JSON Web Encryption (RFC 7516) with AES-256-GCM, by the package jose.
 *
 * @throws BMCP_ERR_OPTION_INVALID
 */
export function createStateCodec ({ keys }: StateCodecOptions): StateCodec {
  const [first] = keys
  if (first === undefined || !keys.every((key) => key instanceof Uint8Array && key.length === KEY_BYTES)) {
    throw new OptionInvalid('keys', `give at least one key of ${KEY_BYTES} random bytes, such as Buffer.from(process.env.STATE_KEY, 'base64')`)
  }
  return {
    seal: (payload) => new CompactEncrypt(new TextEncoder().encode(payload)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(first),
    async open (sealed) {
      for (const key of keys) {
        try {
          // Named here, so that no header of the client's chooses how it is opened.
          const { plaintext } = await compactDecrypt(sealed, key, { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] })
          return new TextDecoder().decode(plaintext)
        } catch {
          // Another key may have sealed it, or none.
        }
      }
      return undefined
    }
  }
}
