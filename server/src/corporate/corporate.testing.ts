import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { HOUR, SECOND, type Day, type Instant } from '@lonja/core/base/instant'
import { byRecord, type MarketAction, type Ratio } from '@lonja/core/market/actions'
import type { DayFigures } from '@lonja/core/market/market.contract'
import { isRefused } from '@lonja/core/base/refusal'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Topic } from '@lonja/core/base/contract'
import type { Events } from '../base/events.ts'
import { openLog } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { checkLaws, type Breach } from '../ledger/ledger.verify.ts'
import { marketFor } from '../market/market.quotes.ts'
import { listNoticeRows } from '../notices/notices.store.ts'
import { place } from '../orders/orders.actions.ts'
import {
  ABC,
  START,
  openFloor,
  scriptedSource,
  ticket,
  type Floor,
  type ScriptedSource,
} from '../orders/orders.testing.ts'
import { ORDER_BOOKS } from '../orders/orders.verify.ts'
import { openCorporateActions, type CorporateActions } from './corporate.jobs.ts'
import { listActionRows, type ActionRow } from './corporate.store.ts'
import { CORPORATE_BOOKS } from './corporate.verify.ts'

/** The close before the ex-day of the actions of these tests. */
export const RECORD: Instant = START + HOUR
const EX_DAY: Day = '2026-11-21'

const head = { exDay: EX_DAY, announcedAt: START - 24 * HOUR, recordAt: RECORD, exAt: RECORD + 8 * HOUR }

export const splitOf = (to: bigint, from: bigint, listing: ListingId = ABC): MarketAction => ({
  ...head,
  listing,
  kind: 'split',
  ratio: { from, to } satisfies Ratio,
})
export const dividendOf = (amount: bigint, listing: ListingId = ABC): MarketAction => ({
  ...head,
  listing,
  kind: 'dividend',
  amount: priceE4(amount),
})
export const changeOf = (successor: ListingId, listing: ListingId = ABC): MarketAction => ({
  ...head,
  listing,
  kind: 'symbol',
  successor,
})

/** Trading in which corporate actions are carried out when the test runs a round. */
export interface ActionFloor extends Floor {
  readonly quotes: ScriptedSource
  readonly actions: CorporateActions
  readonly publications: [customer: CustomerId, topics: readonly Topic[]][]
  /** Corporate actions of another server on the same database. */
  otherActions(db?: Db, open?: ActionFloor['open']): CorporateActions
  /** Moves the clock a second past the close before the ex-day. */
  pastClose(): void
  /** Closes everything, and throws if a law of the books does not hold. */
  checkAndClose(): Promise<void>
  /** The laws of the books that do not hold. */
  breaches(): Promise<Breach[]>
}

/** The day's figures with a last price, in whole cents. */
export function figuresAt(lastCents: bigint): DayFigures {
  const last = priceE4(lastCents * 100n)
  return { day: '2026-11-20', open: last, high: last, low: last, last, previousClose: null, volume: 1n, at: START }
}

/** A test may change both lists: what the market announces, and what was withdrawn of it. */
export async function openActionFloor(
  announced: readonly MarketAction[],
  withdrawn: readonly MarketAction[] = [],
): Promise<ActionFloor> {
  const parts: { quotes?: ScriptedSource; actions?: CorporateActions } = {}
  const floor = await openFloor(undefined, (_db, clock) => {
    const quotes = scriptedSource(clock)
    parts.quotes = quotes
    // The next session follows at once, so a quote of the ex-day may fill an order.
    quotes.sessions = [
      { open: START - HOUR, close: RECORD },
      { open: RECORD, close: RECORD + 24 * HOUR },
    ]
    const actionsBy = (until: Instant) => announced.filter(({ announcedAt }) => announcedAt <= until).toSorted(byRecord)
    const market = marketFor({ ...quotes.source, actionsBy, withdrawnBy: () => [...withdrawn] })
    return Promise.resolve({
      ...market,
      settled: () => Math.min(market.settled(), parts.actions?.heldAt() ?? Infinity),
      heldAt: (listing: ListingId) => parts.actions?.heldAt(listing) ?? Infinity,
    })
  })
  const publications: ActionFloor['publications'] = []
  const opened = (db: Db = floor.db, open = floor.open): CorporateActions => {
    const publish: Events['publish'] = (customer, topics) => void publications.push([customer, topics])
    const { clock, market, guard, heardEvents, fees } = floor
    // The round itself sees the market as it is; the engine of the floor the one that is held back.
    const free = { ...market, settled: market.now, heldAt: () => Infinity }
    return openCorporateActions({ db, clock, log: openLog('silent'), market: free, guard, events: { publish }, trading: { open, heardEvents, fees } }) // prettier-ignore
  }
  const quotes = parts.quotes as ScriptedSource
  parts.actions = opened()
  const breaches = () => floor.db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS, CORPORATE_BOOKS]))
  return Object.assign(floor, {
    splitWaitMs: 0,
    quotes,
    publications,
    actions: parts.actions,
    otherActions: opened,
    pastClose: () => floor.clock.advance(RECORD + SECOND - floor.clock.now()),
    quote: async (listing: ListingId, bidCents: bigint, askCents: bigint) => {
      floor.clock.advance(SECOND)
      const event = quotes.say(listing, floor.clock.now(), bidCents, askCents)
      await floor.engine.sweep()
      return event
    },
    breaches,
    checkAndClose: async () => {
      const breachesAtEnd = await breaches()
      await floor.close()
      assert(breachesAtEnd.length === 0, `the laws hold: ${JSON.stringify(breachesAtEnd)}`)
    },
  })
}

/** A floor with these actions, and a holder of ABC who bought these shares at 10.00, one lot each. */
export async function openHolder(
  announced: readonly MarketAction[],
  ...lots: bigint[]
): Promise<{ readonly floor: ActionFloor; readonly customer: CustomerId }> {
  const floor = await openActionFloor(announced)
  const customer = await floor.customer({ USD: 10_000_000n })
  for (const shares of lots) await buyAtTen(floor, customer, shares)
  floor.quotes.figures.set(ABC, figuresAt(1_200n))
  return { floor, customer }
}

/** Buys shares of ABC at 10.00. */
export async function buyAtTen(floor: ActionFloor, customer: CustomerId, shares: bigint): Promise<void> {
  floor.clock.advance(SECOND)
  floor.quotes.say(ABC, floor.clock.now(), 999n, 1_000n)
  const order = await place(floor, { customer }, ticket(ABC, { shares: wholeShares(shares) }))
  assert(!isRefused(order), 'the order is taken')
  await floor.quote(ABC, 999n, 1_000n)
}

/** The free balance of an asset. */
export const freeOf = async ({ db }: Floor, customer: CustomerId, asset: string): Promise<bigint> =>
  (await db.read((tx) => listBalances(tx, customer))).find((balance) => balance.asset === asset)?.free ?? 0n

/** The only action on record. */
export async function onlyAction({ db }: Floor): Promise<ActionRow> {
  const [row] = await db.read(listActionRows)
  assert(row !== undefined, 'an action is on record')
  return row
}

/** The codes of a customer's notices, newest first. */
export const codesOf = async ({ db }: Floor, customer: CustomerId): Promise<string[]> =>
  (await db.read((tx) => listNoticeRows(tx, customer, { before: null, codes: null, most: 20 }))).map(({ code }) => code)
