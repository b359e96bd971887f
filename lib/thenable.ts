/** Whether a host's code gave something to wait for. A value that is not is used at once: awaiting it costs a turn of the loop. */
export function isThenable (value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
