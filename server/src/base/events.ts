import type { RecentTopics, Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'

/** Publishes to a customer after a commit that something changed. It never says what changed. */
export interface Events {
  /** Publishes topics. Call it after the commit, once for all its changes. */
  publish(customer: CustomerId, topics: readonly Topic[]): void
  /** Subscribes to the topics of one customer, until the returned function is called. */
  subscribe(customer: CustomerId, notify: Subscriber): () => void
  /** The topics that were published to a customer recently, for a client that read data before it subscribed. */
  lately(customer: CustomerId): RecentTopics
}

export type Subscriber = (topics: readonly Topic[]) => void

/** The span of recent topics: longer than a phone on a poor network takes from its first read to its stream. */
export const RECENT_MS = 2 * MINUTE
const CUSTOMERS_MOST = 10_000

/**
 * Events within one process. A client connected to another server of the same database gets none, and sees the change
 * at its next read.
 */
export function localEvents(nowMs: () => number = () => performance.now()): Events {
  const subscribers = new Map<string, Set<Subscriber>>()
  const { remember, lately } = memoryOf(nowMs)
  return {
    lately,
    publish: (customer, topics) => {
      if (topics.length === 0) return
      remember(customer, topics)
      for (const notify of subscribers.get(customer) ?? []) notify(topics)
    },
    subscribe: (customer, notify) => {
      const own = subscribers.get(customer) ?? new Set()
      subscribers.set(customer, own.add(notify))
      return () => {
        own.delete(notify)
        if (own.size === 0 && subscribers.get(customer) === own) subscribers.delete(customer)
      }
    },
  }
}

/**
 * The time of each customer's last publication per topic, latest customer last. Old entries and those beyond the limit
 * are dropped.
 */
function memoryOf(nowMs: () => number) {
  const published = new Map<string, Map<Topic, number>>()
  let since = nowMs()
  const forget = (now: number): void => {
    for (const [customer, topics] of published) {
      const last = Math.max(...topics.values())
      if (now - last <= RECENT_MS && published.size <= CUSTOMERS_MOST) return
      published.delete(customer)
      since = Math.max(since, last)
    }
  }
  return {
    remember: (customer: CustomerId, topics: readonly Topic[]): void => {
      const now = nowMs()
      const own = published.get(customer) ?? new Map<Topic, number>()
      for (const topic of topics) own.set(topic, now)
      published.delete(customer)
      published.set(customer, own)
      forget(now)
    },
    lately: (customer: CustomerId): RecentTopics => {
      const now = nowMs()
      const ago = (at: number): number => Math.ceil(now - at)
      const topics = [...(published.get(customer) ?? [])].map(([topic, at]) => ({ topic, agoMs: ago(at) }))
      const reachesMs = Math.min(RECENT_MS, Math.floor(now - since))
      return { reachesMs, topics: topics.filter(({ agoMs }) => agoMs <= reachesMs) }
    },
  }
}
