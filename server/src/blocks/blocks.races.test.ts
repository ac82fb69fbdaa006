import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { cancelBlock, listBlockOffers, readBlock } from '@lonja/core/blocks/blocks.contract'
import { decideBlock, openBlock } from '@lonja/core/blocks/blocks.staff.contract'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { openDb } from '../database/db.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { blocksRound } from './blocks.jobs.ts'
import { applyFor, judgeBlock, openBlocks, reviewerOf } from './blocks.testing.ts'
import { withdrawBlocks } from './withdrawals.testing.ts'
import { wholeShares } from '@lonja/core/base/amount'

let house: TestHouse
const DAY = 24 * HOUR
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * DAY }]
  await house.quote(ESP, 498n, 500n)
})
afterAll(() => house.close())

/** The next 16:00 in Madrid. */
const next16 = () => START + Math.max(0, Math.ceil((house.clock.now() + 1 - START) / DAY)) * DAY
const offerOf = async (shares: bigint): Promise<string> => {
  const sizes = { shares: wholeShares(shares), most: wholeShares(shares), least: wholeShares(1n) }
  return (await openBlocks(house.db, house.clock.now(), { ...sizes, lockDays: 1 })).offer
}
const round = () => blocksRound({ ...house, guard: { agrees: () => true } })
const stateOf = async (who: TestCustomer, id: string) =>
  (await house.ask(readBlock, { id }, { token: await signInAgain(house, who) })).data
const freeOf = async (who: TestCustomer) =>
  (await house.ask(listBlockOffers, {}, { token: await signInAgain(house, who) })).data.free[0].amount

async function application(offer: string, shares = '60') {
  const who = await house.customer()
  const { data } = await applyFor(house, who, offer, { shares, cap: '5.00' })
  return { who, id: data.id as string }
}

/** An approved application, with the clock a minute after its 16:00 and an event there. */
async function due() {
  const one = await application(await offerOf(100n))
  await judgeBlock(house, one.id)
  return one
}
async function priced(): Promise<void> {
  house.clock.set(next16() + MINUTE)
  await house.quote(ESP, 498n, 500n)
}

describe('at once', () => {
  test('two approvals of the last shares of an offer: one is given, and the other is refused', async () => {
    const offer = await offerOf(100n)
    const some = [await application(offer), await application(offer)]
    const opened = []
    for (const { id } of some) {
      const token = await reviewerOf(house)
      const review = await reviewOf(house, id)
      const { seen } = (await house.ask(openBlock, { id: review }, { token })).data
      opened.push({ token, form: { id: review, seen, opinion: 'approve', reason: 'requirements_met' } })
    }
    const answers = await Promise.all(
      opened.map(({ token, form }) => house.ask(decideBlock, form, { token, key: newId() })),
    )
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['block_left', undefined])
    const states = await Promise.all(some.map(async ({ who, id }) => (await stateOf(who, id)).state))
    expect(states.toSorted()).toEqual(['approved', 'in_review'])
  })

  test('two approvals of one application: one is given', async () => {
    const { id } = await application(await offerOf(100n))
    const review = await reviewOf(house, id)
    const token = await reviewerOf(house)
    const { seen } = (await house.ask(openBlock, { id: review }, { token })).data
    const form = { id: review, seen, opinion: 'approve', reason: 'requirements_met' }
    const answers = await Promise.all([1, 2].map(() => house.ask(decideBlock, form, { token, key: newId() })))
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['review_over', undefined])
  })

  test('a price on three servers: the shares are bought once', async () => {
    const { who, id } = await due()
    await priced()
    const others = [1, 2].map(() => openDb(house.ownerUrl, { max: 2 }))
    const parts = { ...house, guard: { agrees: () => true } }
    await Promise.all([round(), ...others.map((db) => blocksRound({ ...parts, db }))])
    await Promise.all(others.map((db) => db.close()))
    expect(await stateOf(who, id)).toMatchObject({ state: 'bought', purchase: { shares: '60', cost: '288.29' } })
    expect(await freeOf(who)).toBe('9711.71')
  })

  test('taking it back and its price: one of them, and no cent is held twice', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { who, id } = await due()
      // The customer's request came just before 16:00; the round runs with the clock after it.
      house.clock.set(next16() - 1)
      const token = await signInAgain(house, who)
      const at = next16()
      const back = house.ask(cancelBlock, { id }, { token, key: newId() })
      house.clock.set(at + SECOND)
      house.script.say(ESP, at + SECOND, 498n, 500n)
      const [{ error }] = await Promise.all([back, round()])
      const { state } = await stateOf(who, id)
      expect([state, error]).toEqual(error === undefined ? ['cancelled', undefined] : ['bought', error])
      expect(await freeOf(who)).toBe(state === 'cancelled' ? '10000.00' : '9711.71')
    }
  })
})

/** A house whose database refuses one statement, after so many that it took: its server dies there. */
function dying(name: RegExp, after = 0): TestHouse['db'] {
  let count = 0
  return {
    ...house.db,
    write: (work) =>
      house.db.write((tx) =>
        work({
          ...tx,
          run: (statement: Parameters<typeof tx.run>[0], values: Parameters<typeof tx.run>[1]) => {
            if (name.test(statement.name) && count++ >= after) throw new Error(`killed at ${statement.name}`)
            return tx.run(statement, values)
          },
        }),
      ),
  }
}

describe('a server that is killed between the steps', () => {
  test.each([
    ['before the lot', /^insert_lot$/],
    ['before its lock', /^insert_lot_lock$/],
    ['before the purchase', /^insert_block_purchase$/],
    ['before the end of the application', /^end_block$/],
    ['before the notice', /^insert_notices?/],
  ])('of a price, %s, leaves nothing: the next round does all of it', async (_line, name) => {
    const { who, id } = await due()
    await priced()
    const parts = { ...house, db: dying(name), guard: { agrees: () => true } }
    await expect(blocksRound(parts)).rejects.toThrow('killed')
    expect((await stateOf(who, id)).state).toBe('approved')
    expect(await house.db.read(checkBooks)).toEqual([])
    await round()
    expect((await stateOf(who, id)).state).toBe('bought')
    expect(await freeOf(who)).toBe('9711.71')
  })

  test.each([
    ['before the lot is free', /^delete_changed_lots$/],
    ['before the lock is gone', /^delete_lot_lock$/],
    ['before the record', /^free_block_purchase$/],
  ])('of the end of a lock, %s, leaves it locked: the next round frees it', async (_line, name) => {
    const { who, id } = await due()
    await priced()
    await round()
    house.clock.set((await stateOf(who, id)).purchase.until)
    const parts = { ...house, db: dying(name), guard: { agrees: () => true } }
    await expect(blocksRound(parts)).rejects.toThrow('killed')
    expect((await stateOf(who, id)).purchase.freedAt).toBeNull()
    expect(await house.db.read(checkBooks)).toEqual([])
    await round()
    expect((await stateOf(who, id)).purchase.freedAt).not.toBeNull()
  })

  test.each([
    ['before the end of the review', /^save_review$/],
    ['before the hold is free', /^insert_postings_/],
    ['before the end of the application', /^end_block$/],
    ['before the notice', /^insert_notices?/],
  ])(
    'of a withdrawn offer, %s of the second application, leaves that one whole: the next round ends it',
    async (_line, name) => {
      const offer = await offerOf(100n)
      const some = [await application(offer), await application(offer)]
      await withdrawBlocks(house, offer)
      const parts = { ...house, db: dying(name, 1), guard: { agrees: () => true } }
      await expect(blocksRound(parts)).rejects.toThrow('killed')
      const states = async () => Promise.all(some.map(async ({ who, id }) => (await stateOf(who, id)).state))
      expect((await states()).toSorted()).toEqual(['pending', 'withdrawn'])
      expect(await house.db.read(checkBooks)).toEqual([])
      await round()
      expect(await states()).toEqual(['withdrawn', 'withdrawn'])
      for (const { who } of some) expect(await freeOf(who)).toBe('10000.00')
      expect(await house.db.read(checkBooks)).toEqual([])
    },
  )
})
