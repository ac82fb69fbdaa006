import { setTimeout as sleep } from 'node:timers/promises'
import { cents } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { DAY_MS } from '@lonja/core/calendar/days'
import { seedDayFor } from '@lonja/core/ipo/beacon.rules'
import { seedOn, TERMS, TEST_CHAIN } from '@lonja/core/ipo/draw.testing'
import { amountFor, FREEZE_AFTER_MS } from '@lonja/core/ipo/ipo.rules'
import { wholeLots, type Terms } from '@lonja/core/ipo/terms.text'
import { hold } from '@lonja/core/ledger/ledger.rules'
import { newId } from '@lonja/server/base/ids'
import { insertCustomerLock } from '@lonja/server/database/locks'
import { advanceDraw, type DrawParts } from '@lonja/server/ipo/draws.actions'
import { IPO_BOOKS } from '@lonja/server/ipo/ipo.verify'
import { insertApplication, insertOffer } from '@lonja/server/ipo/ipo.store'
import { storeDraw } from '@lonja/server/ipo/results.actions'
import { settleOffer } from '@lonja/server/ipo/settling.actions'
import { postGrant, postNow } from '@lonja/server/ledger/ledger.actions'
import { LEDGER_BOOKS } from '@lonja/server/ledger/ledger.laws.verify'
import { checkLaws } from '@lonja/server/ledger/ledger.verify'
import { listBalances } from '@lonja/server/ledger/ledger.store'
import { insertRevealed } from '@lonja/server/market/market.store'
import { openFloor, type Floor } from './lane.floor.ts'
import { dice, placeAndCancel } from './lane.work.ts'
import { p99 } from './quantiles.ts'

/**
 * One offer in a process of its own: its customers apply before the clock runs; then the list is frozen, drawn, allotted
 * and refunded, as the rounds of a server do it, beside others who trade and read on the same server.
 */

const CASH = 10_000_000n
const AT_ONCE = 100
const BYSTANDERS = 4
const CALM_MS = 10_000
const PAUSE_MS = 10
const SHARE_OF_LOTS = 4n

/** Seconds of each step, the 99th percentile of the bystanders in ms, and the most memory in MB. */
export interface DrawFigures {
  readonly freeze: number
  readonly draw: number
  readonly settle: number
  readonly calm: Waits
  readonly beside: Waits
  readonly memory: number
}

interface Waits {
  readonly trade: number
  readonly read: number
}

async function work(count: number): Promise<DrawFigures> {
  const floor = await openFloor(BYSTANDERS, 8)
  try {
    const terms = await offerTo(floor, count)
    await bystand(floor, () => sleep(CALM_MS / 5))
    const calm = await bystand(floor, () => sleep(CALM_MS))
    const seconds = { freeze: 0, draw: 0, settle: 0 }
    const beside = await bystand(floor, async () => {
      seconds.freeze = await timed(() => freeze(floor, terms))
      seconds.draw = await timed(() => draw(floor, terms))
      seconds.settle = await timed(() => settleOffer({ ...partsOf(floor, terms.draws), events: { publish: () => {} } }, terms.offer)) // prettier-ignore
    })
    const broken = await floor.db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, IPO_BOOKS]))
    if (broken.length > 0) throw new Error(`The law does not hold: ${JSON.stringify(broken[0])}`)
    return { ...seconds, calm, beside, memory: process.resourceUsage().maxRSS / 1_024 }
  } finally {
    await floor.close()
  }
}

/** An offer of a quarter of the lots that its customers apply for. */
async function offerTo({ db }: Floor, count: number): Promise<Terms> {
  const lots = wholeLots(BigInt(count) * SHARE_OF_LOTS)
  const terms: Terms = { ...TERMS, offer: newId(), lots, crowd: false, beacon: { kind: 'seeds' } }
  await db.write((tx) => insertOffer(tx, terms, terms.opens - DAY_MS))
  const random = dice(count)
  for (let n = 0; n < count; n += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - n) }, () => wholeLots(BigInt(1 + Math.floor(random() ** 2 * 20)))) // prettier-ignore
    await Promise.all(some.map((each) => applyTo(db, terms, each)))
  }
  return terms
}

const applyTo = (db: Floor['db'], terms: Terms, lots: Terms['lots']): Promise<unknown> =>
  db.write(async (begun) => {
    const [customer, id, at] = [newId<'customer'>(), newId(), terms.opens]
    const held = cents(amountFor(terms, lots))
    const tx = await insertCustomerLock(begun, customer, at)
    await postGrant(tx, customer, { asset: 'EUR', units: CASH }, at)
    const lines = hold([{ asset: 'EUR', units: held }])
    await postNow(tx, { customer, cause: { kind: 'application', id }, at, lines })
    await insertApplication(tx, { customer, id, offer: terms.offer, lots, asset: 'EUR', held, at })
  })

const partsOf = ({ db }: Floor, now: number): DrawParts => ({
  db,
  clock: { now: () => now },
  chain: TEST_CHAIN,
  fetchRound: () => Promise.reject(new Error('The beacon of this offer is a seed.')),
})

async function freeze(floor: Floor, terms: Terms): Promise<void> {
  const wait = await advanceDraw(partsOf(floor, terms.closes + FREEZE_AFTER_MS + 1), terms)
  if (wait?.for !== 'seed') throw new Error('The root is not published.')
}

async function draw(floor: Floor, terms: Terms): Promise<void> {
  const published = terms.closes + FREEZE_AFTER_MS + 1
  const day = seedDayFor(published)
  await floor.db.write((tx) => insertRevealed(tx, [{ day, seed: seedOn(day) }], published))
  const parts = partsOf(floor, published + 3 * DAY_MS)
  const wait = await advanceDraw(parts, terms)
  if (wait || !(await storeDraw(parts, terms.offer))) throw new Error('The offer is not drawn.')
}

/** The waits of others who trade and read while something is done. */
async function bystand(floor: Floor, act: () => Promise<unknown>): Promise<Waits> {
  let isOver = false
  const [trades, reads]: [number[], number[]] = [[], []]
  const one = async (customer: CustomerId): Promise<void> => {
    while (!isOver) {
      trades.push(1_000 * (await timed(() => placeAndCancel(floor, customer))))
      reads.push(1_000 * (await timed(() => floor.db.read((tx) => listBalances(tx, customer)))))
      await sleep(PAUSE_MS)
    }
  }
  const all = floor.customers.map(one)
  await act()
  isOver = true
  await Promise.all(all)
  return { trade: p99(trades), read: p99(reads) }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return (performance.now() - began) / 1_000
}

const count = Number(process.argv[2])
process.send?.(await work(count))
