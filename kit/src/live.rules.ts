import type { ToldLately, Topic } from '@lonja/core/base/contract'

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

/**
 * Which topics were told while nobody listened here for so long, of what the house says it told lately; null where the house does not
 * remember that far back. Who is not signed in is told nothing.
 */
export function missed(lately: ToldLately | undefined, deafMs: number): Topic[] | null {
  if (!lately) return []
  if (deafMs > lately.reachesMs) return null
  return lately.topics.filter(({ agoMs }) => agoMs <= deafMs).map(({ topic }) => topic)
}
