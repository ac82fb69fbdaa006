import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { TERMS } from '@lonja/core/ipo/draw.testing'
import { wholeLots, type Terms } from '@lonja/core/ipo/terms.text'
import { newId } from '../base/ids.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import {
  findApplication,
  findOffer,
  findRunning,
  insertApplication,
  listByTicket,
  listOffers,
  updateApplication,
  updateOfferCancelled,
  updateWithdrawn,
} from './ipo.store.ts'
import { PUBLISHED, offered as publishedOffer, somebody as newCustomer } from './ipo.testing.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const { opens, closes } = TERMS
const LOT = 62_000n

const offered = (change: Partial<Terms> = {}): Promise<Terms> => publishedOffer(db, change)
const somebody = (): Promise<CustomerId> => newCustomer(db)

/** An application of a customer for three lots. Returns its id and its ticket. */
async function applied(customer: CustomerId, offer: string, at = opens): Promise<{ id: string; ticket: number }> {
  const id = newId()
  const application = { customer, id, offer, lots: wholeLots(3n), asset: 'EUR' as const, held: cents(3n * LOT), at }
  return { id, ticket: await db.write((tx) => insertApplication(tx, application)) }
}

describe('an offer', () => {
  test('is found by its terms, and listed with those that open last first, page by page', async () => {
    const [first, second, third] = [
      await offered({ opens: opens - 3, company: 'Alcázar Puertos' }),
      await offered({ opens: opens - 2, beacon: { kind: 'seeds' } }),
      await offered({ opens: opens - 1 }),
    ]
    await db.read(async (tx) => {
      expect(await findOffer(tx, first.offer)).toEqual({ terms: first, publishedAt: PUBLISHED, cancelledAt: null })
      expect(await findOffer(tx, newId())).toBeNull()
      const page = await listOffers(tx, null, 2)
      expect(page.map(({ terms }) => terms)).toEqual([third, second])
      expect((await listOffers(tx, { opens: opens - 2, offer: second.offer }, 2)).map(({ terms }) => terms)).toEqual([first]) // prettier-ignore
    })
  })

  test('is withdrawn once, and its time stays', async () => {
    const { offer } = await offered()
    await db.write((tx) => updateOfferCancelled(tx, offer, opens + 5))
    await db.write((tx) => updateOfferCancelled(tx, offer, opens + 6))
    expect(await db.read((tx) => findOffer(tx, offer))).toMatchObject({ cancelledAt: opens + 5 })
  })

  test('has terms that nobody changes, and that their hash freezes', async () => {
    const { offer } = await offered()
    const changes = sql('test_change_terms', `update ipo_offers set terms = replace(terms, 'lots 40', 'lots 41') where id = $1`) // prettier-ignore
    await expect(db.write((tx) => tx.run(changes, [offer]))).rejects.toThrow(/nothing but dates of an offer changes/)
    const other = sql(
      'test_other_terms',
      `insert into ipo_offers (id, terms, terms_hash, opens_at, closes_at, draws_at, lists_at, published_at)
       select $1, terms || ' ', sha256(terms_hash), opens_at, closes_at, draws_at, lists_at, published_at from ipo_offers where id = $2`,
    )
    await expect(db.write((tx) => tx.run(other, [newId(), offer]))).rejects.toThrow(/terms_are_those_of_their_hash/)
  })
})

describe('an application', () => {
  test('has the next ticket, is changed and withdrawn, and the list has it by ticket until then', async () => {
    const { offer } = await offered()
    const [ana, eva] = [await somebody(), await somebody()]
    const first = await applied(ana, offer)
    const second = await applied(eva, offer, closes)
    expect(second.ticket).toBeGreaterThan(first.ticket)

    const change = { customer: ana, id: first.id, lots: wholeLots(5n), held: cents(5n * LOT) }
    await db.write((tx) => updateApplication(tx, change, closes))
    const stored = {
      ...change,
      asset: 'EUR',
      offer,
      at: opens,
      ticket: first.ticket,
      changedAt: closes,
      withdrawnAt: null,
    }
    await db.read(async (tx) => {
      expect(await findApplication(tx, ana, first.id)).toEqual(stored)
      expect(await findApplication(tx, eva, first.id)).toBeNull()
      expect(await findRunning(tx, ana, offer)).toEqual(stored)
      expect((await listByTicket(tx, offer, 0, 10)).map(({ id }) => id)).toEqual([first.id, second.id])
      expect((await listByTicket(tx, offer, first.ticket, 10)).map(({ id }) => id)).toEqual([second.id])
    })

    await db.write((tx) => updateWithdrawn(tx, ana, first.id, closes))
    await db.read(async (tx) => {
      expect(await findRunning(tx, ana, offer)).toBeNull()
      expect(await findApplication(tx, ana, first.id)).toMatchObject({ withdrawnAt: closes })
      expect((await listByTicket(tx, offer, 0, 10)).map(({ id }) => id)).toEqual([second.id])
    })
    const again = await applied(ana, offer, closes)
    expect(again.ticket).toBeGreaterThan(second.ticket)
  })

  test('is the only one of its customer that runs, and its ticket comes from the database', async () => {
    const { offer } = await offered()
    const ana = await somebody()
    await applied(ana, offer)
    await expect(applied(ana, offer)).rejects.toThrow(/ipo_applications_running/)
    const chosen = sql(
      'test_choose_ticket',
      'insert into ipo_applications (customer, id, offer, ticket, lots, held, made_at) values ($1, $2, $3, 1, 1, 1, $4)',
    )
    const eva = await somebody()
    await expect(db.write((tx) => tx.run(chosen, [eva, newId(), offer, opens]))).rejects.toThrow(/ticket/)
    const moved = sql('test_move_ticket', 'update ipo_applications set ticket = default where customer = $1')
    await expect(db.write((tx) => tx.run(moved, [ana]))).rejects.toThrow(/permission denied/)
  })

  // prettier-ignore
  test.each<[string, at: number]>([
    ['a millisecond before the offer opens', opens - 1],
    ['a millisecond after its deadline',     closes + 1],
  ])('is refused by the database %s', async (_when, at) => {
    const { offer } = await offered()
    const [ana, eva] = [await somebody(), await somebody()]
    await expect(applied(ana, offer, at)).rejects.toThrow(/the offer takes no application/)
    if (at < opens) return
    const { id } = await applied(eva, offer, closes)
    const change = { customer: eva, id, lots: wholeLots(1n), held: cents(LOT) }
    await expect(db.write((tx) => updateApplication(tx, change, at))).rejects.toThrow(/takes no application/)
    await expect(db.write((tx) => updateWithdrawn(tx, eva, id, at))).rejects.toThrow(/takes no application/)
  })

  test('stays as it is once it is withdrawn, and when the house has withdrawn the offer', async () => {
    const { offer } = await offered()
    const [ana, eva] = [await somebody(), await somebody()]
    const own = await applied(ana, offer)
    const other = await applied(eva, offer)
    await db.write((tx) => updateWithdrawn(tx, ana, own.id, opens))
    const change = { customer: ana, id: own.id, lots: wholeLots(1n), held: cents(LOT) }
    await expect(db.write((tx) => updateApplication(tx, change, closes))).rejects.toThrow(/stays as it is/)
    await db.write((tx) => updateOfferCancelled(tx, offer, closes))
    await expect(db.write((tx) => updateWithdrawn(tx, eva, other.id, closes))).rejects.toThrow(/takes no application/) // prettier-ignore
    await expect(applied(await somebody(), offer)).rejects.toThrow(/takes no application/)
  })
})
