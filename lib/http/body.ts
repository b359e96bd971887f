import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { refusal, type Refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'

export interface BodyLimits {
  /** Bytes. */
  readonly maxBodyBytes: number
  /** Milliseconds for the whole body. */
  readonly bodyTimeoutMs: number
}

/**
 * Reads a whole body within its bounds. It answers for itself, and never through the parser's `done`:
 * Fastify would add headers of its own. Neither callback is called when the client goes away in its midst.
 */
export function readBody (request: FastifyRequest, payload: Readable, { maxBodyBytes, bodyTimeoutMs }: BodyLimits, onRead: (bytes: Buffer) => void, onRefuse: (refused: Refusal, received: number) => void): void {
  const tooLarge = refusal(413, INVALID_REQUEST, `Content too large: a body has at most ${maxBodyBytes} bytes`)
  if (Number(request.headers['content-length']) > maxBodyBytes) {
    onRefuse(tooLarge, 0)
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => stop(refusal(408, INVALID_REQUEST, `Request timeout: a body has to arrive within ${bodyTimeoutMs} ms`)), bodyTimeoutMs)
  payload.on('data', onData)
  payload.on('end', onEnd)
  payload.on('error', stopQuietly)
  payload.on('close', stopQuietly)

  function onData (chunk: Buffer): void {
    length += chunk.length
    if (length > maxBodyBytes) stop(tooLarge)
    else chunks.push(chunk)
  }

  function onEnd (): void {
    detach()
    const [first] = chunks
    onRead(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length))
  }

  function stop (refused: Refusal): void {
    stopQuietly()
    payload.pause()
    onRefuse(refused, length)
  }

  function stopQuietly (): void {
    detach()
    chunks.length = 0
  }

  function detach (): void {
    clearTimeout(timer)
    payload.off('data', onData)
    payload.off('end', onEnd)
    payload.off('close', stopQuietly)
    // The error listener stays: an error without one would be the host's uncaught exception.
  }
}
