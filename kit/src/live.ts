import { useCallback, useSyncExternalStore } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import type { LiveFigures } from '@lonja/core/market/stream'

/*
 * Live figures in a plain map outside the query cache, drawn at most once per animation frame. The stream that brings
 * them (`stream.ts`) opens after the first frame, so its code comes then.
 */

const figures = new Map<ListingId, LiveFigures>()
const followers = new Map<ListingId, Set<() => void>>()
const changed = new Set<ListingId>()
let sourceNow = 0
let wantedChange: { follow: Set<ListingId>; unfollow: Set<ListingId> } | null = null

type Say = (type: 'follow' | 'unfollow', listings: readonly ListingId[]) => void
/** Says it to the stream; null while that is not open. */
let say: Say | null = null

/** The pause before the stream's code is asked for again. */
const AGAIN_MS = 3_000

/**
 * Open the stream and keep it open. A repeated call (after signing in or out, or when the network is back) reconnects.
 */
export function openStream(): void {
  import('./stream.ts').then(
    ({ connect }) => void connect(),
    () => setTimeout(openStream, AGAIN_MS),
  )
}

/** The stream is open, and follows what is shown; null: it no longer is. */
export function follow(through: Say | null): void {
  say = through
  if (say === null) return
  wantedChange = null
  say('follow', [...followers.keys()])
}

export const isFollowed = (): boolean => followers.size > 0

/** Figures arrived, with the source's clock. */
export function takeFigures(now: number, live: readonly LiveFigures[]): void {
  sourceNow = now
  for (const one of live) {
    figures.set(one.listing, one)
    changed.add(one.listing)
  }
  draw()
}

/**
 * One flush per animation frame, however many changes arrived, right after the frame, so that a scrolling list does not
 * wait for figures. A hidden page draws when it is shown again.
 */
let drawing = false
function draw(): void {
  if (drawing) return
  drawing = true
  requestAnimationFrame(() => setTimeout(flush))
}

function flush(): void {
  drawing = false
  const now = [...changed]
  changed.clear()
  for (const listing of now) for (const follower of followers.get(listing) ?? []) follower()
}

/** Follow one listing. The server sends it while anyone follows it. */
export function followQuote(listing: ListingId, follower: () => void): () => void {
  const group = followers.get(listing) ?? new Set()
  if (group.size === 0) want(listing, true)
  followers.set(listing, group.add(follower))
  return () => {
    group.delete(follower)
    if (group.size > 0 || followers.get(listing) !== group) return
    followers.delete(listing)
    want(listing, false)
  }
}

/** Changes are collected and sent once, so that rows passing by in a scrolling list send no messages of their own. */
function want(listing: ListingId, isFollowed: boolean): void {
  if (!wantedChange) {
    wantedChange = { follow: new Set(), unfollow: new Set() }
    setTimeout(sayWanted, 30)
  }
  const { follow, unfollow } = wantedChange
  if (!(isFollowed ? unfollow : follow).delete(listing)) (isFollowed ? follow : unfollow).add(listing)
}

function sayWanted(): void {
  const change = wantedChange
  wantedChange = null
  if (!change) return
  for (const type of ['unfollow', 'follow'] as const) say?.(type, [...change[type]])
}

/** The newest quote off the stream, outside the query cache. Null until the first one comes. */
export function useQuote(listing: ListingId | null): LiveFigures | null {
  const follow = useCallback(
    (drawn: () => void) => (listing === null ? () => {} : followQuote(listing, drawn)),
    [listing],
  )
  return useSyncExternalStore(follow, () => (listing === null ? null : (figures.get(listing) ?? null)))
}

/**
 * Follow several listings, such as the rows in sight. Returns the count of the flush that last changed one of them;
 * read them with `quoteNow`.
 */
export function useQuotes(listings: readonly ListingId[]): number {
  const names = listings.join(' ')
  const follow = useCallback(
    (drawn: () => void) => {
      const leave = (names === '' ? [] : (names.split(' ') as ListingId[])).map((listing) =>
        followQuote(listing, () => {
          flushes++
          drawn()
        }),
      )
      return () => leave.forEach((each) => each())
    },
    [names],
  )
  return useSyncExternalStore(follow, () => flushes)
}
let flushes = 0

/** The newest figures of a listing without following it; null if there are none. */
export const quoteNow = (listing: ListingId): LiveFigures | null => figures.get(listing) ?? null

/** The source's clock at the last frame; 0 before the first. */
export const streamNow = (): number => sourceNow
