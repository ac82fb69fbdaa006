import pg from 'pg'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { OPINIONS, REASONS } from '@lonja/core/review/review.contract'
import { letGoReview } from '@lonja/core/review/review.staff.contract'
import { cancelWithdrawal, readWithdrawalTerms, submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import * as z from 'zod/mini'
import { newId } from './base/ids.ts'
import type { Dice } from './fuzz.dice.testing.ts'
import { openTestHouse, type TestHouse, type Told } from './house.testing.ts'
import { checkLedgerLaw } from './ledger/ledger.verify.ts'
import { ABC, ESP, START } from './orders/orders.testing.ts'
import type { SomeSeat } from './staff/staff.testing.ts'
import { sendApproved } from './withdrawals/withdrawals.jobs.ts'
import { payerIn, TRADING, type Payer } from './withdrawals/withdrawals.testing.ts'

export interface Walks {
  /** How often each act was accepted. */
  readonly accepted: ReadonlyMap<string, number>
  /** One walk: so many calls by customers and seats; what is wrong after it, in words. */
  walk(chance: Dice, calls: number): Promise<string[]>
  /** As nobody can: cash from nothing, by the owner of the tables. */
  mint(): Promise<void>
  unmint(): Promise<void>
  close(): Promise<void>
}

/** Somebody who walks, with what they have made. */
interface Walker extends Payer {
  readonly orders: string[]
  readonly withdrawals: string[]
}

interface Ground {
  readonly house: TestHouse
  walkers: Walker[]
  seats: SomeSeat[]
  readonly chance: Dice
}

type Act = (ground: Ground, who: Walker) => Promise<Told | null>

const PEOPLE = 3
const RENEWED_AFTER_MS = 20 * MINUTE

const amountOf = (chance: Dice): string =>
  chance.pick(['9.99', '10.00', '250.5', '4000.00', '9999.99', '10000.01', '100000.00'])
const anyOf = (ids: readonly string[], chance: Dice): string => (ids.length > 0 ? chance.pick(ids) : newId())
const everyones = ({ walkers }: Ground): string[] => walkers.flatMap(({ withdrawals }) => withdrawals)

/** What may happen in a walk: each by its own odds in the hundred. */
const ACTS: Readonly<Record<string, readonly [odds: number, act: Act]>> = {
  placeOrder: [
    22,
    async ({ house, chance }, who) => {
      const id = newId()
      const limit = chance.pick([null, '3.00', '5.00', '9.99'])
      const ticket = { id, listing: chance.pick([ABC, ESP]), side: chance.once(65) ? 'buy' : 'sell', limit }
      const shares = String(1 + chance.below(300))
      const told = await house.ask(placeOrder, { ...ticket, shares, timeInForce: 'gtc' }, { token: who.token, key: id })
      if (told.status === 200) who.orders.push(id)
      return told
    },
  ],
  cancelOrder: [
    8,
    ({ house, chance }, who) =>
      house.ask(cancelOrder, { id: anyOf(who.orders, chance) }, { token: who.token, key: newId() }),
  ],
  submitWithdrawal: [
    16,
    async ({ house, chance }, who) => {
      const id = newId()
      const amount = { amount: amountOf(chance), currency: chance.pick(['EUR', 'EUR', 'USD']) }
      const password = chance.once(97) ? TRADING : 'wrong'
      const form = { id, amount, payee: who.payee, password }
      const told = await house.ask(submitWithdrawal, form, { token: who.token, key: id })
      if (told.status === 200) who.withdrawals.push(id)
      return told
    },
  ],
  cancelWithdrawal: [
    8,
    ({ house, chance }, who) =>
      house.ask(cancelWithdrawal, { id: anyOf(who.withdrawals, chance) }, { token: who.token, key: newId() }),
  ],
  decideWithdrawal: [
    24,
    async (ground) => {
      const { house, chance, seats } = ground
      const seat = chance.pick(seats)
      const id = anyOf(everyones(ground), chance)
      const opened = await house.ask(openWithdrawal, { id }, { token: seat.token })
      if (opened.status !== 200) return null
      const opinion = chance.pick(OPINIONS)
      const { seen } = opened.data as { seen: string }
      const given = { id, seen, opinion, reason: chance.pick(REASONS.withdrawal[opinion]) }
      return house.ask(decideWithdrawal, given, { token: seat.token, key: newId() })
    },
  ],
  letGoReview: [
    3,
    async (ground) => {
      const { house, chance, seats } = ground
      const seat = chance.pick(seats)
      const id = anyOf(everyones(ground), chance)
      if (chance.once(70)) await house.ask(openWithdrawal, { id }, { token: seat.token })
      return house.ask(letGoReview, { id }, { token: seat.token })
    },
  ],
  quote: [
    12,
    async ({ house, chance }) => {
      const middle = BigInt(400 + chance.below(800))
      await house.quote(chance.pick([ABC, ESP]), middle, middle + 2n)
      return null
    },
  ],
  time: [
    7,
    async ({ house, chance }) => {
      house.clock.advance(chance.pick([MINUTE, 5 * MINUTE, 16 * MINUTE]))
      await sendApproved(house, house.withdrawals)
      return null
    },
  ],
}

/** A house to walk in. */
export async function openWalks(): Promise<Walks> {
  const house = await openTestHouse()
  house.said.sessions = [{ open: START - HOUR, close: START + 100_000 * HOUR }]
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
  const accepted = new Map<string, number>(Object.keys(ACTS).flatMap((name) => (isCall(name) ? [[name, 0]] : [])))
  let minted: Walker | null = null
  let people: Walker[] = []
  let seats: SomeSeat[] = []
  let renewedAt = -Infinity
  const renew = async (): Promise<void> => {
    if (house.clock.now() - renewedAt < RENEWED_AFTER_MS && people.length > 0) return
    renewedAt = house.clock.now()
    seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })]
    people = []
    for (let n = 0; n < PEOPLE; n += 1) people.push({ ...(await payerIn(house)), orders: [], withdrawals: [] })
  }
  const sql = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    await client.query(text, [minted?.id])
    await client.end()
  }
  return {
    accepted,
    walk: async (chance, calls) => {
      await renew()
      const ground = { house, walkers: people, seats, chance }
      for (let n = 0; n < calls; n += 1) await step(ground, accepted)
      return wrongIn(ground)
    },
    mint: async () => {
      minted = people[0] ?? null
      await sql(`update balances set free = free + 1 where customer = $1 and asset = 'EUR'`)
    },
    unmint: () => sql(`update balances set free = free - 1 where customer = $1 and asset = 'EUR'`),
    close: house.close,
  }
}

const isCall = (name: string): boolean => name !== 'quote' && name !== 'time'

async function step(ground: Ground, accepted: Map<string, number>): Promise<void> {
  const { chance, walkers } = ground
  let at = chance.below(Object.values(ACTS).reduce((sum, [odds]) => sum + odds, 0))
  for (const [name, [odds, act]] of Object.entries(ACTS)) {
    at -= odds
    if (at >= 0) continue
    const told = await act(ground, chance.pick(walkers))
    if (told && told.status >= 500) throw new Error(`${name} is answered with ${told.status}`)
    if (told?.status === 200) accepted.set(name, (accepted.get(name) ?? 0) + 1)
    return
  }
}

/** The ledger law, the identity of everybody's figures, and that nothing free is blocked nor anything asked for in order to withdraw. */
async function wrongIn({ house, walkers }: Ground): Promise<string[]> {
  const wrong = (await house.db.read(checkLedgerLaw)).map(({ law, cases }) => `${law}: ${cases}`)
  for (const { token } of walkers) {
    const told = await house.ask(readFigures, {}, { token })
    const { byCurrency } = z.decode(readFigures.reply, told.data as never)
    for (const own of byCurrency) {
      if (identityGap(own) !== 0n) wrong.push(`the identity is missed by ${identityGap(own)} ${own.currency}`)
      if (own.free < 0n || own.held < 0n) wrong.push(`a balance is below zero: ${own.currency}`)
    }
    const { terms } = (await house.ask(readWithdrawalTerms, {}, { token })).data as { terms: { free: Free[] } }
    for (const { amount, currency } of terms.free) {
      const free = byCurrency.find((own) => own.currency === currency)?.free ?? 0n
      if (amount.replace('.', '') !== free.toString().padStart(3, '0'))
        wrong.push(`free ${currency} cannot be withdrawn`)
    }
  }
  return wrong
}

interface Free {
  readonly amount: string
  readonly currency: string
}
