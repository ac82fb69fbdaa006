import { assert } from '@lonja/core/base/assert'
import { cents, currencyFor, priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, RunId } from '@lonja/core/base/ids'
import { DAY_MS } from '@lonja/core/calendar/days'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { readBacktest, startBacktest } from '@lonja/core/strategies/strategies.contract'
import { OWN_EXAMPLES } from '@lonja/core/strategies/own.examples'
import { walkOf } from '@lonja/core/strategies/backtest.testing'
import { newId } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { hold } from '@lonja/core/ledger/ledger.rules'
import { postNow } from '../ledger/ledger.actions.ts'
import { openPurse } from '../orders/purses.store.ts'
import { insertRun } from './runs.store.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { work } from './backtest.task.ts'
import { loadSandbox } from './sandbox.ts'
import type { StartThread } from './backtest.thread.ts'
import type { BacktestServer } from './backtests.jobs.ts'
import { newLink } from './own.actions.ts'
import { saveVersion, updateLink } from './own.store.ts'
import { insertBacktest } from './queue.store.ts'
import type { NewBacktest } from './strategies.store.ts'

/** A form for a backtest of 1,000.00 on ABC over the two days before the test's start. */
export const backtestForm = (change: object = {}) => ({
  id: newId() as string,
  strategy: 'grid',
  version: 1,
  parameters: [] as readonly { name: string; value: number }[],
  listing: ABC,
  from: '2026-11-18',
  to: '2026-11-19',
  budget: '1000.00',
  most: '1000.00',
  lossStop: '1000.00',
  ...change,
})

/** A form for a run of 100.00 on ESP. */
export const runForm = (change: object = {}) => ({
  id: newId() as string,
  strategy: 'grid',
  version: 1,
  parameters: [] as readonly { name: string; value: number }[],
  listing: ESP,
  budget: '100.00',
  most: '100.00',
  lossStop: '100.00',
  ...change,
})

/** The opens of the sessions of the three days before the start, oldest first. */
const PAST_OPENS: readonly Instant[] = [3, 2, 1].map((days) => START - HOUR / 2 - days * DAY_MS)

/** Says the minutes of a walk in the sessions of the three days before the start: a candle each, and most have a quote. */
export function sayPast({ script }: Pick<TestHouse, 'script'>, length = 390): void {
  const close = (open: Instant): Instant => open + length * MINUTE
  script.sessions = [
    ...PAST_OPENS.map((open) => ({ open, close: close(open) })),
    { open: START - HOUR, close: START + 5 * HOUR },
  ]
  const walk = walkOf(21, PAST_OPENS.length, length)
  const starts = PAST_OPENS.flatMap((open) => Array.from({ length }, (_minute, n) => open + n * MINUTE))
  const centsOf = (column: ArrayLike<number>, n: number): bigint => BigInt(column[n] ?? 0) / 100n
  for (const [n, start] of starts.entries())
    if (walk.bid[n])
      script.say(ABC, start + MINUTE, centsOf(walk.bid, n), centsOf(walk.ask, n), BigInt(walk.bidSize[n] ?? 0))
  script.candles = (listing, interval, { from, to, most }, until) => {
    const own = (interval === 'day' ? PAST_OPENS : starts).map((at, n) => ({ at, n }))
    const rows = own.filter(({ at }) => listing === ABC && at >= from && at < to && at <= until).slice(-most)
    const price = (column: ArrayLike<number>) => rows.map(({ n }) => priceE4(BigInt(column[n] ?? 0)))
    return {
      at: rows.map(({ at }) => at),
      open: price(walk.open),
      high: price(walk.high),
      low: price(walk.low),
      close: price(walk.close),
      volume: rows.map(({ n }) => BigInt(walk.volume[n] ?? 0)),
    }
  }
}

/** A backtest in the queue, stored without the market. Returns its id. */
export async function queuedIn(db: Db, customer: CustomerId, at: Instant): Promise<string> {
  const backtest: NewBacktest = {
    customer,
    id: newId(),
    strategy: 'grid',
    version: 1,
    own: null,
    parameters: { levels: 4, distanceBps: 50 },
    listing: ABC,
    firstDay: '2026-11-18',
    lastDay: '2026-11-19',
    from: at - 3 * DAY_MS,
    to: at - DAY_MS,
    budget: cents(1_000_00n),
    most: cents(1_000_00n),
    lossStop: cents(1_000_00n),
    feeTable: 2,
    at,
  }
  await writeFor(db, customer, (tx) => insertBacktest(tx, backtest))
  return backtest.id
}

/** A run of 100.00 that goes on, stored without the market. Returns its id. */
export async function startedIn(db: Db, customer: CustomerId, at: Instant): Promise<string> {
  const id = newId() as string as RunId
  const budget = cents(100_00n)
  const amounts = { budget, most: budget, lossStop: budget }
  const of = { strategy: 'grid', version: 1, parameters: { levels: 4, distanceBps: 50 } }
  const lines = hold([{ asset: currencyFor(ESP), units: budget }])
  await writeFor(db, customer, async (tx) => {
    await postNow(tx, { customer, cause: { kind: 'run', id }, at, lines })
    await openPurse(tx, { customer, id, listing: ESP, cash: budget, openedAt: at })
    await insertRun(tx, { customer, id, listing: ESP, own: null, ...of, ...amounts, at, marketAt: at })
  })
  return id
}

/** The text of an own strategy that buys at its first bar. */
export const OWN_TEXT = OWN_EXAMPLES.below_mean

export const ownForm = (change: object = {}) => ({
  id: newId() as string,
  own: newId() as string,
  name: 'Below the mean',
  text: OWN_TEXT,
  after: 0,
  ...change,
})

export const ownBacktestForm = ({ own, version = 1, ...change }: { own: string; version?: number }) => {
  const { strategy: _strategy, parameters: _parameters, ...form } = backtestForm({ version, own, ...change })
  return form
}

/** A change of a form for a run of an own strategy. */
export type OwnRunChange = { readonly own: string; readonly version?: number } & Readonly<Record<string, unknown>>

export const ownRunForm = ({ own, version = 1, ...change }: OwnRunChange) => {
  const { strategy: _strategy, parameters: _parameters, ...form } = runForm({ version, own, ...change })
  return form
}

/** An own strategy with one version and a link, stored without the door. Returns its id. */
export async function savedIn(db: Db, customer: CustomerId, at: Instant, link = newLink()): Promise<string> {
  const id = newId()
  await writeFor(db, customer, async (tx) => {
    const row = { customer, id, name: 'Below the mean', version: 1, at, bytes: OWN_TEXT.length }
    await saveVersion(tx, row, { id: newId(), text: OWN_TEXT })
    await updateLink(tx, { customer, id }, { link, version: 1 })
  })
  return id
}

/** A customer asks for a backtest through the door. */
export function startOne(
  house: TestHouse,
  { token }: Pick<TestCustomer, 'token'>,
  change: object = {},
): Promise<CallAnswer> {
  const form = backtestForm(change)
  return house.ask(startBacktest, form, { token, key: form.id })
}

/** A backtest, as its customer reads it after signing in again. */
export const askBacktest = async (house: TestHouse, who: TestCustomer, id: string): Promise<CallAnswer> =>
  house.ask(readBacktest, { id }, { token: await signInAgain(house, who) })

/** Works a backtest out in the test's own thread. */
export const inPlace: StartThread = (task, hear) => ({
  end: (async () => work(task, hear, task.text === null ? null : await loadSandbox()))(),
  stop: () => {},
})

/** Runs a server's rounds until something holds. */
export async function roundsUntil(server: BacktestServer, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; n < 2_000; n++) {
    await server.round()
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert(false, 'the rounds came to it')
}
