import { useCallback, useSyncExternalStore } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import {
  CLOSE,
  FOLLOW_MESSAGE_MAX,
  STREAM_PATH,
  quoteReader,
  type FromBrowser,
  type FromHouse,
  type LiveFigures,
} from '@lonja/core/market/stream'
import { houseBase } from './call.ts'
import { markOnline, markOffline } from './connection.ts'
import { missed, pieces, waitMs } from './live.rules.ts'
import { markAllStale, markStale } from './reads.ts'
import { currentSession, expireSession } from './session.ts'
import { language } from './text.ts'

/*
 * The stream: live figures in a plain map outside the query cache, drawn at most once per animation frame, and the
 * customer's topics, which mark reads as stale. It is opened once and reconnects by itself.
 */

/** A socket error, by the spec's codes (section 8). */
export interface StreamError {
  readonly code: 10002 | 600009
  readonly message: string
}

/** A send on a socket that is not open. */
export const NOT_OPEN: StreamError = { code: 10002, message: 'WebSocket is not connected' }
/** The socket could not be created. */
export const NOT_MADE: StreamError = { code: 600009, message: 'WebSocket is not connected' }

/** Opening the socket times out after 60 s (spec section 9). */
const OPEN_MS = 60_000
/**
 * The server sends each followed listing in full every ten seconds, so a followed stream that is silent for three times
 * as long is dead.
 */
const SILENT_MS = 30_000

const figures = new Map<ListingId, LiveFigures>()
const followers = new Map<ListingId, Set<() => void>>()
const changed = new Set<ListingId>()
let sourceNow = 0
let socket: WebSocket | null = null
let ready = false
let tries = 0
/**
 * The time since which topics may have been missed, in milliseconds of the page: the first reads are sent before the
 * stream opens.
 */
let deafSince = 0
let wantedChange: { follow: Set<ListingId>; unfollow: Set<ListingId> } | null = null

/** Send a message to the server. Null, or the socket's error. */
export function sendToStream(message: FromBrowser): StreamError | null {
  if (!socket || socket.readyState !== 1) return NOT_OPEN
  socket.send(JSON.stringify(message))
  return null
}

/**
 * Open the stream and keep it open. A repeated call (after signing in or out, or when the network is back) reconnects.
 */
export function openStream(): StreamError | null {
  leave()
  const url = new URL(STREAM_PATH.slice(1), houseBase())
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  try {
    socket = new WebSocket(url)
  } catch {
    again()
    return NOT_MADE
  }
  attend(socket)
  return null
}

let timer: ReturnType<typeof setTimeout> | undefined

function leave(): void {
  clearTimeout(timer)
  const old = socket
  socket = null
  stopHearing()
  if (old) old.close()
}

function stopHearing(): void {
  if (ready) deafSince = performance.now()
  ready = false
}

function again(): void {
  clearTimeout(timer)
  timer = setTimeout(openStream, waitMs(tries++, Math.random()))
}

function attend(opening: WebSocket): void {
  const reader = quoteReader()
  const token = currentSession()?.token ?? null
  opening.binaryType = 'arraybuffer'
  let watch = setTimeout(() => opening.close(), OPEN_MS)
  opening.onopen = () => {
    opening.send(JSON.stringify({ type: 'hello', lang: language(), ...(token ? { token } : {}) } satisfies FromBrowser))
  }
  opening.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    markOnline()
    clearTimeout(watch)
    if (typeof data === 'string') return take(JSON.parse(data) as FromHouse, token)
    if (followers.size > 0) watch = setTimeout(() => opening.close(), SILENT_MS)
    const { now, live } = reader.read(new Uint8Array(data))
    sourceNow = now
    for (const one of live) {
      figures.set(one.listing, one)
      changed.add(one.listing)
    }
    draw()
  }
  opening.onclose = ({ code }) => {
    clearTimeout(watch)
    if (opening !== socket) return
    stopHearing()
    if (code === CLOSE.signedOut) expireSession(token)
    else markOffline()
    again()
  }
}

function take(message: FromHouse, token: string | null): void {
  if (message.type === 'topics') return markStale(message.topics)
  if (message.type !== 'hello') return
  const back = tries > 0
  tries = 0
  ready = true
  if (token !== null && !message.signedIn) expireSession(token)
  wantedChange = null
  for (const listings of pieces([...followers.keys()], FOLLOW_MESSAGE_MAX)) sendToStream({ type: 'follow', listings })
  // Topics published while there was no stream were missed. After a broken stream, reads without a topic may be stale
  // too.
  const topics = back ? null : missed(message.lately, performance.now() - deafSince)
  if (topics === null) markAllStale()
  else if (topics.length > 0) markStale(topics)
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
  if (!change || !ready) return
  for (const type of ['unfollow', 'follow'] as const) {
    for (const listings of pieces([...change[type]], FOLLOW_MESSAGE_MAX)) sendToStream({ type, listings })
  }
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
