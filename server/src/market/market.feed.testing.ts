import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/**
 * A local feed that keeps to the published protocol (https://docs.alpaca.markets/docs/streaming-market-data): it sends
 * a welcome, expects a key within a time, subscribes by channel, answers errors by their numbers, sends data in batches
 * and only to subscribers, and answers requests for bars, quotes and rates. Tests can make it misbehave.
 */

export interface FeedServerOptions {
  readonly key?: string
  readonly secret?: string
  readonly authMs?: number
  /** The first value of the limit of the same name in `lies`. */
  readonly symbolLimit?: number
  /** More connections than this to a stream are refused with error 406. */
  readonly connectionLimit?: number
  /** Streams that this key may not use: error 409. */
  readonly notOffered?: readonly string[]
  /** Channels that are refused with error 410. */
  readonly noChannels?: readonly string[]
}

/** The misbehaviour of the feed towards every connection, until a test changes it. */
export interface FeedFaults {
  /** Closes at once, closes instead of answering the key, or answers with an error or with rubbish. */
  onConnect:
    'close' | 'nothing' | { readonly error: number; readonly message: string } | { readonly raw: string } | null
  onAuth: 'nothing' | { readonly error: number; readonly message: string } | null
  /** Answers requests with this status instead. */
  callStatus: number | null
  /** More symbols than this in one channel are refused with error 405, and nothing of the message counts. */
  symbolLimit: number
}

export interface FeedServer {
  readonly streamUrl: string
  readonly dataUrl: string
  readonly lies: FeedFaults
  /** The paths of all connections so far, and the messages received. */
  readonly connections: string[]
  readonly requests: { readonly path: string; readonly message: Readonly<Record<string, unknown>> }[]
  readonly calls: URL[]
  /** Bars, quotes and rates for the answers to requests. */
  readonly past: {
    bars: Record<'1Min' | '1Day', Record<string, object[]>>
    quotes: Record<string, object>
    rate: object | null
  }
  /** The number of connections that are signed in and subscribed to anything. */
  subscribed(path?: string): number
  /** Sends messages to their subscribers, as one batch. */
  say(path: string, ...messages: Record<string, unknown>[]): void
  /** Sends a text, unchanged, to all connections. */
  sayRaw(path: string, text: string | Buffer): void
  /** Ends all connections without a close message. */
  drop(): void
  close(): Promise<void>
}

const CHANNEL_OF: Readonly<Record<string, string>> = {
  q: 'quotes',
  t: 'trades',
  c: 'trades',
  x: 'trades',
  b: 'bars',
  u: 'updatedBars',
  d: 'dailyBars',
  s: 'statuses',
}

interface Listener {
  readonly socket: WebSocket
  readonly path: string
  readonly channels: Map<string, Set<string>>
  isIn: boolean
}

interface Running extends Required<FeedServerOptions> {
  readonly listeners: Set<Listener>
  readonly served: Omit<FeedServer, 'streamUrl' | 'dataUrl' | 'subscribed' | 'say' | 'sayRaw' | 'drop' | 'close'>
}

export async function openFeedServer(options: FeedServerOptions = {}): Promise<FeedServer> {
  const feed: Running = {
    key: 'KEYID',
    secret: 'key-secret',
    authMs: 10_000,
    symbolLimit: Infinity,
    connectionLimit: 1,
    notOffered: [],
    noChannels: [],
    ...options,
    listeners: new Set(),
    served: {
      lies: { onConnect: null, onAuth: null, callStatus: null, symbolLimit: options.symbolLimit ?? Infinity },
      connections: [],
      requests: [],
      calls: [],
      past: { bars: { '1Min': {}, '1Day': {} }, quotes: {}, rate: null },
    },
  }
  const server = createServer((request, response) => answer(feed, request, response))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => welcome(feed, socket, request.url ?? ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const to = (path: string): Listener[] => [...feed.listeners].filter((one) => one.path === path)
  const drop = (): void => feed.listeners.forEach(({ socket }) => socket.terminate())
  return {
    ...feed.served,
    streamUrl: `ws://127.0.0.1:${port}`,
    dataUrl: `http://127.0.0.1:${port}`,
    subscribed: (path) =>
      [...feed.listeners].filter(
        (one) => one.isIn && one.channels.size > 0 && (path === undefined || one.path === path),
      ).length,
    say: (path, ...messages) => {
      for (const { socket, channels, isIn } of to(path)) {
        const subscription = messages.filter(({ T, S }) => channels.get(CHANNEL_OF[String(T)] ?? '')?.has(String(S)))
        if (isIn && subscription.length > 0) socket.send(JSON.stringify(subscription))
      }
    },
    sayRaw: (path, text) => to(path).forEach(({ socket }) => socket.send(text)),
    drop,
    close: () => closeServer(server, sockets, drop),
  }
}

async function closeServer(server: Server, sockets: WebSocketServer, drop: () => void): Promise<void> {
  drop()
  sockets.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

function welcome(feed: Running, socket: WebSocket, path: string): void {
  const { served, listeners, connectionLimit, authMs, notOffered } = feed
  served.connections.push(path)
  socket.on('error', () => {})
  const { onConnect } = served.lies
  if (onConnect === 'close') return socket.terminate()
  const listener: Listener = { socket, path, channels: new Map(), isIn: false }
  listeners.add(listener)
  socket.on('close', () => listeners.delete(listener))
  if (onConnect === 'nothing') return
  if (onConnect && 'raw' in onConnect) return socket.send(onConnect.raw)
  if (onConnect) return fail(socket, onConnect.error, onConnect.message)
  publish(socket, { T: 'success', msg: 'connected' })
  const late = setTimeout(() => {
    if (listener.isIn) return
    fail(socket, 404, 'auth timeout')
    socket.close()
  }, authMs)
  late.unref()
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>
    served.requests.push({ path, message })
    if (message['action'] === 'auth') {
      const { onAuth } = served.lies
      if (onAuth === 'nothing') return
      if (onAuth) return fail(socket, onAuth.error, onAuth.message)
      if (listener.isIn) return fail(socket, 403, 'already authenticated')
      if (message['key'] !== feed.key || message['secret'] !== feed.secret) return fail(socket, 402, 'auth failed')
      if (notOffered.some((name) => path.endsWith(name))) return fail(socket, 409, 'insufficient subscription')
      const others = [...listeners].filter((one) => one.path === path && one.isIn).length
      if (others >= connectionLimit) return fail(socket, 406, 'connection limit exceeded')
      listener.isIn = true
      return publish(socket, { T: 'success', msg: 'authenticated' })
    }
    if (!listener.isIn) return fail(socket, 401, 'not authenticated')
    subscribe(feed, listener, message)
  })
}

function subscribe(
  { served, noChannels }: Running,
  { socket, channels }: Listener,
  message: Record<string, unknown>,
): void {
  if (message['action'] !== 'subscribe') return fail(socket, 400, 'invalid syntax')
  const { action: _action, ...subscription } = message
  if (Object.keys(subscription).some((channel) => noChannels.includes(channel)))
    return fail(socket, 410, 'invalid subscribe action for this feed')
  const next = Object.entries(subscription).map(
    ([channel, symbols]) => [channel, new Set([...(channels.get(channel) ?? []), ...(symbols as string[])])] as const,
  )
  // A message is refused as a whole: the subscriptions are the same as before it.
  if (next.some(([, all]) => all.size > served.lies.symbolLimit)) return fail(socket, 405, 'symbol limit exceeded')
  for (const [channel, all] of next) channels.set(channel, all)
  publish(socket, {
    T: 'subscription',
    ...Object.fromEntries([...channels].map(([name, symbols]) => [name, [...symbols]])),
  })
}

const publish = (socket: WebSocket, message: object): void => socket.send(JSON.stringify([message]))
const fail = (socket: WebSocket, code: number, msg: string): void => publish(socket, { T: 'error', code, msg })

/** Bars per page: few, so that tests turn pages. */
const PAGE = 2

function answer({ key, secret, served }: Running, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://feed')
  served.calls.push(url)
  const isKnown = request.headers['apca-api-key-id'] === key && request.headers['apca-api-secret-key'] === secret
  const status = served.lies.callStatus ?? (isKnown ? 200 : 403)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(status === 200 ? bodyFor(served, url) : { message: 'forbidden' }))
}

function bodyFor({ past }: Running['served'], { pathname, searchParams }: URL): object {
  const symbols = (searchParams.get('symbols') ?? '').split(',')
  if (pathname === '/v2/stocks/bars') {
    const of = past.bars[searchParams.get('timeframe') as '1Min' | '1Day']
    const start = Date.parse(searchParams.get('start') ?? '')
    const rows = symbols.flatMap((symbol) =>
      (of[symbol] ?? []).filter((bar) => Date.parse((bar as { t: string }).t) >= start).map((bar) => ({ symbol, bar })),
    )
    const from = Number(searchParams.get('page_token') ?? 0)
    const bars: Record<string, object[]> = {}
    for (const { symbol, bar } of rows.slice(from, from + PAGE)) bars[symbol] = [...(bars[symbol] ?? []), bar]
    return { bars, next_page_token: from + PAGE < rows.length ? String(from + PAGE) : null }
  }
  if (pathname === '/v2/stocks/quotes/latest') {
    return { quotes: Object.fromEntries(Object.entries(past.quotes).filter(([symbol]) => symbols.includes(symbol))) }
  }
  return { rates: past.rate ? { EURUSD: past.rate } : {} }
}
