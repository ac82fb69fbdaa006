import type { ToldLately, Topic } from '@lonja/core/base/contract'
import { MINUTE } from '@lonja/core/base/instant'

/** Publishes to a customer after a commit that something changed. It never says what changed. */
export interface Events {
  /** Publishes topics. Call it after the commit, once for all its changes. */
  tell(customer: string, topics: readonly Topic[]): void
  /** Subscribes to the topics of one customer, until the returned function is called. */
  listen(customer: string, hear: Hear): () => void
  /** The topics that were published to a customer recently, for a client that read data before it subscribed. */
  lately(customer: string): ToldLately
}

export type Hear = (topics: readonly Topic[]) => void

/** The span of recent topics: longer than a phone on a poor network takes from its first read to its stream. */
export const LATELY_MS = 2 * MINUTE
const CUSTOMERS_MOST = 10_000

/**
 * Events within one process. A client connected to another server of the same database gets none, and sees the change
 * at its next read.
 */
export function localEvents(nowMs: () => number = () => performance.now()): Events {
  const hearers = new Map<string, Set<Hear>>()
  const { remember, lately } = memoryOf(nowMs)
  return {
    lately,
    tell: (customer, topics) => {
      if (topics.length === 0) return
      remember(customer, topics)
      for (const hear of hearers.get(customer) ?? []) hear(topics)
    },
    listen: (customer, hear) => {
      const own = hearers.get(customer) ?? new Set()
      hearers.set(customer, own.add(hear))
      return () => {
        own.delete(hear)
        if (own.size === 0 && hearers.get(customer) === own) hearers.delete(customer)
      }
    },
  }
}

/**
 * The time of each customer's last publication per topic, latest customer last. Old entries and those beyond the limit
 * are dropped.
 */
function memoryOf(nowMs: () => number) {
  const told = new Map<string, Map<Topic, number>>()
  let since = nowMs()
  const forget = (now: number): void => {
    for (const [customer, topics] of told) {
      const last = Math.max(...topics.values())
      if (now - last <= LATELY_MS && told.size <= CUSTOMERS_MOST) return
      told.delete(customer)
      since = Math.max(since, last)
    }
  }
  return {
    remember: (customer: string, topics: readonly Topic[]): void => {
      const now = nowMs()
      const own = told.get(customer) ?? new Map<Topic, number>()
      for (const topic of topics) own.set(topic, now)
      told.delete(customer)
      told.set(customer, own)
      forget(now)
    },
    lately: (customer: string): ToldLately => {
      const now = nowMs()
      const ago = (at: number): number => Math.ceil(now - at)
      const topics = [...(told.get(customer) ?? [])].map(([topic, at]) => ({ topic, agoMs: ago(at) }))
      const reachesMs = Math.min(LATELY_MS, Math.floor(now - since))
      return { reachesMs, topics: topics.filter(({ agoMs }) => agoMs <= reachesMs) }
    },
  }
}
