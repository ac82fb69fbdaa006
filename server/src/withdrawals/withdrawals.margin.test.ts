import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { coversMore, marginStanding } from '@lonja/core/orders/margin.rules'
import { eur } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { cancelWithdrawal, readWithdrawal, readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import * as z from 'zod/mini'
import { newId } from '../base/ids.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { ESP } from '../orders/orders.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { sendApproved } from './withdrawals.jobs.ts'
import { decide, judge, open, payerIn, submit, type Payer } from './withdrawals.testing.ts'

/*
 * Prices move between a withdrawal and its sending: the margin is judged at its submission, its approval and its sending. 1,000
 * shares of ESP at 100.00 with leverage 5: 80,080.00 are financed, the used margin is 20,020.00, and 79,980.00 are left. So
 * what may leave is 1,000 prices less 20,120.00.
 */

let house: TestHouse
let [one, two]: TestSeat[] = []
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['treasurer'] })
  two = await house.seat({ roles: ['treasurer'] })
})
afterAll(() => house.close())

const seat = (): TestSeat => one as TestSeat
const second = (): TestSeat => two as TestSeat
const price = (cents: bigint) => house.quote(ESP, cents, cents + 1n)

async function leveraged(): Promise<Payer> {
  const who = await payerIn(house)
  await house.quote(ESP, 9_990n, 10_000n)
  const id = newId()
  const ticket = { id, listing: ESP, side: 'buy', shares: '1000', limit: null, timeInForce: 'day', leverage: 5 }
  const answer = await house.ask(placeOrder, ticket, { token: who.token, key: id })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  await house.quote(ESP, 9_990n, 10_000n)
  // 5,880.00 may leave.
  await price(2_600n)
  return who
}

async function withdrawal(who: Payer, amount: string): Promise<string> {
  const answer = await submit(house, who, { amount })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  return answer.data.id as string
}

async function approved(who: Payer, amount: string): Promise<string> {
  const id = await withdrawal(who, amount)
  expect((await judge(house, seat(), id, 'approve')).data).toMatchObject({ state: 'approved' })
  return id
}

const send = () => sendApproved(house, house.withdrawals)
/** The pause after an approval is over. */
const pause = () => house.clock.advance(MINUTE)
const stateOf = async ({ token }: Payer, id: string) => (await house.ask(readWithdrawal, { id }, { token })).data.state
const spareOf = async ({ token }: Payer) => {
  const { terms } = z.decode(readWithdrawalTerms.reply, (await house.ask(readWithdrawalTerms, {}, { token })).data)
  return terms?.spare?.find(({ asset }) => asset === 'EUR')?.units
}
async function heldBy({ token }: Payer): Promise<string> {
  const { data } = await house.ask(readFigures, {}, { token })
  return data.byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR').held
}
const marginNotices = async ({ token }: Payer) => {
  const { data } = (await house.ask(listNotices, {}, { token })).data as { data: { title: string; body: string }[] }
  return data.filter(({ title }) => title.includes('waits for margin'))
}
const evidenceOf = async (by: TestSeat, id: string) => z.decode(openWithdrawal.reply, (await open(house, by, id)).data)
const coversOf = async (by: TestSeat, id: string) =>
  (await evidenceOf(by, id)).checks.find(({ check }) => check === 'margin_covers')?.ok

/** True if the account's equity covers its used margin now. */
const isWell = ({ id }: Payer): Promise<boolean> =>
  house.db.read(async (tx) => {
    const [balances, lots] = [await listBalances(tx, id), await listOpenLots(tx, id)]
    const standing = marginStanding({ balances, lots, lent: 0n, last: house.market.last, rate: null })
    return standing !== null && coversMore(standing, eur(0n), null)
  })

test('what withdrawals under way hold does not cover another one', async () => {
  const who = await leveraged()
  const first = await withdrawal(who, '5000.00')
  expect(await spareOf(who)).toBe(880_00n)
  expect((await submit(house, who, { amount: '880.01' })).error).toBe('margin_needed')
  const next = await withdrawal(who, '880.00')
  for (const id of [first, next])
    expect((await judge(house, seat(), id, 'approve')).data).toMatchObject({ state: 'approved' })
  pause()
  expect([await send(), await isWell(who)]).toEqual([2, true])
})

test('a price that falls before the approval: the page says so in figures, and nobody approves', async () => {
  const who = await leveraged()
  const id = await withdrawal(who, '5880.00')
  expect(await coversOf(seat(), id)).toBe(true)
  await price(2_599n)
  const shown = await evidenceOf(seat(), id)
  expect(shown.margin).toEqual({
    standing: { currency: 'EUR', equity: 25_890_00n, used: 20_020_00n },
    spare: eur(5_870_00n),
  })
  expect(shown.checks.find(({ check }) => check === 'margin_covers')?.ok).toBe(false)
  const { seen } = shown
  const answer = await decide(house, seat(), { id, seen, opinion: 'approve' })
  expect([answer.error, answer.msg]).toEqual(['margin_uncovered', expect.stringContaining('€5,870.00')])
  // The remedy: wait, or refuse it with a reason.
  expect((await judge(house, seat(), id, 'refuse', 'margin_short')).data).toMatchObject({ outcome: 'needs_second' })
  expect((await judge(house, second(), id, 'refuse', 'margin_short')).data).toMatchObject({ state: 'refused' })
  expect(await heldBy(who)).toBe('0.00')
})

test('an approval counts the other approved ones as gone', async () => {
  const who = await leveraged()
  const [first, next] = [await withdrawal(who, '3000.00'), await withdrawal(who, '2880.00')]
  expect((await judge(house, seat(), first, 'approve')).data).toMatchObject({ state: 'approved' })
  await price(2_590n)
  const { seen } = await evidenceOf(seat(), next)
  expect((await decide(house, seat(), { id: next, seen, opinion: 'approve' })).error).toBe('margin_uncovered')
  pause()
  expect([await send(), await stateOf(who, first), await isWell(who)]).toEqual([1, 'sent', true])
})

test('a price that falls before the sending: it goes back to its queue, its customer hears why, and nothing left', async () => {
  const who = await leveraged()
  const id = await approved(who, '5880.00')
  await price(2_599n)
  pause()
  expect([await send(), await stateOf(who, id), await heldBy(who)]).toEqual([0, 'pending', '5880.00'])
  expect(await marginNotices(who)).toMatchObject([{ title: 'Withdrawal waits for margin: €5,880.00' }])
  expect([await send(), (await marginNotices(who)).length]).toEqual([0, 1])

  // Once the price is back, two people approve it again.
  await price(2_600n)
  await judge(house, seat(), id, 'approve')
  expect((await judge(house, second(), id, 'approve')).data).toMatchObject({ state: 'approved' })
  pause()
  expect([await send(), await stateOf(who, id), await isWell(who)]).toEqual([1, 'sent', true])
})

test('it can be cancelled after it went back', async () => {
  const who = await leveraged()
  const id = await approved(who, '5880.00')
  await price(2_500n)
  pause()
  await send()
  await house.ask(cancelWithdrawal, { id }, { token: who.token, key: newId() })
  expect([await stateOf(who, id), await heldBy(who)]).toEqual(['cancelled', '0.00'])
})

test('an account without financed lots has no margin to cover', async () => {
  const who = await payerIn(house)
  const id = await withdrawal(who, '5000.00')
  expect([await coversOf(seat(), id), (await evidenceOf(seat(), id)).margin]).toEqual([null, null])
})

test.each([1, 2, 3])(
  'two approved ones of which the margin covers one, sent by five servers at once: one leaves, one goes back (%s)',
  async () => {
    const who = await leveraged()
    const ids = [await approved(who, '2940.00'), await approved(who, '2940.00')]
    await price(2_400n)
    pause()
    await Promise.all(Array.from({ length: 5 }, send))
    const states = [await stateOf(who, ids[0] ?? ''), await stateOf(who, ids[1] ?? '')].toSorted()
    expect([states, await heldBy(who), await isWell(who)]).toEqual([['pending', 'sent'], '2940.00', true])
    expect(await marginNotices(who)).toHaveLength(1)
  },
)

test.each([0, 1, 2, 4, 8, 16])(
  'a price that falls while it is sent: it leaves before the fall, or goes back (%s)',
  async (after) => {
    const who = await leveraged()
    const id = await approved(who, '5880.00')
    pause()
    const fall = async () => {
      await setTimeout(after)
      house.clock.advance(1)
      house.script.say(ESP, house.clock.now(), 2_500n, 2_501n)
    }
    const [, sent] = await Promise.all([fall(), send()])
    const state = await stateOf(who, id)
    expect([
      [1, 'sent', '0.00'],
      [0, 'pending', '5880.00'],
    ]).toContainEqual([sent, state, await heldBy(who)])
  },
)
