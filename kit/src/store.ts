import { useSyncExternalStore } from 'react'

/** A value outside React that screens can subscribe to. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  follow(changed: () => void): () => void
}

export function storeOf<Value>(first: Value): Store<Value> {
  let value = first
  const followers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const changed of [...followers]) changed()
    },
    follow: (changed) => {
      followers.add(changed)
      return () => void followers.delete(changed)
    },
  }
}

export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.follow, store.get)
