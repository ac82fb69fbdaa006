import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import {
  acceptBlock,
  applyForBlock,
  cancelBlock,
  declineBlock,
  listBlockOffers,
  readBlock,
} from '@lonja/core/blocks/blocks.contract'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { newId } from '../base/ids.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { expireOffers } from '../review/offers.frame.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { applyFor, judgeBlock, publishedOffer, reviewerOf, runBlockRound } from './blocks.testing.ts'
import { reviewedBlocks } from './reviewed.actions.ts'

let house: TestHouse
let offer: string
let day = 0

// Sessions are from 14:00 to 18:00 UTC, 15:00 to 19:00 in Madrid, on the days after the start.
const DAY = 24 * HOUR
const MADRID_16 = START
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = Array.from({ length: 120 }, (_each, n) => ({
    open: START - HOUR + n * DAY,
    close: START + 3 * HOUR + n * DAY,
  }))
})
afterAll(() => house.close())
/** Each test has a day of its own: half an hour before 16:00 the ask is 6.73. */
beforeEach(async () => {
  house.clock.set(MADRID_16 + day * DAY - 30 * MINUTE)
  await house.quote(ESP, 670n, 673n)
  offer = await publishedOffer(house)
  day += 4
})

const today = () => MADRID_16 + (day - 4) * DAY
const state = async (who: TestCustomer, id: string) => (await house.ask(readBlock, { id }, { token: who.token })).data
const free = async ({ token }: TestCustomer) => (await house.ask(listBlockOffers, {}, { token })).data.free[0].amount
const codes = async ({ token }: TestCustomer): Promise<string[]> => {
  const { data } = await house.ask(listNotices, {}, { token, language: 'en' })
  return (data.data as { code: string }[]).map(({ code }) => code).filter((code) => code.startsWith('block_'))
}
/** The events up to an instant of the day, and a round of the jobs there. */
async function quoteAt(at: number, bid: bigint, ask: bigint) {
  house.clock.set(at - SECOND)
  await house.quote(ESP, bid, ask)
  await runBlockRound(house)
}

/** The customer signed in anew: the day has passed. */
async function later({ phone, password, ...who }: TestCustomer): Promise<TestCustomer> {
  const { data } = await house.ask(logIn, { phone, password })
  return { ...who, phone, password, token: data.token }
}

describe('an application', () => {
  test('holds its shares at the cap with the fee, and the offer shows what is left to ask for', async () => {
    const who = await house.customer()
    const { data, status } = await applyFor(house, who, offer)
    expect([status, data.held]).toEqual([200, { amount: '700.70', currency: 'EUR' }])
    const { rows, discounts } = (await house.ask(listBlockOffers, {}, { token: who.token })).data
    expect(discounts).toEqual({ leastBps: 100, mostBps: 1_000 })
    expect(rows.find((row: { offer: string }) => row.offer === offer)).toMatchObject({
      state: 'open',
      discountBps: 400,
      ask: '6.73',
      price: '6.4608',
      left: '1000',
      mostNow: '500',
      applications: 1,
    })
    expect(await free(who)).toBe('299.30')
    expect(await state(who, data.id)).toMatchObject({ state: 'pending', shares: '100', cap: '7.00', purchase: null })
    expect(await codes(who)).toEqual(['block_received'])
  })

  // prettier-ignore
  test.each<[line: string, form: Parameters<typeof applyFor>[3], error: string]>([
    ['below the minimum',        { shares: '99' },                 'block_below_least'],
    ['above what one may have',  { shares: '601' },                'block_above_most'],
    ['not a positive integer',   { shares: '0' },                  'bad_input'],
    ['a part of a share',        { shares: '100.5' },              'bad_input'],
    ['a cap out of reach',       { cap: '0.10' },                  'limit_out_of_range'],
    ['more than is free',        { cap: '10.00' },                 'insufficient_balance'],
  ])('%s is refused as %s', async (_line, form, error) => {
    const who = await house.customer()
    const answer = await applyFor(house, who, offer, form)
    expect([answer.error, await free(who)]).toEqual([error, '1000.00'])
  })

  test('says which requirement it does not meet, in the spec’s words', async () => {
    const { token } = await house.customer()
    const id = newId()
    const small = await house.ask(
      applyForBlock,
      { id, offer, shares: '99', cap: '7.00' },
      { token, key: id, language: 'en' },
    )
    expect(small.msg).toBe('You do not meet the application requirements, please reapply: at least 100 shares')
    const none = await house.ask(
      applyForBlock,
      { id, offer, shares: '0', cap: '7.00' },
      { token, key: id, language: 'en' },
    )
    expect(none.fields).toMatchObject([{ field: 'shares', msg: 'Please enter a positive integer' }])
  })

  test('after the last instant of its offer, and on one that is not published, is refused', async () => {
    const who = await house.customer()
    const endsAt = house.clock.now() + 2 * HOUR
    const short = await publishedOffer(house, { endsAt })
    house.clock.set(endsAt)
    expect((await applyFor(house, who, short)).status).toBe(200)
    house.clock.set(endsAt + 1)
    expect((await applyFor(house, await house.customer(), short)).error).toBe('block_closed')
    expect((await applyFor(house, who, newId())).error).toBe('unknown_block_offer')
  })

  test('is the same one when it is sent twice; its key does not fit another', async () => {
    const who = await house.customer()
    const id = newId()
    expect((await applyFor(house, who, offer, { id })).status).toBe(200)
    expect((await applyFor(house, who, offer, { id })).data.id).toBe(id)
    expect((await applyFor(house, who, offer, { id, shares: '101' })).error).toBe('key_reused')
    expect(await free(who)).toBe('299.30')
  })

  test('is taken back with its hold until 16:00 of its approval’s day, and not from then on', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer)).data
    const take = (one: string) => house.ask(cancelBlock, { id: one }, { token: who.token, key: newId() })
    expect((await take(id)).data).toMatchObject({ id, released: { amount: '700.70' } })
    expect([await free(who), (await state(who, id)).state]).toEqual(['1000.00', 'cancelled'])
    expect((await take(id)).error).toBe('unknown_block')

    const second = (await applyFor(house, who, offer)).data.id
    await judgeBlock(house, second)
    house.clock.set(today() - 1)
    expect((await take(second)).status).toBe(200)

    const third = (await applyFor(house, who, offer)).data.id
    await judgeBlock(house, third)
    house.clock.set(today())
    expect((await take(third)).error).toBe('block_priced')
    await quoteAt(today() + SECOND, 800n, 801n)
    expect((await state(who, third)).state).toBe('above_cap')
    expect((await take(third)).error).toBe('unknown_block')
  })
})

describe('a decision', () => {
  test('refuses with a reason, which the customer reads, and frees the hold', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer)).data
    expect((await judgeBlock(house, id, 'refuse')).data).toMatchObject({ outcome: 'decided', state: 'refused' })
    expect(await state(who, id)).toMatchObject({
      state: 'refused',
      reason: { code: 'not_admitted' },
      held: { amount: '0.00' },
    })
    expect(await free(who)).toBe('1000.00')
    expect(await codes(who)).toEqual(['block_refused'])
  })

  test('approves fewer shares as an offer: accepted, the rest of the hold is free and the price waits', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer, { shares: '140' })).data
    const by = await reviewerOf(house)
    expect((await judgeBlock(house, id, 'approve', { less: '99', by })).error).toBe('block_below_least')
    expect((await judgeBlock(house, id, 'approve', { less: '140', by })).error).toBe('block_not_fewer')
    expect((await judgeBlock(house, id, 'approve', { less: '110', by })).data).toMatchObject({
      outcome: 'decided',
      state: 'offered',
    })
    const { offered, state: now } = await state(who, id)
    expect([now, offered.shares, offered.hold.amount]).toEqual(['offered', '110', '770.77'])
    expect(await free(who)).toBe('19.02')
    const wrong = await house.ask(acceptBlock, { id, seen: 'x' }, { token: who.token, key: newId() })
    expect(wrong.error).toBe('payload_changed')
    const accepted = await house.ask(acceptBlock, { id, seen: offered.seen }, { token: who.token, key: newId() })
    expect(accepted.data.state).toBe('approved')
    expect(await free(who)).toBe('229.23')
    await quoteAt(today() + MINUTE, 648n, 650n)
    expect(await state(who, id)).toMatchObject({ state: 'bought', purchase: { shares: '110', price: '6.24' } })
  })

  test('of fewer shares ends with the hold free when it is declined, or not answered in time', async () => {
    let who = await house.customer()
    const { id } = (await applyFor(house, who, offer, { shares: '140' })).data
    await judgeBlock(house, id, 'approve', { less: '110' })
    const left = async () =>
      (await house.ask(listBlockOffers, {}, { token: who.token })).data.rows.find(
        (row: { offer: string }) => row.offer === offer,
      ).left
    expect(await left()).toBe('890')
    const { seen } = (await state(who, id)).offered
    expect((await house.ask(declineBlock, { id, seen }, { token: who.token, key: newId() })).data.state).toBe(
      'declined',
    )
    expect([await free(who), await left()]).toEqual(['1000.00', '1000'])

    const other = (await applyFor(house, who, offer, { shares: '140' })).data.id
    await judgeBlock(house, other, 'approve', { less: '110' })
    house.clock.set(house.clock.now() + DAY)
    who = await later(who)
    const parts = {
      market: house.market,
      fees: house.trading.fees,
      settings: { limitCents: 0n, dueMs: 1, twoPerson: true },
      eurCentsOf: () => 0n,
    }
    expect(await expireOffers(house, reviewedBlocks(parts), house.clock.now())).toBe(1)
    expect([await free(who), (await state(who, other)).state, await left()]).toEqual(['1000.00', 'expired', '1000'])
  })

  test('never takes more shares than the offer has', async () => {
    const small = await publishedOffer(house, { shares: '150', most: '150' })
    const [one, other] = [await house.customer(), await house.customer()]
    const [first, second] = [(await applyFor(house, one, small)).data.id, (await applyFor(house, other, small)).data.id]
    expect((await judgeBlock(house, first)).status).toBe(200)
    expect((await judgeBlock(house, second)).error).toBe('block_left')
    expect((await applyFor(house, await house.customer(), small)).error).toBe('block_left')
  })
})
