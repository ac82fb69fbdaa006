import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { WebSocketServer } from 'ws'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import { STREAM_PATH, changeRecord, figuresOf, frameHead, fullRecord, type Figures } from '@lonja/core/market/stream'

/**
 * A house with only one long list: it serves the built app, answers every list with all its rows, and streams changes.
 * It simulates a market busier than any practice market.
 */

const FRAME_MS = 250
const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

export interface RowsHouse {
  readonly address: string
  /** Changes sent since the last call. */
  sent(): number
  close(): Promise<void>
}

const listingOf = (at: number): ListingId => `XNYS:R${at}`

const liveOf = (at: number, now: number, cents: number): Figures => {
  const last = priceE4(BigInt(cents) * 100n)
  const [bid, ask, open] = [priceE4(last - 100n), priceE4(last + 100n), priceE4(1_000_000n)]
  const day = { volume: BigInt(at), high: last, low: open, open, previousClose: open }
  return figuresOf({ listing: listingOf(at), at: now, last, bid, ask, bidSize: 100n, askSize: 100n, ...day })
}

/** All rows as the contract's columns: prices as text, each with its sparkline. */
function listOf(rows: number): string {
  const all = Array.from({ length: rows }, (_, at) => at)
  const column = <Value>(value: (at: number) => Value) => all.map(value)
  const line = Array.from({ length: 30 }, (_, at) => (100 + Math.sin(at / 3)).toFixed(2)).join(' ')
  const data = {
    listing: column(listingOf),
    name: column((at) => `Compañía de prueba ${at}`),
    venue: column(() => 'XNYS'),
    currency: column(() => 'USD'),
    last: column(() => '100.00'),
    previousClose: column(() => '100.00'),
    volume: column((at) => String(1_000_000 - at)),
    marketCap: column((at) => String(9_000_000_000 - at)),
    line: column(() => line),
    unusual: column(() => null),
    halted: [],
    cursor: null,
    total: rows,
  }
  return JSON.stringify({ code: 1, msg: '', data })
}

const NOT_FOUND = JSON.stringify({ code: 0, msg: '-', error: 'not_found', data: null })

/** Open it on a free port: `rows` instruments, `changes` of them per second over the stream. */
export async function openRowsHouse(app: string, rows: number, changes: number): Promise<RowsHouse> {
  const list = listOf(rows)
  const none = listOf(0)
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (path.startsWith('/api/')) {
      const isList = path.endsWith('/discover/list')
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
      response.end(!isList ? NOT_FOUND : searchParams.get('list') === 'indices' ? none : list)
      return
    }
    const file = join(app, path === '/' ? 'index.html' : path)
    if (!file.startsWith(app) || !existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  const sockets = new WebSocketServer({ server, path: STREAM_PATH })
  const figures = Array.from({ length: rows }, (_, at) => liveOf(at, Date.now(), 10_000))
  let [turn, sent] = [0, 0]
  sockets.on('connection', (socket) => {
    socket.send(JSON.stringify({ type: 'hello', signedIn: false, source: 'practice', now: Date.now() }))
    const records = figures.map((figuresOfRow, at) => fullRecord(at, listingOf(at), figuresOfRow))
    socket.send(Buffer.concat([frameHead(Date.now()), ...records]))
  })
  const timer = setInterval(() => {
    const now = Date.now()
    const records: Uint8Array[] = []
    for (let count = 0; count < (changes * FRAME_MS) / 1_000; count++) {
      // A stride coprime to the number of rows reaches every row in turn, wherever the list is scrolled.
      turn = (turn + 7_919) % rows
      const next = liveOf(turn, now, 9_500 + Math.floor(Math.random() * 1_000))
      const record = changeRecord(turn, figures[turn] ?? next, next)
      figures[turn] = next
      if (record) records.push(record)
    }
    sent += records.length
    const frame = Buffer.concat([frameHead(now), ...records])
    for (const socket of sockets.clients) socket.send(frame)
  }, FRAME_MS)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => {
      const was = sent
      sent = 0
      return was
    },
    close: async () => {
      clearInterval(timer)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
