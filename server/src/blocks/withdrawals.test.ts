import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { acceptBlock } from '@lonja/core/blocks/blocks.contract'
import { decideBlock, openBlock } from '@lonja/core/blocks/blocks.staff.contract'
import { listRunningBlockOffers } from '@lonja/core/blocks/withdrawals.staff.contract'
import { DAY_MS } from '@lonja/core/calendar/days'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { blocksRound } from './blocks.jobs.ts'
import { applyFor, judgeBlock, publishedOffer, reviewerOf, runBlockRound } from './blocks.testing.ts'
import {
  applicationFor,
  blockOf,
  blockOffersOf,
  decideWithdrawal,
  freeOf,
  openWithdrawal,
  openedWithdrawal,
  operationsOf,
  proposeWithdrawal,
  withdrawBlocks,
} from './withdrawals.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * DAY_MS }]
  await house.quote(ESP, 670n, 673n)
})
afterAll(() => house.close())

/** True if an offer is among those that can be withdrawn. */
async function isListed(offer: string): Promise<boolean> {
  const { rows } = (await house.ask(listRunningBlockOffers, {}, { token: await operationsOf(house) })).data
  return rows.some(({ id }: { id: string }) => id === offer)
}

describe('the withdrawal of a block offer', () => {
  test('by two people ends each application that waits with its money free, tells its customer why, and shows it to all', async () => {
    const offer = await publishedOffer(house, { least: '50' })
    const [one, held, fewer] = [
      await applicationFor(house, offer),
      await applicationFor(house, offer),
      await applicationFor(house, offer),
    ]
    await judgeBlock(house, fewer.id, 'approve', { less: '60' })
    await house.ask(openBlock, { id: await reviewOf(house, held.id) }, { token: await reviewerOf(house) })
    expect((await blockOf(house, held.who, held.id)).state).toBe('in_review')
    expect((await blockOf(house, fewer.who, fewer.id)).state).toBe('offered')
    await withdrawBlocks(house, offer)
    await runBlockRound(house)
    for (const { who, id } of [one, held, fewer]) {
      expect(await blockOf(house, who, id)).toMatchObject({
        state: 'withdrawn',
        held: { amount: '0.00' },
        offered: null,
        withdrawal: { reason: { code: 'company_event' } },
      })
      expect(await freeOf(house, who)).toBe('1000.00')
      const token = await signInAgain(house, who)
      const { data } = await house.ask(listNotices, {}, { token, language: 'en' })
      const [notice] = (data.data as { code: string; title: string; body: string }[]).filter(
        ({ code }) => code === 'block_withdrawn',
      )
      expect(notice?.title).toContain('Block offer withdrawn: ')
      expect(notice?.body).toContain('An event at the company changes its value')
      expect(notice?.body).toContain('€700.70')
    }
    const { rows } = await blockOffersOf(house, await house.customer())
    expect(rows.find((row: { offer: string }) => row.offer === offer)).toMatchObject({
      state: 'withdrawn',
      withdrawal: { at: house.clock.now(), reason: { code: 'company_event' } },
      left: '1000',
      applications: 0,
    })
    expect(await house.db.read(checkBooks)).toEqual([])
  })

  test('leaves what is approved or bought as it is: its price is made and its lock ends as before', async () => {
    const offer = await publishedOffer(house, { most: '100', lockDays: 1 })
    const [bought, approved, waits] = [
      await applicationFor(house, offer),
      await applicationFor(house, offer),
      await applicationFor(house, offer),
    ]
    await judgeBlock(house, bought.id)
    house.clock.set(START + MINUTE)
    await house.quote(ESP, 670n, 673n)
    await runBlockRound(house)
    await judgeBlock(house, approved.id)
    await withdrawBlocks(house, offer)
    await runBlockRound(house)
    expect((await blockOf(house, waits.who, waits.id)).state).toBe('withdrawn')
    expect(await blockOf(house, bought.who, bought.id)).toMatchObject({ state: 'bought', purchase: { state: 'hold' } })
    expect(await blockOf(house, approved.who, approved.id)).toMatchObject({
      state: 'approved',
      held: { amount: '700.70' },
      withdrawal: { reason: { code: 'company_event' } },
    })
    house.clock.set(START + DAY_MS + 2 * MINUTE)
    await house.quote(ESP, 670n, 673n)
    await runBlockRound(house)
    expect((await blockOf(house, approved.who, approved.id)).state).toBe('bought')
    expect((await blockOf(house, bought.who, bought.id)).purchase.freedAt).not.toBeNull()
    expect(await house.db.read(checkBooks)).toEqual([])
  })

  test('shows its second person the public reason, the frozen terms, and what it ends: applications, money, and what stays', async () => {
    const offer = await publishedOffer(house, { least: '50' })
    const some = [
      await applicationFor(house, offer),
      await applicationFor(house, offer),
      await applicationFor(house, offer),
    ]
    await judgeBlock(house, some[0]?.id ?? '')
    // One that has ended before is none of them.
    await judgeBlock(house, (await applicationFor(house, offer)).id, 'refuse')
    const token = await operationsOf(house)
    const running = async () =>
      (await house.ask(listRunningBlockOffers, {}, { token })).data.rows.find((row: { id: string }) => row.id === offer)
    expect(await running()).toMatchObject({ applications: 2, released: { amount: '1401.40' }, review: null })
    const { data } = await proposeWithdrawal(house, token, offer)
    expect((await running()).review).toBe(data.review)
    const queue = async () => {
      const { rows } = (await house.ask(countQueues, {}, { token })).data
      return rows.find(({ kind }: { kind: string }) => kind === 'block_withdrawal')
    }
    expect(await queue()).toMatchObject({ second: 1 })
    const named = async (kind: string, state: string) => {
      const { rows } = (await house.ask(listQueue, { kind, state, limit: '1' }, { token, language: 'en' })).data
      return rows[0].about
    }
    const about = { name: expect.any(String), listing: ESP }
    expect(await named('block_withdrawal', 'open')).toEqual({ act: 'withdraw', ...about })
    expect(await named('block_offer', 'approved')).toEqual({ act: 'publish', ...about })
    expect(await openWithdrawal(house, await operationsOf(house), data.review)).toMatchObject({
      state: 'in_review',
      company: expect.any(String),
      termsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      reason: { code: 'company_event' },
      applications: 2,
      released: { amount: '1401.40', currency: 'EUR' },
      staying: 1,
      people: { approve: 2 },
      reasons: { approve: [{ code: 'company_event' }] },
    })
    expect((await blockOf(house, some[1]?.who as TestCustomer, some[1]?.id ?? '')).state).toBe('pending')
  })

  test('is an act of its own in the audit log, with its reason and the seat that confirmed it', async () => {
    const offer = await publishedOffer(house)
    await withdrawBlocks(house, offer)
    const { token } = await house.seat({ roles: ['admin'] })
    const { rows } = (await house.ask(listAudit, {}, { token })).data
    const act = rows.find((row: { act: string }) => row.act === 'block_offer_withdrawn')
    expect(act).toMatchObject({ about: { kind: 'block_offer', id: offer }, detail: { reason: 'company_event' } })
  })

  test('is refused: of what is not there, not published, withdrawn, over with nobody waiting, or proposed already', async () => {
    const token = await operationsOf(house)
    expect((await proposeWithdrawal(house, token, newId())).error).toBe('unknown_block_offer')
    const offer = await publishedOffer(house)
    const first = await proposeWithdrawal(house, token, offer)
    expect((await proposeWithdrawal(house, token, offer)).error).toBe('block_withdrawal_waits')
    expect((await proposeWithdrawal(house, token, offer, { reason: 'because' })).error).toBe('bad_input')
    const second = await operationsOf(house)
    const { seen } = await openWithdrawal(house, second, first.data.review)
    const form = { id: first.data.review, seen }
    expect((await decideWithdrawal(house, token, form)).error).toBe('same_person')
    expect((await decideWithdrawal(house, second, { ...form, reason: 'terms_mistaken' })).error).toBe('unknown_reason')
    expect((await decideWithdrawal(house, second, { ...form, seen: 'x' })).error).toBe('payload_changed')
    // The proposal was an opinion too: a refusal against it goes to two others.
    const no = { opinion: 'refuse', reason: 'not_needed' }
    expect((await decideWithdrawal(house, second, { ...form, ...no })).data).toMatchObject({ outcome: 'disagreed' })
    for (const state of ['in_review', 'refused']) {
      const other = await operationsOf(house)
      await openWithdrawal(house, other, first.data.review)
      expect((await decideWithdrawal(house, other, { ...form, ...no })).data).toMatchObject({ state })
    }
    expect((await applyFor(house, await house.customer(), offer)).status).toBe(200)
    await withdrawBlocks(house, offer)
    expect((await proposeWithdrawal(house, token, offer)).error).toBe('block_withdrawn')
    const short = await publishedOffer(house, { endsAt: house.clock.now() + HOUR })
    house.clock.advance(HOUR + 1)
    expect((await proposeWithdrawal(house, await operationsOf(house), short)).error).toBe('block_closed')
  })

  test('of an offer whose time ends meanwhile is not confirmed any more, but it can be refused', async () => {
    const offer = await publishedOffer(house, { endsAt: house.clock.now() + HOUR })
    house.clock.advance(HOUR)
    expect(await isListed(offer)).toBe(true)
    const { token, form } = await openedWithdrawal(house, offer)
    house.clock.advance(1)
    expect(await isListed(offer)).toBe(false)
    expect((await decideWithdrawal(house, token, form)).error).toBe('block_closed')
    const no = { opinion: 'refuse', reason: 'not_needed' }
    expect((await decideWithdrawal(house, token, { ...form, ...no })).data).toMatchObject({ outcome: 'disagreed' })
  })

  test('keeps its key: another seat cannot propose anything under it', async () => {
    const [one, other] = [await publishedOffer(house), await publishedOffer(house)]
    const id = newId()
    expect((await proposeWithdrawal(house, await operationsOf(house), one, { id })).error).toBeUndefined()
    expect((await proposeWithdrawal(house, await operationsOf(house), other, { id })).error).toBe('key_reused')
  })

  test('of an offer whose time is over is allowed while an application waits', async () => {
    const offer = await publishedOffer(house, { endsAt: house.clock.now() + HOUR })
    const { who, id } = await applicationFor(house, offer)
    house.clock.advance(HOUR + 1)
    expect(await isListed(offer)).toBe(true)
    await withdrawBlocks(house, offer)
    expect(await isListed(offer)).toBe(false)
    await runBlockRound(house)
    expect((await blockOf(house, who, id)).state).toBe('withdrawn')
  })
})

describe('once an offer is withdrawn', () => {
  test('its customers hear of it at once, and while the clocks of the market disagree as well', async () => {
    const offer = await publishedOffer(house)
    const { who, id } = await applicationFor(house, offer)
    await withdrawBlocks(house, offer)
    const topics: string[] = []
    const stop = house.events.subscribe(who.id, (update) => topics.push(...update))
    await blocksRound({ ...house, guard: { agrees: () => false } })
    stop()
    expect((await blockOf(house, who, id)).state).toBe('withdrawn')
    expect(topics).toEqual(expect.arrayContaining(['blocks', 'balances', 'notices']))
  })

  test('nobody applies, no approval or refusal of staff counts, and no fewer shares are accepted, before the round as after it', async () => {
    const offer = await publishedOffer(house, { least: '50' })
    const [one, fewer] = [await applicationFor(house, offer), await applicationFor(house, offer)]
    await judgeBlock(house, fewer.id, 'approve', { less: '60' })
    const { seen } = (await blockOf(house, fewer.who, fewer.id)).offered
    const by = await reviewerOf(house)
    const review = await reviewOf(house, one.id)
    const form = { id: review, seen: (await house.ask(openBlock, { id: review }, { token: by })).data.seen }
    await withdrawBlocks(house, offer)
    const approve = { ...form, opinion: 'approve', reason: 'requirements_met' }
    const refuse = { ...form, opinion: 'refuse', reason: 'not_admitted' }
    expect((await house.ask(decideBlock, approve, { token: by, key: newId() })).error).toBe('block_withdrawn')
    expect((await house.ask(decideBlock, refuse, { token: by, key: newId() })).error).toBe('block_withdrawn')
    const accept = async () => {
      const token = await signInAgain(house, fewer.who)
      return (await house.ask(acceptBlock, { id: fewer.id, seen }, { token, key: newId() })).error
    }
    expect(await accept()).toBe('block_withdrawn')
    const late = await house.customer()
    expect((await applyFor(house, late, offer)).error).toBe('block_withdrawn')
    expect(await freeOf(house, late)).toBe('1000.00')
    await runBlockRound(house)
    expect(await accept()).toBe('review_over')
    expect((await house.ask(decideBlock, approve, { token: by, key: newId() })).error).toBe('review_over')
    expect([await freeOf(house, one.who), await freeOf(house, fewer.who)]).toEqual(['1000.00', '1000.00'])
  })
})
