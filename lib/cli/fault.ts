/** Ends the program with one line: what is wrong, and what to write. */
export class CliFault extends Error {
  /** 2 for how the program was called, 1 for what it was given. */
  readonly exitCode: 1 | 2

  constructor (exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export function usageFault (problem: string): CliFault {
  return new CliFault(2, `${problem}. Try: beam-mcp --help`)
}
