import type { Exits } from '@lonja/core/orders/orders.contract'
import { wholeShares, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { openLog } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { listNoticeRows } from '../notices/notices.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { place, type TradingParts } from '../orders/orders.actions.ts'
import { ABC, openFloor, ticket, type Floor } from '../orders/orders.testing.ts'
import { ORDER_BOOKS } from '../orders/orders.verify.ts'
import { REVERSAL_BOOKS } from '../reversals/reversals.verify.ts'
import { openMargin, type MarginJobs } from './margin.jobs.ts'
import { MARGIN_BOOKS } from './margin.verify.ts'

/** Trading in which accounts are judged when the test runs a round. */
export interface MarginFloor extends Floor {
  readonly margin: MarginJobs
  readonly published: [customer: CustomerId, topics: readonly Topic[]][]
  /** The judging of another server on the same database. */
  marginOf(server: TradingParts, db?: Db): MarginJobs
  /** Moves the clock to the next whole minute after an event of a listing, without matching it, and judges. */
  minute(listing: ListingId, bidCents: bigint): Promise<void>
  /** Closes everything, and throws if a law of the books does not hold. */
  checkAndClose(): Promise<void>
}

export async function openMarginFloor(url?: string): Promise<MarginFloor> {
  const floor = await openFloor(url)
  const published: MarginFloor['published'] = []
  const marginOf = (server: TradingParts, db: Db = server.db): MarginJobs =>
    openMargin({
      db,
      clock: floor.clock,
      log: openLog('silent'),
      guard: floor.guard,
      events: { publish: (customer, topics) => void published.push([customer, topics]) },
      parts: server,
    })
  const margin = marginOf(floor)
  const marginFloor: MarginFloor = Object.assign(floor, {
    margin,
    published,
    marginOf,
    minute: async (listing: ListingId, bidCents: bigint) => {
      toNextMinute(marginFloor, SECOND)
      floor.script.say(listing, floor.clock.now(), bidCents, bidCents + 1n)
      await floor.engine.sweep()
      floor.clock.advance(SECOND)
      await margin.round()
    },
    checkAndClose: async () => {
      const breaches = await floor.db.read((tx) =>
        checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS, REVERSAL_BOOKS, MARGIN_BOOKS]),
      )
      await floor.close()
      assert(breaches.length === 0, `the laws hold: ${JSON.stringify(breaches)}`)
    },
  })
  floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
  await margin.round()
  return marginFloor
}

/** Moves the clock to so long before the next whole minute. */
export function toNextMinute({ clock }: Pick<Floor, 'clock'>, before: number): void {
  const now = clock.now()
  clock.advance(Math.ceil((now + before + 1) / MINUTE) * MINUTE - before - now)
}

interface AccountSetup {
  readonly leverage?: 1 | 2 | 5
  readonly cash?: bigint
  readonly shares?: bigint
  readonly exits?: Exits | null
}

/** A customer with shares of ABC, bought at 10.00 with leverage. */
export async function owner(
  floor: Floor,
  { leverage = 5, cash = 21_000n, shares = 100n, exits = null }: AccountSetup = {},
): Promise<CustomerId> {
  floor.clock.advance(SECOND)
  floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
  const customer = await floor.customer({ USD: cash })
  await buy(floor, customer, leverage, shares, exits)
  return customer
}

/** Buys shares of ABC at 10.00. */
export async function buy(
  floor: Floor,
  customer: CustomerId,
  leverage: 1 | 2 | 5,
  shares: bigint,
  exits: Exits | null = null,
): Promise<void> {
  const order = await place(floor, { customer }, ticket(ABC, { shares: wholeShares(shares), leverage, exits }))
  assert(!isRefused(order), 'the order is taken')
  await floor.quote(ABC, 999n, 1_000n)
}

export const lotsOf = async ({ db }: Floor, customer: CustomerId): Promise<bigint[]> =>
  (await db.read((tx) => listOpenLots(tx, customer))).map(({ left }) => left)

/** Free, held and owed of an asset. */
export async function balanceOf({ db }: Floor, customer: CustomerId, asset: string): Promise<bigint[]> {
  const row = (await db.read((tx) => listBalances(tx, customer))).find((balance) => balance.asset === asset)
  return row ? [row.free, row.held, row.owed] : [0n, 0n, 0n]
}

/** The codes of a customer's notices about margin, oldest first. */
export const codesOf = async ({ db }: Floor, customer: CustomerId): Promise<string[]> =>
  (await db.read((tx) => listNoticeRows(tx, customer, { before: null, codes: null, most: 50 })))
    .map(({ code }) => code)
    .filter((code) => !code.startsWith('order'))
    .toReversed()
