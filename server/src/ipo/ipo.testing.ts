import { cents } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { TERMS } from '@lonja/core/ipo/draw.testing'
import { subscribeToOffer } from '@lonja/core/ipo/ipo.contract'
import { amountFor } from '@lonja/core/ipo/ipo.rules'
import { wholeLots, type Terms } from '@lonja/core/ipo/terms.text'
import { newId } from '../base/ids.ts'
import type { Db, Tx } from '../database/db.ts'
import { insertCustomerLock } from '../database/locks.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import { insertBeacon, insertFreeze, insertList, insertPublication, insertWholeRoot } from './draws.store.ts'
import { insertApplication, insertOffer } from './ipo.store.ts'
import { insertDrawn, insertResults } from './results.store.ts'

export const PUBLISHED = TERMS.opens - 10_000

/** A published offer of its own. */
export async function offered(db: Db, change: Partial<Terms> = {}): Promise<Terms> {
  const terms: Terms = { ...TERMS, offer: newId(), ...change }
  await db.write((tx) => insertOffer(tx, terms, PUBLISHED))
  return terms
}

/** A customer who can apply. */
export async function somebody(db: Db): Promise<CustomerId> {
  const customer = newId<'customer'>()
  await db.write((tx) => insertCustomerLock(tx, customer, TERMS.opens))
  return customer
}

export interface TestApplication {
  readonly id: string
  readonly ticket: number
  readonly lots: bigint
}

/** An application of a customer, in a transaction of the test. */
export async function apply(
  tx: Tx,
  customer: CustomerId,
  terms: Terms,
  lots: bigint,
  at: number,
): Promise<TestApplication> {
  const id = newId()
  const held = cents(amountFor(terms, wholeLots(lots)))
  const ticket = await insertApplication(tx, {
    customer,
    id,
    offer: terms.offer,
    lots: wholeLots(lots),
    asset: 'EUR',
    held,
    at,
  })
  return { id, ticket, lots }
}

/** An application of somebody new. */
export async function applied(db: Db, terms: Terms, lots: bigint, at = terms.closes): Promise<TestApplication> {
  const customer = await somebody(db)
  return db.write((tx) => apply(tx, customer, terms, lots, at))
}

/** An offer that takes applications at an instant, for two months more. */
export async function openOffer(db: Db, now: number, change: Partial<Terms> = {}): Promise<Terms> {
  const opens = now - 24 * HOUR
  const closes = now + 60 * 24 * HOUR
  const [draws, delivers, lists] = [closes + 48 * HOUR, closes + 72 * HOUR, closes + 96 * HOUR]
  const terms: Terms = { ...TERMS, offer: newId(), opens, closes, draws, delivers, lists, ...change }
  await db.write((tx) => insertOffer(tx, terms, opens - 10_000))
  return terms
}

/** A customer applies through the door; two lots, if the form does not say otherwise. */
export function subscribe(
  house: TestHouse,
  { token }: Pick<TestCustomer, 'token'>,
  offer: string,
  { id = newId(), wish = { lots: '2' } }: { readonly id?: string; readonly wish?: object } = {},
): Promise<CallAnswer> {
  return house.ask(subscribeToOffer, { id, offer, wish }, { token, key: id })
}

/** The lots that a draw gives an application of a customer. */
export interface Won {
  readonly customer: CustomerId
  readonly application: string
  readonly lots: bigint
}

/** The steps of a draw without its list and its order: an offer with these results counts as drawn. */
export const drawAtOnce = (db: Db, offer: string, won: readonly Won[]): Promise<void> =>
  db.write(async (tx) => {
    const root = { leaves: 1, hash: new Uint8Array(32) }
    const at = TERMS.draws
    await insertFreeze(tx, offer, at)
    await insertList(tx, offer, root, at)
    await insertWholeRoot(tx, offer, root, null, at)
    await insertPublication(tx, offer, at)
    await insertBeacon(tx, offer, { day: '2026-12-01', seed: new Uint8Array(32) }, at)
    const results = won.map(({ customer, application, lots }, n) => {
      const ballot = wholeLots(lots > 0n ? 1n : 0n)
      const allotment = { ballot, proRata: wholeLots(lots - ballot), byPlace: wholeLots(0n) }
      return { customer, application, place: n + 1, allotment }
    })
    await insertResults(tx, offer, results)
    await insertDrawn(tx, offer, { file: Buffer.alloc(0), drawnAt: at })
  })
