import { refusal, type Refusal } from '../protocol/answer.ts'
import { INVALID_PARAMS } from '../protocol/codes.ts'
import type { RequestMessage } from '../protocol/message.ts'
import { isCapabilities, metaOf, PROTOCOL_VERSION, readClient, readImplementation, unsupportedVersion } from '../protocol/meta.ts'
import { revisionOf, type Revision } from '../protocol/revisions.ts'
import { revision20251125 } from '../protocol/revisions/2025-11-25.ts'
import { revision20260728 } from '../protocol/revisions/2026-07-28.ts'
import { supportedVersions } from '../protocol/versions.ts'
import type { ClientDetails } from '../../types/dispatch.ts'

const unknownClient: ClientDetails = { info: undefined, capabilities: {} }

/** What a request is served as. */
export interface Reading {
  readonly revision: Revision
  readonly client: ClientDetails
}

/**
 * Tells the revision of each request (docs/wire.md, stdio): the one that it names, and 2025-11-25 where it
 * names none. The handshake of 2025-11-25 is remembered, never required.
 */
export class Session {
  /** What the last `initialize` said of the client. */
  #client = unknownClient

  read ({ id, method, params }: RequestMessage): Reading | Refusal {
    if (method === 'initialize') {
      this.#client = {
        info: readImplementation(params?.clientInfo),
        capabilities: isCapabilities(params?.capabilities) ? params.capabilities : {}
      }
      return { revision: revision20251125, client: this.#client }
    }
    const meta = metaOf(params)
    const version = meta?.[PROTOCOL_VERSION]
    if (meta === undefined || version === undefined) return this.#bare(method)
    if (typeof version !== 'string') return refusal(400, INVALID_PARAMS, `Invalid params: _meta["${PROTOCOL_VERSION}"] has to be a string`, id)
    const revision = revisionOf(version, 'stdio')
    if (revision === undefined) return unsupportedVersion(version, supportedVersions('stdio'), id)
    if (revision === revision20251125) return { revision, client: this.#client }
    const client = readClient(meta, id)
    return 'code' in client ? client : { revision, client }
  }

  /** A bare `server/discover` is the probe of a client that speaks both eras. */
  #bare (method: string): Reading {
    return method === 'server/discover' ? { revision: revision20260728, client: unknownClient } : { revision: revision20251125, client: this.#client }
  }
}
