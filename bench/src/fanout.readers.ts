import WebSocket from 'ws'
import type { ListingId } from '@lonja/core/base/amount'

/**
 * A thousand browsers in a process of their own, so that their cost is not counted as the server's. The parent tells it
 * to connect, to report counts, to drop all connections at once and reconnect, and to exit.
 */

export interface Connect {
  readonly url: string
  /** The listings that each socket follows; a bare broadcast has none. */
  readonly follows: readonly (readonly ListingId[])[]
  readonly greets: boolean
}

export type ToReaders = { readonly connect: Connect } | 'count' | 'storm' | 'leave'
export interface FromReaders {
  readonly frames: number
  readonly bytes: number
  /** The lag of each frame, in milliseconds between its own clock and its arrival, counted since the last report. */
  readonly lags: readonly number[]
  readonly storm?: Storm
}

export interface Storm {
  /** The time until the last socket had a quote again, and the number that did. */
  readonly tookMs: number
  readonly fresh: number
  /** Sockets that the house dropped or rejected once after the storm began; and more than once. */
  readonly droppedOnce: number
  readonly droppedAgain: number
}

/** A dropped socket reconnects after this pause, doubled each time. */
const BACK_AFTER_MS = 250
const STORM_ENDS_MS = 30_000
/** The time after the reconnection in which no socket may be dropped. */
const CALM_MS = 5_000
const LAGS = 2_000

interface Browser {
  readonly listings: readonly ListingId[]
  socket: WebSocket
  drops: number
  /** The time of the first quote on the current connection. */
  freshAt: number | null
}

let setting: Connect = { url: '', follows: [], greets: false }
let browsers: Browser[] = []
let frames = 0
let bytes = 0
let lags = new Array<number>(LAGS).fill(0)
let isLeaving = false

function hear(browser: Browser, data: Buffer): void {
  frames++
  bytes += data.length
  browser.freshAt ??= Date.now()
  if (data[0] !== 1) return
  let [clock, scale] = [0, 1]
  for (let at = 1; ; at++, scale *= 128) {
    clock += (data[at]! % 128) * scale
    if (data[at]! < 128) break
  }
  const lag = Math.min(LAGS - 1, Math.max(0, Date.now() - clock))
  lags[lag] = (lags[lag] ?? 0) + 1
}

function open(browser: Browser): Promise<void> {
  const socket = new WebSocket(setting.url, { perMessageDeflate: false })
  browser.socket = socket
  browser.freshAt = null
  socket.on('message', (data: Buffer, isBinary: boolean) => isBinary && hear(browser, data))
  socket.on('error', () => {}) // `close` follows.
  socket.on('close', () => {
    if (isLeaving || browser.socket !== socket) return
    browser.drops++
    setTimeout(() => void open(browser), BACK_AFTER_MS * 2 ** (browser.drops - 1))
  })
  return new Promise((resolve) =>
    socket.on('open', () => {
      if (setting.greets) {
        socket.send(JSON.stringify({ type: 'hello' }))
        socket.send(JSON.stringify({ type: 'follow', listings: browser.listings }))
      }
      resolve()
    }),
  )
}

function connect(connection: Connect): Promise<unknown> {
  setting = connection
  isLeaving = false
  browsers = setting.follows.map((listings) => ({ listings, socket: null as never, drops: 0, freshAt: null }))
  return Promise.all(browsers.map(open))
}

/** Drop every connection at the same moment, and reconnect them all at once. */
async function storm(): Promise<Storm> {
  const begun = Date.now()
  for (const browser of browsers) {
    const lost = browser.socket
    browser.drops = 0
    void open(browser)
    lost.terminate()
  }
  const fresh = (): number => browsers.filter(({ freshAt }) => freshAt !== null).length
  while (fresh() < browsers.length && Date.now() - begun < STORM_ENDS_MS) await wait(20)
  const tookMs = Math.max(...browsers.map(({ freshAt }) => (freshAt ?? Date.now()) - begun))
  await wait(CALM_MS)
  const dropped = (least: number): number => browsers.filter(({ drops }) => drops >= least).length
  return { tookMs, fresh: fresh(), droppedOnce: dropped(1), droppedAgain: dropped(2) }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function answer(storm?: Storm): void {
  process.send?.({ frames, bytes, lags, ...(storm && { storm }) } satisfies FromReaders)
  lags = new Array<number>(LAGS).fill(0)
}

process.on('message', (message: ToReaders) => {
  if (message === 'count') return answer()
  if (message === 'storm') return void storm().then(answer)
  if (message === 'leave') {
    isLeaving = true
    for (const { socket } of browsers) socket.terminate()
    browsers = []
    return answer()
  }
  void connect(message.connect).then(() => answer())
})
