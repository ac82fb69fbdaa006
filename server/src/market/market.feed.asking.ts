/**
 * The symbols of one stream while they are subscribed to, some at a time and in order. The feed refuses a message that
 * exceeds the terms of the key as a whole (error 405), and the earlier subscriptions stay. So a refused message is
 * halved down to one symbol, and what is accepted is always the beginning of the list.
 */
export interface Asking {
  readonly symbols: readonly string[]
  /** The number of accepted symbols. */
  accepted: number
  /** The most symbols in the next message. */
  atOnce: number
  /** True once a single symbol was refused: the terms give no more. */
  isFull: boolean
}

/** The feed accepts messages of 16 KB. So many symbols of at most eleven letters in six channels stay below that. */
const SYMBOLS_AT_ONCE = 150

export const askFor = (symbols: readonly string[]): Asking => ({
  symbols,
  accepted: 0,
  atOnce: SYMBOLS_AT_ONCE,
  isFull: false,
})

/** The symbols of the next message; none once everything is accepted or the terms give no more. */
export const nextOf = ({ symbols, accepted, atOnce, isFull }: Asking): readonly string[] =>
  isFull ? [] : symbols.slice(accepted, accepted + atOnce)

export function acceptNext(asking: Asking): void {
  asking.accepted += nextOf(asking).length
}

export function refuseNext(asking: Asking): void {
  const { length } = nextOf(asking)
  if (length > 1) asking.atOnce = Math.floor(length / 2)
  else asking.isFull = true
}

/** The symbols with those named first at the beginning, in their order, and the others behind in theirs. */
export const firstInFront = (symbols: Iterable<string>, first: readonly string[]): string[] => {
  const all = new Set(symbols)
  return [...new Set([...first.filter((symbol) => all.has(symbol)), ...all])]
}
