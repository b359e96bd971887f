import { Type } from '@sinclair/typebox'
import { defineTool } from '../../lib/index.ts'

/** Gives back the text that it takes. */
export const echo = defineTool({
  name: 'echo',
  inputSchema: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  handler: ({ text }) => text
})

/** A promise and the means to settle it: tests wait for events, never for time. */
export function gate<T = void> (): { promise: Promise<T>, open: (value: T) => void } {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => { open = resolve })
  return { promise, open }
}
