import type { ToldLately, Topic } from '@lonja/core/base/contract'
import { MINUTE } from '@lonja/core/base/instant'

/** What the house tells a customer after a commit: that something changed, never what. */
export interface Events {
  /** Call it after the commit, once for all that it changed. */
  tell(customer: string, topics: readonly Topic[]): void
  /** Hear what one customer is told, until the returned function is called. */
  listen(customer: string, hear: Hear): () => void
  /** What one customer was told a moment ago: for whoever read something before they listened. */
  lately(customer: string): ToldLately
}

export type Hear = (topics: readonly Topic[]) => void

/** So much is remembered: longer than a phone on a poor network takes from its first read to its stream. */
export const LATELY_MS = 2 * MINUTE
const CUSTOMERS_MOST = 10_000

/** Events inside one process: who is connected to another server of the same database hears nothing, and reads it when it next asks. */
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

/** When each customer was last told of each topic, who was told last at the end: what is older, or of too many, is forgotten. */
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
