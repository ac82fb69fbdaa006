/** How long to wait before the n-th new try at the stream: doubling from half a second to fifteen, with jitter so that a
 * restarted house is not met by everyone at once. `chance` in [0, 1). */
export function waitMs(tries: number, chance: number): number {
  const most = Math.min(15_000, 500 * 2 ** Math.min(tries, 10))
  return Math.round(most / 2 + (most / 2) * chance)
}

/** Cut what one message may name into messages. */
export function pieces<Item>(items: readonly Item[], most: number): Item[][] {
  const cut: Item[][] = []
  for (let at = 0; at < items.length; at += most) cut.push(items.slice(at, at + most))
  return cut
}
