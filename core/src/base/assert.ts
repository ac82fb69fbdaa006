/** A "cannot happen" that happened: a bug. Thrown, so the transaction rolls back and the caller gets a bare 500. */
export function assert(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Assertion failed: ${sentence}`)
}
