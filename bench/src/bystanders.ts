import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '@lonja/core/accounts/accounts.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { makeInvitation } from '@lonja/server/accounts/invitations'
import { systemClock } from '@lonja/server/base/clock'
import { newId } from '@lonja/server/base/ids'
import { findUrl } from '@lonja/server/cluster/postgres'
import { openDb } from '@lonja/server/database/db'
import { openAsker, type Asker, type HttpAnswer } from './http.client.ts'
import type { HouseOpen } from './http.server.ts'
import { p99 } from './quantiles.ts'
import { checkout, openWorker } from './sides.ts'

/** Customers of a house who read and trade while somebody else wears it out: their times are the figure. */

export const PASSWORD = 'otter violin marsh'

interface Sending {
  readonly token?: string
  readonly ip?: string
}

export const requestOf = (path: string, input: object, { token, ip = '198.51.100.1' }: Sending = {}): string => {
  const body = JSON.stringify(input)
  const own = token === undefined ? '' : `token: ${token}\r\n`
  const head = `POST /api/en${path} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: ${ip}\r\n${own}`
  return `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
export const readOf = (path: string, token: string): string =>
  `GET /api/en${path} HTTP/1.1\r\nhost: bench\r\ntoken: ${token}\r\n\r\n`

export const asking = (asker: Asker, request: string): Promise<HttpAnswer> =>
  new Promise((resolve) => asker.ask(request, resolve))

export const open = (address: string): Promise<Asker> =>
  openAsker(address, () => {
    throw new Error('A connection ended before its answer.')
  })

export async function called<T>(asker: Asker, request: string): Promise<T> {
  const { status, body } = await asking(asker, request)
  if (status !== 200) throw new Error(`The bench was answered ${status}: ${body}`)
  return (JSON.parse(body) as { data: T }).data
}

export interface Bystanders {
  readonly address: string
  readonly tokens: readonly string[]
  readonly owner: { readonly phone: string; readonly marks: readonly string[] }
  readonly listing: string
  /** A listing in the currency of the starting cash. */
  readonly inEuros: string
}

/** Opens a house in a process of its own for some work. */
export async function inHouse(work: (bystanders: Bystanders) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bench-'))
  chmodSync(folder, 0o711)
  const server = await openWorker('./http.server.js', [folder, checkout, 'proxy'])
  try {
    await work(await openAccounts((server.open as HouseOpen).address, folder))
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Six accounts: three that read, one that trades, the owner whose number is guessed at, and one whose texts trade. */
async function openAccounts(address: string, folder: string): Promise<Bystanders> {
  const db = openDb(findUrl(folder) ?? '', { max: 1 })
  const { code } = await makeInvitation(db, { uses: 10, days: 1, now: systemClock.now() })
  await db.close()
  const asker = await open(address)
  const sessions: { token: string; mark: string }[] = []
  for (const phone of PHONES) {
    const form = { phone, password: PASSWORD, again: PASSWORD, invitation: code, marks: [] }
    sessions.push(await called(asker, requestOf(register.path, form)))
  }
  const first = async (venue: string): Promise<string> => {
    const path = `/discover/list?list=all&venue=${venue}&limit=1`
    return (await called<{ listing: string[] }>(asker, readOf(path, sessions[0]!.token))).listing[0]!
  }
  const [listing, inEuros] = [await first('us'), await first('XMAD')]
  asker.close()
  const tokens = sessions.map(({ token }) => token)
  return { address, tokens, owner: { phone: PHONES[4]!, marks: [sessions[4]!.mark] }, listing, inEuros }
}

const PHONES = ['611111101', '611111202', '611111303', '611111404', '611111505', '611111606']

/** The 99th percentile of the reads of three of them and of the fills of a fourth, in ms. */
export interface BystanderFigures {
  readonly readMs: number
  readonly fillMs: number
}

export async function measureBystanders(
  { address, tokens, listing }: Bystanders,
  until: number,
): Promise<BystanderFigures> {
  const reads: number[] = []
  const readers = tokens.slice(0, 3).map(async (token) => {
    const asker = await open(address)
    while (performance.now() < until) {
      reads.push(await timed(() => called(asker, requestOf(readFigures.path, {}, { token }))))
      await sleep(20)
    }
    asker.close()
  })
  const fills: number[] = []
  const trader = (async () => {
    const asker = await open(address)
    while (performance.now() < until) fills.push(await timed(() => trade(asker, tokens[3]!, listing)))
    asker.close()
  })()
  await Promise.all([...readers, trader])
  return { readMs: p99(reads), fillMs: p99(fills) }
}

/** One order at market until it is filled. */
async function trade(asker: Asker, token: string, listing: string): Promise<void> {
  const ticket = { id: newId(), listing, side: 'buy', shares: '1', limit: null, timeInForce: 'day' }
  await called(asker, requestOf(placeOrder.path, ticket, { token }))
  for (;;) {
    const { order } = await called<{ order: { state: string } }>(
      asker,
      readOf(`${readOrder.path}?id=${ticket.id}`, token),
    )
    if (order.state === 'filled') return
    await sleep(20)
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
