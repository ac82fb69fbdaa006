import type { Topic } from '@lonja/core/base/contract'

/** What the house tells a customer after a commit: that something changed, never what. */
export interface Events {
  /** Call it after the commit, once for all that it changed. */
  tell(customer: string, topics: readonly Topic[]): void
  /** Hear what one customer is told, until the returned function is called. */
  listen(customer: string, hear: Hear): () => void
}

export type Hear = (topics: readonly Topic[]) => void

/** Events inside one process: who is connected to another server of the same database hears nothing, and reads it when it next asks. */
export function localEvents(): Events {
  const hearers = new Map<string, Set<Hear>>()
  return {
    tell: (customer, topics) => {
      if (topics.length === 0) return
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
