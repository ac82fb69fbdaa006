import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import { NEWEST_FEE_TABLE } from '@lonja/core/orders/fees.rules'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { watchedOf } from '@lonja/core/orders/sharing.rules'
import { openBook } from '@lonja/server/database/book'
import { systemClock } from '@lonja/server/base/clock'
import { sql, type Db } from '@lonja/server/database/db'
import { newId } from '@lonja/server/base/ids'
import type { Command } from '@lonja/server/database/batch'
import { NOTHING_HEARD } from '@lonja/server/market/market.heard'
import { cancelling } from '@lonja/server/orders/ending.lane'
import { matching } from '@lonja/server/orders/matching.lane'
import { placing } from '@lonja/server/orders/orders.lane'
import { quoteOf, type Floor } from './lane.floor.ts'

/** The way a command is executed: on the lane, or in a transaction of its own. */
export type Submit = <Answer>(command: Command<Answer>) => Promise<Answer | Refused>

export const KINDS = ['place', 'fill', 'cancel', 'mix'] as const
export type Kind = (typeof KINDS)[number]

const FEES = [{ version: NEWEST_FEE_TABLE, announcedAt: 0, from: 0 }]
const SHARES = wholeShares(10n)
const SHARES_AT_FIRST = wholeShares(1_000_000n)

/** Pseudo-random numbers, the same in every run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const accepted = <Answer>(answer: Answer | Refused): Answer => {
  if (isRefused(answer)) throw new Error(`The bench was refused: ${answer.refused}`)
  return answer
}

const ticketOf = (listing: ListingId, side: Ticket['side'], limit: bigint | null): Ticket => ({
  id: newId(),
  listing,
  side,
  shares: SHARES,
  limit: limit === null ? null : priceE4(limit),
  timeInForce: 'day',
})

/** The listing of which a customer has shares from the start. */
const homeOf = ({ listings }: Floor, customer: number): ListingId => listings[customer % listings.length] as ListingId

const partsOf = ({ market, node }: Floor) => ({
  market,
  heardEvents: NOTHING_HEARD,
  fees: FEES,
  open: {
    node: () => node,
    expect: () => {},
    fills: (by: string) => by === node,
    isAlone: () => true,
    claim: () => {},
  },
})

const place = async (floor: Floor, submit: Submit, customer: CustomerId, ticket: Ticket): Promise<Order> =>
  accepted(await submit(placing({ customer }, ticket, partsOf(floor))))

/** An order as the only one of its customer on its listing and side. */
const alone = (order: Order) => ({
  customer: order.customer,
  listing: order.listing,
  side: order.side,
  members: [watchedOf(order)],
})

/** A quote event newer than any order so far. */
const fill = async (floor: Floor, submit: Submit, order: Order): Promise<void> => {
  const event = quoteOf(order.listing, order.marketAt + MINUTE)
  const { orders } = accepted(await submit(matching(alone(order), event, partsOf(floor))))
  if (orders[0]?.state !== 'filled') throw new Error('The bench was not filled.')
}

const cancel = async (floor: Floor, submit: Submit, order: Order): Promise<void> => {
  const { overtakenBy } = accepted(await submit(cancelling(order, order.id, alone(order), partsOf(floor))))
  if (overtakenBy) throw new Error('The bench was not cancelled.')
}

/** A limit order that rests, and its cancel. */
export async function placeAndCancel(floor: Floor, customer: CustomerId): Promise<void> {
  const { submit } = floor.lane
  const order = await place(floor, submit, customer, ticketOf(floor.listings[0] as ListingId, 'buy', 90_000n))
  await cancel(floor, submit, order)
}

/** Give every customer shares to sell. */
export async function stock(floor: Floor, submit: Submit): Promise<void> {
  const buy = async (customer: CustomerId, at: number): Promise<void> => {
    const ticket = { ...ticketOf(homeOf(floor, at), 'buy', null), shares: SHARES_AT_FIRST }
    await fill(floor, submit, await place(floor, submit, customer, ticket))
  }
  await Promise.all(floor.customers.map(buy))
}

/** Waiting orders, created before the clock runs: alternating market buys and sells, or all with a limit. */
export async function waiting(floor: Floor, submit: Submit, count: number, limit: bigint | null): Promise<Order[]> {
  const random = dice(count)
  const one = (): Promise<Order> => {
    const at = Math.floor(random() * floor.customers.length)
    const side = limit === null && random() < 0.4 ? 'sell' : 'buy'
    const listing = side === 'sell' ? homeOf(floor, at) : (floor.listings[at % 7] as ListingId)
    return place(floor, submit, floor.customers[at]!, ticketOf(listing, side, limit))
  }
  return Promise.all(Array.from({ length: count }, one))
}

/**
 * Run a number of clients until all are done, each sending its next command after the answer to the one before. Returns
 * seconds.
 */
async function race(clients: number, steps: number, step: (client: number) => Promise<number>): Promise<number> {
  let left = steps
  const began = process.hrtime.bigint()
  const run = async (client: number): Promise<void> => {
    while (left > 0) {
      left -= 1
      const commands = await step(client)
      left -= commands - 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_none, client) => run(client)))
  return Number(process.hrtime.bigint() - began) / 1e9
}

/** Prepare a kind of command before the clock runs: orders to fill, or to cancel. */
export async function prepare(floor: Floor, kind: Kind, count: number): Promise<Order[]> {
  if (kind === 'fill') return waiting(floor, floor.lane.submit, count, null)
  return kind === 'cancel' ? waiting(floor, floor.lane.submit, count, 90_000n) : []
}

/** Commands per second of one kind with a number of clients. In a mix, a market order and its fill count as two. */
export async function measure(
  floor: Floor,
  submit: Submit,
  kind: Kind,
  clients: number,
  count: number,
  prepared: Order[],
): Promise<{ rate: number; commands: number }> {
  let done = 0
  const random = dice(clients + count)
  const resting: Order[][] = Array.from({ length: clients }, () => [])
  const step = async (client: number): Promise<number> => {
    const commands = kind === 'mix' ? await mixed(floor, submit, random, resting[client] as Order[]) : await single()
    done += commands
    return commands
  }
  const single = async (): Promise<number> => {
    const order = prepared.pop()
    if (kind === 'place') {
      const customer = floor.customers[Math.floor(random() * floor.customers.length)]!
      await place(floor, submit, customer, ticketOf(floor.listings[0] as ListingId, 'buy', 90_000n))
    } else if (!order) return 0
    else if (kind === 'fill') await fill(floor, submit, order)
    else await cancel(floor, submit, order)
    return 1
  }
  const seconds = await race(clients, count, step)
  return { rate: done / seconds, commands: done }
}

/**
 * Half market orders with their fills (two in five are sells), three in ten resting limits, two in ten cancels of
 * those.
 */
async function mixed(floor: Floor, submit: Submit, random: () => number, resting: Order[]): Promise<number> {
  const what = random()
  const at = Math.floor(random() * floor.customers.length)
  const customer = floor.customers[at]!
  if (what < 0.5) {
    const side = random() < 0.4 ? 'sell' : 'buy'
    const listing = side === 'sell' ? homeOf(floor, at) : (floor.listings[at % 7] as ListingId)
    await fill(floor, submit, await place(floor, submit, customer, ticketOf(listing, side, null)))
    return 2
  }
  const old = what >= 0.8 ? resting.pop() : undefined
  if (old) await cancel(floor, submit, old)
  else resting.push(await place(floor, submit, customer, ticketOf(floor.listings[at % 7] as ListingId, 'buy', 90_000n)))
  return 1
}

const LOCK_ONE = sql('bench_lock', 'select from customers_lock where customer = $1 for update')

/** The same command as a plain transaction: the same statements, one after the other. */
export const plainly =
  (db: Db): Submit =>
  (command) =>
    db.write(async (tx) => {
      await tx.run(LOCK_ONE, [command.customer])
      const book = openBook()
      for (const need of command.needs) book.need(need)
      const answers: (readonly (string | null)[])[][] = []
      for (const { statement, values } of book.loads()) answers.push((await tx.run(statement, values)).map(cellsOf))
      book.take(answers)
      const now = systemClock.now()
      const answer = command.decide(book, now)
      for (const { statement, values } of book.saves({ id: newId(), at: now })) await tx.run(statement, values)
      return answer
    })

const cellsOf = (row: Record<string, unknown>): (string | null)[] =>
  Object.values(row).map((cell) =>
    typeof cell === 'bigint' || typeof cell === 'number' ? String(cell) : (cell as string | null),
  )
