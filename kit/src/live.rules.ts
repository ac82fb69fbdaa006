import type { RecentTopics, Topic } from '@lonja/core/base/contract'

/**
 * The pause before the n-th retry of the stream: doubling from half a second to fifteen, with jitter so that clients do
 * not return to a restarted server all at once. `chance` in [0, 1).
 */
export function waitMs(tries: number, chance: number): number {
  const most = Math.min(15_000, 500 * 2 ** Math.min(tries, 10))
  return Math.round(most / 2 + (most / 2) * chance)
}

/** Split items into messages of at most `most`. */
export function pieces<Item>(items: readonly Item[], most: number): Item[][] {
  const cut: Item[][] = []
  for (let at = 0; at < items.length; at += most) cut.push(items.slice(at, at + most))
  return cut
}

/**
 * The topics published during the last `deafMs` milliseconds, in which this client was not subscribed, from the
 * server's recent list. Null if the server does not remember that far back. Empty if nobody is signed in.
 */
export function missed(lately: RecentTopics | undefined, deafMs: number): Topic[] | null {
  if (!lately) return []
  if (deafMs > lately.reachesMs) return null
  return lately.topics.filter(({ agoMs }) => agoMs <= deafMs).map(({ topic }) => topic)
}
