import { cents } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { TERMS } from '@lonja/core/ipo/draw.testing'
import { amountFor } from '@lonja/core/ipo/ipo.rules'
import { wholeLots, type Terms } from '@lonja/core/ipo/terms.text'
import { newId } from '../base/ids.ts'
import type { Db, Tx } from '../database/db.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { insertApplication, insertOffer } from './ipo.store.ts'

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

export interface Applied {
  readonly id: string
  readonly ticket: number
  readonly lots: bigint
}

/** An application of a customer, in a transaction of the test. */
export async function apply(tx: Tx, customer: CustomerId, terms: Terms, lots: bigint, at: number): Promise<Applied> {
  const id = newId()
  const held = cents(amountFor(terms, wholeLots(lots)))
  const ticket = await insertApplication(tx, { customer, id, offer: terms.offer, lots: wholeLots(lots), held, at })
  return { id, ticket, lots }
}

/** An application of somebody new. */
export async function applied(db: Db, terms: Terms, lots: bigint, at = terms.closes): Promise<Applied> {
  const customer = await somebody(db)
  return db.write((tx) => apply(tx, customer, terms, lots, at))
}
