import { eur, priceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { saveOwnStrategy, startOwnRun } from '@lonja/core/strategies/own.contract'
import { listRunTrades, readRun, startRun } from '@lonja/core/strategies/runs.contract'
import { openLog } from '../base/log.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'
import { openRuns, type RunServer } from '../strategies/runs.jobs.ts'
import type { RunJobParts } from '../strategies/runs.server.ts'
import type { WatchedThread } from '../strategies/sandbox.testing.ts'
import { ownForm, ownRunForm, runForm, type OwnRunChange } from '../strategies/strategies.testing.ts'

/** A house whose market said one minute on the day before, so that a grid knows the first price of today's session. */
export async function openRunHouse(): Promise<TestHouse> {
  const house = await openTestHouse({ grant: eur(10_000_00n), start: START })
  const { script } = house
  const close = START - DAY_MS + HOUR
  script.sessions = [
    { open: START - DAY_MS, close },
    { open: START, close: START + 6 * HOUR },
    { open: START + DAY_MS, close: START + DAY_MS + HOUR },
  ]
  script.say(ESP, close, 999n, 1_001n)
  const price = priceE4(100_000n)
  script.candles = (_listing, _interval, { from, to }) => {
    const at = [close - MINUTE].filter((start) => start >= from && start < to)
    const prices = at.map(() => price)
    return { at, open: prices, high: prices, low: prices, close: prices, volume: at.map(() => 100n) }
  }
  return house
}

/** One server's rounds, with parts of the house that a test replaces. */
export const serverOf = (house: TestHouse, change: Partial<RunJobParts> = {}): RunServer =>
  openRuns({ ...house, isOn: true, ...change }, openLog('silent'))

/** Goes through rounds until the texts have heard what there is, and what they ask for is placed. */
export async function roundsWith(server: RunServer, thread: WatchedThread): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await server.round()
    await thread.idle()
  }
}

/** Says a quote of ESP in cents a second later; it fills what waits, and the server hears it for the runs. */
export async function hear(house: TestHouse, server: RunServer, bid: bigint, ask: bigint): Promise<void> {
  house.clock.advance(SECOND)
  house.script.say(ESP, house.clock.now(), bid, ask)
  await house.engine.sweep()
  await server.round()
}

/** A grid of two levels, 1 % apart, with 1,000.00. */
const GRID = {
  parameters: [
    { name: 'levels', value: 2 },
    { name: 'distanceBps', value: 100 },
  ],
  budget: '1000.00',
  most: '1000.00',
  lossStop: '1000.00',
} as const

/** A new customer with a grid. Its first quote of the session is its anchor. */
export async function gridOf(house: TestHouse, change: object = {}) {
  const who = await house.customer()
  const form = runForm({ ...GRID, ...change })
  const { data } = await house.ask(startRun, form, { token: who.token, key: form.id })
  const id = data.id as string
  return { who, id, read: () => readOf(house, who, id) }
}

/** The text of a strategy that hears quotes. Its lines begin at line 3. */
export const onQuote = (lines: string, settings = ''): string =>
  `import { strategy } from 'lonja'\nexport default strategy({ ${settings} onQuote(quote, own, act, state) {\n${lines}\n} })`

/** A customer, by default a new one, with a run of a text of their own, by default with 1,000.00. */
export async function ownRunOf(house: TestHouse, text: string, change: object = {}, by?: TestCustomer) {
  const who = by ?? (await house.customer())
  const saved = ownForm({ text })
  await house.ask(saveOwnStrategy, saved, { token: who.token, key: saved.id })
  const { own } = saved
  const { data, error } = await startOwn(house, who, { own, ...change })
  const id = data?.id as string
  return { who, own, id, error, read: () => readOf(house, who, id) }
}

/** Starts a run of an own strategy through the door. */
export async function startOwn(house: TestHouse, { token }: Pick<TestCustomer, 'token'>, change: OwnRunChange) {
  const { budget, most, lossStop } = GRID
  const form = ownRunForm({ budget, most, lossStop, ...change })
  return house.ask(startOwnRun, form, { token, key: form.id })
}

/** Says a quote of ESP in cents a second later; what waits is filled, and the texts hear it. */
export async function hearWith(
  house: TestHouse,
  { server, thread }: { readonly server: RunServer; readonly thread: WatchedThread },
  bid: bigint,
  ask: bigint,
): Promise<void> {
  house.clock.advance(SECOND)
  house.script.say(ESP, house.clock.now(), bid, ask)
  await house.engine.sweep()
  await roundsWith(server, thread)
}

/** A run with its trades and the orders of its customer. */
export async function readOf(house: TestHouse, { token }: Pick<TestCustomer, 'token'>, id: string) {
  const run = (await house.ask(readRun, { id }, { token })).data
  const trades = (await house.ask(listRunTrades, { id }, { token })).data
  const open = (await house.ask(listOrders, { which: 'open' }, { token })).data
  const ended = (await house.ask(listOrders, { which: 'ended' }, { token })).data
  return { run, trades, open: open.rows, ended: ended.rows }
}
