/** What a reader of lines is told. */
export interface LineHandler {
  /** A whole line without its end. */
  line (bytes: Buffer): void
  /** A line is longer than allowed: told once, and the line is skipped to its end. */
  tooLong (): void
}

const LF = 0x0A
const CR = 0x0D

/**
 * Splits a stream of bytes into lines at the byte 0x0A alone (specification: basic/transports/stdio).
 * Bytes are counted, never searched twice, and a line that is too long is not kept.
 */
export class LineSplitter {
  readonly #maxBytes: number
  readonly #handler: LineHandler
  #chunks: Buffer[] = []
  #length = 0
  #skipping = false

  /** @param maxBytes bytes of a line, without its end */
  constructor (maxBytes: number, handler: LineHandler) {
    this.#maxBytes = maxBytes
    this.#handler = handler
  }

  push (chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#finish()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** The stream has ended: what is left is a line too. */
  end (): void {
    this.#finish()
  }

  #keep (part: Buffer): void {
    if (this.#skipping || part.length === 0) return
    this.#length += part.length
    // One byte more than a line may have: it can be the CR of its end.
    if (this.#length > this.#maxBytes + 1) this.#skip()
    else this.#chunks.push(part)
  }

  #skip (): void {
    this.#skipping = true
    this.#chunks = []
    this.#handler.tooLong()
  }

  #finish (): void {
    const chunks = this.#chunks
    const skipped = this.#skipping
    this.#chunks = []
    this.#length = 0
    this.#skipping = false
    if (skipped || chunks.length === 0) return
    const [first] = chunks
    let line = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
    if (line.at(-1) === CR) line = line.subarray(0, -1)
    if (line.length > this.#maxBytes) this.#handler.tooLong()
    else if (!isBlank(line)) this.#handler.line(line)
  }
}

function isBlank (line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09)
}
