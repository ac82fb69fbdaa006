import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { startOver } from '@lonja/core/leaving.contract'
import { makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { makeWatchlist } from '@lonja/core/watchlist/watchlist.contract'
import type * as z from 'zod/mini'
import { newId } from '../base/ids.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { insertPayee } from '../payees/payees.store.ts'
import { reverseByTwo } from '../reversals/reversals.testing.ts'
import { submit } from '../withdrawals/withdrawals.testing.ts'
import { MATRIX } from './access.matrix.ts'
import { ALERT, ownerIn, ticketOf, type Owner } from './access.owner.ts'
import { tradingPasswordOf } from './fuzz.withdrawals.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'
import type { CallAnswer } from './ask.ts'
import { askOn } from '../resets/resets.testing.ts'
import { OWN_READS } from './reads.ts'

/*
 * No customer reads another customer's data, in any field. An owner has a record of every kind. Two other customers call
 * every read with every id of the owner: one has records with other ids, the other has records with the owner's ids. No
 * answer contains a figure, an id or a text that only the owner has.
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let house: TestHouse
let owner: Owner
/** The ids of all the owner's things. */
let ids: readonly string[]
/**
 * A customer who does the same as the stranger, under other ids. Values that both of them read belong to nobody alone.
 */
let bystander: Owner
/** Every value that the owner reads and the bystander does not. */
let alone: ReadonlySet<string>
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  owner = await ownerIn(house)
  await askOn(house, owner.phone)
  // The offer without an application is nobody's.
  const own = Object.values(owner).filter((value: string) => UUID.test(value) && value !== owner.nextOffer)
  const coins = await withdrawnInCoins(owner)
  const reversal = newId()
  const seat = () => house.seat({ roles: ['treasurer'] })
  await reverseByTwo(house, [await seat(), await seat(), await seat()], owner.id, '13.37', { id: reversal })
  ids = [coins, reversal, ...own, ...(await traded(owner))]
  // Others act at another minute, so that their times differ from the owner's.
  house.clock.advance(7 * MINUTE)
  await house.quote(ABC, 999n, 1_001n)
  const others = ids.map(newId)
  bystander = await doing(others)
  const common = await allValues(bystander, others)
  alone = new Set([...(await allValues(owner, ids))].filter((value) => !common.has(value)))
})
afterAll(() => house.close())

/** A withdrawal to a wallet, of an amount that nobody else has. Statements show its coins. */
async function withdrawnInCoins(who: TestCustomer): Promise<string> {
  const [payee, at] = [newId(), house.clock.now()]
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const to = { kind: 'wallet', currency: 'USDC', chain: 'polygon', address } as const
  await house.db.write((tx) => insertPayee(tx, { customer: who.id, id: payee, to, addedAt: at, readyAt: at }))
  const password = await tradingPasswordOf(house, who.id)
  const answer = await submit(house, { ...who, payee }, { amount: '33.37', password })
  return (answer.data as { id: string }).id
}

/** Fills a buy and a sell: the owner has a position and a closed part of it. */
async function traded({ token }: TestCustomer): Promise<string[]> {
  const orders: string[] = []
  for (const [side, shares] of [
    ['buy', '37'],
    ['sell', '11'],
  ]) {
    const ticket = { ...ticketOf(ESP), side, shares, limit: null }
    orders.push(ticket.id)
    await house.ask(placeOrder, ticket, { token, key: ticket.id })
    await house.quote(ESP, 498n, 499n)
  }
  return orders
}

/** A customer who starts over under the first of these ids, and whose orders, alerts and lists have the others. */
async function doing([first = '', ...own]: readonly string[]): Promise<Owner> {
  const who = await house.customer()
  for (const id of own) {
    const how = { token: who.token, key: id }
    const placed = await house.ask(placeOrder, { ...ticketOf(ABC), id, limit: '8.00' }, how)
    expect([placed.status, placed.error]).toEqual([200, undefined])
    await house.ask(makeAlert, { id, listing: ABC, ...ALERT }, how)
    await house.ask(makeWatchlist, { id, name: `Of ${id.slice(-4)}` }, how)
  }
  const password = await tradingPasswordOf(house, who.id)
  const over = await house.ask(startOver, { id: first, password }, { token: who.token, key: first })
  expect([over.status, over.error]).toEqual([200, undefined])
  return { ...owner, ...who }
}

/**
 * Every value of an answer: scalars of JSON, cells of a file, cells of each file of an archive. Words and short numbers
 * are left out.
 */
function valuesIn({ status, data }: CallAnswer): Set<string> {
  const values = new Set<string>()
  const take = (value: unknown): void => {
    if (Buffer.isBuffer(value)) for (const text of textsIn(value)) text.split(/[\s",;:{}[\]]+/).forEach(take)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
    else if (/\d/.test(String(value)) && String(value).length >= 5) values.add(String(value))
  }
  if (status === 200) take(data)
  return values
}

const textsIn = (file: Buffer): string[] =>
  file.subarray(0, 2).toString() === 'PK'
    ? Object.values(unzipSync(file)).map((one) => strFromU8(one))
    : [file.toString()]

/** The input with which the owner reads a thing. */
const inputOf = (name: CallName): Readonly<Record<string, unknown>> => MATRIX[name][1](owner) as Record<string, unknown>

const ask = async (name: CallName, input: object, { token }: TestCustomer): Promise<Set<string>> =>
  valuesIn(await house.ask(CALLS[name], input, { token, ip: '10.8.0.1' }))

/** Everything that a customer reads with these ids. */
async function allValues(who: Owner, own: readonly string[]): Promise<Set<string>> {
  const all = new Set<string>()
  for (const name of OWN_READS) {
    for (const input of inputsOf(name, own)) for (const value of await ask(name, input, who)) all.add(value)
  }
  return all
}

/** The owner's values in an answer, except those that were sent. */
const leaked = (values: ReadonlySet<string>, ...sent: readonly string[]): string[] =>
  [...values].filter((value) => alone.has(value) && !sent.includes(value))

/**
 * Reads that show only words, counts and prices, which are the same for two customers who did the same. The owner's
 * first order has no fill, and so no leaf; their other ids have. The practice market has no corporate actions:
 * `corporate.routes.test.ts` shows that nobody reads another's part.
 */
const SAME_FOR_BOTH: readonly CallName[] = [
  ...([
    'readSecondStep',
    'readPush',
    'listWatched',
    'readFirstSteps',
    'readAction',
    'listOwnActions',
    'readCheckoutLink',
    'readDocument',
    'listStatements',
    'listOffers',
    'listFirstDays',
  ] as const),
  'readOrderLeaves',
  'listBlockPurchases',
  'listOptions',
  'readOption',
  'listStrategies',
  'listBacktestTrades',
  'listRunTrades',
  'readRunResults',
  'checkOwnStrategy',
  'readSharedStrategy',
]

test('the owner reads something that is nobody else’s in every read that shows more than words', async () => {
  const without: CallName[] = []
  for (const name of OWN_READS) if (leaked(await ask(name, inputOf(name), owner)).length === 0) without.push(name)
  expect(without).toEqual(SAME_FOR_BOTH)
})

/** The fields of a call's input. */
const fieldsOf = (name: CallName): [string, z.ZodMiniType][] =>
  Object.entries((CALLS[name].input as z.ZodMiniObject).def.shape as Record<string, z.ZodMiniType>)

/** The owner's input of a read, and the same with each of these ids in each field that takes one. */
function inputsOf(name: CallName, own: readonly string[]): Readonly<Record<string, unknown>>[] {
  const values = [...own, owner.posting]
  const inputs = fieldsOf(name).flatMap(([field, form]) =>
    values.filter((value) => form.safeParse(value).success).map((value) => ({ ...inputOf(name), [field]: value })),
  )
  return [inputOf(name), ...inputs]
}

describe('nothing of the owner’s is read by its ids', () => {
  test.each(OWN_READS)('%s', async (name) => {
    for (const input of inputsOf(name, ids)) {
      const sent = Object.values(input).map(String)
      expect([input, leaked(await ask(name, input, bystander), ...sent)]).toEqual([input, []])
    }
  })
})

describe('nothing of the owner’s is read by a stranger whose things have the same ids', () => {
  let stranger: Owner
  beforeAll(async () => {
    stranger = await doing(ids)
  })
  test.each(OWN_READS)('%s', async (name) => {
    for (const input of inputsOf(name, ids)) {
      expect([input, leaked(await ask(name, input, stranger), ...ids)]).toEqual([input, []])
    }
  })
})
