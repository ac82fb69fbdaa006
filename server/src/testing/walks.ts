import pg from 'pg'
import { priceE4, rateE6, wholeShares } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import * as z from 'zod/mini'
import { dice, type Dice } from './fuzz.dice.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import type { CallAnswer } from './ask.ts'
import { checkBooks } from '../books.ts'
import { openBlocks, runBlockRound } from '../blocks/blocks.testing.ts'
import { chargeDue } from '../loans/loans.testing.ts'
import { runOptionRound } from '../options/options.testing.ts'
import { openOffer } from '../ipo/ipo.testing.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { ACTS, type ActName } from './walks.acts.ts'
import { wrongEventsOf } from './walks.events.ts'
import { runStrategyRound } from './walks.runs.ts'
import { passWithEvents } from './walks.options.ts'
import { newSeats, newWalker, type Walk, type Walker } from './walks.people.ts'
import { blockedIn } from './walks.reasons.ts'
import { sendApproved } from '../withdrawals/withdrawals.jobs.ts'

export interface Walks {
  /** The number of accepted calls of each act. */
  readonly accepted: ReadonlyMap<ActName, number>
  /**
   * Runs `count` walks side by side, numbered from `first`: each makes its n-th call while the others make theirs.
   * Returns the faults in words.
   */
  walk(first: number, count: number, calls: number): Promise<string[]>
  /** Creates a cent from nothing, as the owner of the tables: no call can. */
  mint(): Promise<void>
  close(): Promise<void>
}

/** A fault that a test of the walks plants. It runs after an accepted call. */
export type PlantedFault = (house: TestHouse, name: ActName, answer: CallAnswer) => Promise<void>

const PEOPLE = 2
/** The number of walks per house. The laws are checked on the whole house after each round of walks. */
const A_HOUSE = 200
const NAMES = Object.keys(ACTS) as ActName[]
const ODDS = NAMES.reduce((sum, name) => sum + ACTS[name][0], 0)

/** Opens walks by a seed. The n-th walk has its own chance, so it is the same whichever walks run beside it. */
export async function openWalks(seed: number, plant: PlantedFault = () => Promise.resolve()): Promise<Walks> {
  let house = await openGround()
  let walked = 0
  const accepted = new Map<ActName, number>(NAMES.map((name) => [name, 0]))
  const took = async (name: ActName, answer: CallAnswer): Promise<void> => {
    accepted.set(name, (accepted.get(name) ?? 0) + 1)
    await plant(house, name, answer)
  }
  return {
    accepted,
    walk: async (first, count, calls) => {
      if (walked + count > A_HOUSE) {
        await house.close()
        house = await openGround()
        walked = 0
      }
      walked += count
      const walks = await walksIn(house, seed, first, count)
      const between = dice(seed * 31 + first)
      for (let n = 0; n < calls; n += 1) {
        await Promise.all(walks.map((walk) => step(walk, took)))
        await goOn(house, between)
      }
      return wrongAfter(house, walks, first)
    },
    mint: () => asOwner(house, MINT),
    close: () => house.close(),
  }
}

const MINT = `update balances set free = free + 1
  where (customer, asset) = (select customer, asset from balances where asset = 'EUR' order by customer limit 1)`

async function asOwner({ ownerUrl }: TestHouse, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** A house for walks. Its market is always open, a payee waits ten minutes, and soon it is 16:00 in Madrid. */
async function openGround(): Promise<TestHouse> {
  const house = await openTestHouse({ start: START - 20 * MINUTE, payingOut: { payeeWaitMs: 10 * MINUTE } })
  house.script.sessions = [{ open: START - HOUR, close: START + 100_000 * HOUR }]
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
  for (const change of [{}, { price: priceE4(3_000_100n), most: wholeLots(3n) }])
    await openOffer(house.db, START, change)
  await openBlocks(house.db, START, { least: wholeShares(100n), endsAt: START + 100_000 * HOUR })
  return house
}

async function walksIn(house: TestHouse, seed: number, first: number, count: number): Promise<Walk[]> {
  const chances = Array.from({ length: count }, (_walk, n) => dice(seed + (first + n) * 7_919))
  const people = await Promise.all(
    chances.map((chance) => Promise.all(Array.from({ length: PEOPLE }, () => newWalker(house, chance)))),
  )
  const [own] = people.flat()
  const seats = own ? await newSeats(house, own) : []
  return chances.map((chance, n) => ({ house, chance, walkers: people[n] ?? [], seats, opened: [], wrong: [] }))
}

/** Makes one call of a walk. */
async function step(walk: Walk, took: (name: ActName, answer: CallAnswer) => Promise<void>): Promise<void> {
  const { chance, walkers } = walk
  let at = chance.below(ODDS)
  for (const name of NAMES) {
    const [odds, act] = ACTS[name]
    at -= odds
    if (at >= 0) continue
    const answer = await act(walk, chance.pick(walkers))
    if (answer && answer.status >= 500) throw new Error(`${name} is answered with ${answer.status}`)
    if (answer?.status === 200) await took(name, answer)
    return
  }
}

/** Changes the world between calls: prices, the rate, the time, and the withdrawals that the house then sends. */
async function goOn(house: TestHouse, chance: Dice): Promise<void> {
  const isLater = chance.once(12)
  if (isLater) {
    passWithEvents(house, chance.pick([MINUTE, 5 * MINUTE, 15 * MINUTE]), chance)
    house.script.rate = rateE6(BigInt(900_000 + chance.below(400_000)))
    await sendApproved(house, house.withdrawals)
  }
  for (const listing of isLater ? [ABC, ESP] : chance.once(40) ? [chance.pick([ABC, ESP])] : []) {
    const middle = BigInt(400 + chance.below(800))
    await house.quote(listing, middle, middle + 2n, 1_000n)
  }
  await runStrategyRound(house)
  if (!isLater) return
  await runOptionRound(house)
  await runBlockRound(house)
  await chargeDue(house)
}

/**
 * Collects the faults that each walk found, checks the figures of its customers, and then checks the laws over the
 * whole house.
 */
async function wrongAfter(house: TestHouse, walks: readonly Walk[], first: number): Promise<string[]> {
  const wrong = await Promise.all(
    walks.map(async (walk, n) => {
      const sentences = await Promise.all(walk.walkers.map((who) => wrongOf(house, who)))
      return [...walk.wrong, ...sentences.flat()].map((sentence) => `walk ${first + n}: ${sentence}`)
    }),
  )
  const law = (await house.db.read(checkBooks)).map(({ law: name, cases }) => `${name}: ${cases}`)
  return [...wrong.flat(), ...law]
}

/**
 * Checks a customer's figures: their identity, the amount paid in by the customer's own count, that the events of the
 * fund flow add up to them, and that all free cash can be withdrawn.
 */
async function wrongOf(house: TestHouse, who: Walker): Promise<string[]> {
  const answer = await house.ask(readFigures, {}, { token: who.token })
  if (answer.status !== 200) return [`the figures are answered with ${answer.status}: ${answer.msg}`]
  const { byCurrency } = z.decode(readFigures.reply, answer.data as never)
  const wrong = byCurrency.flatMap((own) => [
    ...(identityGap(own) === 0n ? [] : [`the identity is missed by ${identityGap(own)} ${own.currency}`]),
    ...(own.free < 0n || own.held < 0n ? [`a balance is below zero: ${own.currency}`] : []),
    ...(own.paidIn === who.paidIn[own.currency]
      ? []
      : [`paid in are ${own.paidIn} ${own.currency}, and ${who.paidIn[own.currency]} were credited`]),
  ])
  const freeOf = (currency: string): bigint => byCurrency.find((own) => own.currency === currency)?.free ?? 0n
  return [...wrong, ...(await wrongEventsOf(house, who, freeOf)), ...(await blockedIn(house, who, freeOf))]
}
