import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SECOND } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { cancelOrder, listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { newId } from '../base/ids.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { payerIn, submit } from '../withdrawals/withdrawals.testing.ts'
import type { CallAnswer } from './ask.ts'
import { AT_COMMIT, openConflicts, type Conflicts } from './conflicts.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'

vi.setConfig({ testTimeout: 120_000 })
const LISTING = 'XNYS:ABC'
/** A deadlock, and two transactions of which only one can go through: each place meets both, one in each test. */
const CODES = ['40P01', '40001'] as const
const codeAt = (n: number): string => CODES[n % 2]!
const otherCode = (n: number): string => codeAt(n + 1)
const isLong = process.env['LONJA_LONG'] === '1'
/** More often than anybody tries again. */
const ALWAYS = 1_000

let house: TestHouse
let conflicts: Conflicts
let seat: TestSeat
let who: TestCustomer
beforeAll(async () => {
  house = await openTestHouse({
    payingOut: { review: { dueMs: 1_000_000, limitCents: 100_000_000n, twoPerson: false } },
  })
  seat = await house.seat({ roles: ['treasurer'] })
  who = await house.customer()
  await house.quote(LISTING, 999n, 1_000n)
  await deposited() // The first deposit makes the key of the addresses.
  conflicts = await openConflicts(house)
})
afterAll(async () => {
  await conflicts.close()
  await house.close()
})

/** One call, ready to be sent; sent again it is the same request. */
type SendCall = () => Promise<CallAnswer>

const ticket = (id: string) => ({ id, listing: LISTING, side: 'buy', shares: '3', limit: '9.00', timeInForce: 'gtc' })
const asCustomer = (key?: string, { token }: TestCustomer = who) => ({ token, ...(key && { key }) })
async function placed(): Promise<string> {
  const id = newId()
  const { status, error } = await house.ask(placeOrder, ticket(id), asCustomer(id))
  if (status !== 200) throw new Error(`an order is taken, not ${error}`)
  return id
}
const transfer = (id: string) => {
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  return { id, hash, currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR' }
}
async function deposited(): Promise<string> {
  const id = newId()
  const { status, error } = await house.ask(submitDeposit, transfer(id), asCustomer(id, await house.customer()))
  if (status !== 200) throw new Error(`a deposit is taken, not ${error}`)
  return reviewOf(house, id)
}
const asSeat = (key?: string) => ({ token: seat.token, ...(key && { key }) })
async function opened(call: typeof openDeposit | typeof openWithdrawal, id: string): Promise<string> {
  const { status, error, data } = await house.ask(call, { id }, asSeat())
  if (status !== 200) throw new Error(`a review is opened, not ${error}`)
  return data.seen as string
}

const LANE: [string, () => Promise<SendCall>][] = [
  [
    'placing',
    () => {
      const id = newId()
      return Promise.resolve(() => house.ask(placeOrder, ticket(id), asCustomer(id)))
    },
  ],
  [
    'cancelling',
    async () => {
      const id = await placed()
      return () => house.ask(cancelOrder, { id }, asCustomer())
    },
  ],
  [
    'replacing',
    async () => {
      const id = await placed()
      const none = { stop: null, trail: null, trailBps: null }
      const terms = { id, side: 'buy', changes: 0, shares: '4', limit: '9.10', ...none, timeInForce: 'gtc' }
      return () => house.ask(replaceOrder, terms, asCustomer())
    },
  ],
]
const REVIEW: [string, () => Promise<SendCall>][] = [
  [
    'submitting a deposit',
    async () => {
      const [form, own] = [transfer(newId()), await house.customer()]
      return () => house.ask(submitDeposit, form, asCustomer(form.id, own))
    },
  ],
  [
    'opening a deposit',
    async () => {
      const id = await deposited()
      return () => house.ask(openDeposit, { id }, asSeat())
    },
  ],
  [
    'crediting a deposit',
    async () => {
      const id = await deposited()
      const seen = await opened(openDeposit, id)
      const key = newId()
      return () => house.ask(decideDeposit, { id, opinion: 'approve', reason: 'received', seen }, asSeat(key))
    },
  ],
  [
    'approving a withdrawal',
    async () => {
      const record = newId()
      await submit(house, await payerIn(house), { id: record, amount: '20.00' })
      const id = await reviewOf(house, record)
      const seen = await opened(openWithdrawal, id)
      const key = newId()
      const decision = { id, opinion: 'approve', reason: 'customer_confirmed', seen }
      return () => house.ask(decideWithdrawal, decision, asSeat(key))
    },
  ],
]

/** The places at which a call of this kind writes, without those of a session's refresh. */
async function placesOf(make: () => Promise<SendCall>): Promise<string[]> {
  const send = await make()
  return conflicts.seenBy(async () => expect((await send()).status).toBe(200))
}

describe.each([...LANE, ...REVIEW])('a conflict at any statement of %s', (_name, make) => {
  test('that comes again and again is unavailable, changes nothing, and the same call succeeds afterwards', async () => {
    const places = await placesOf(make)
    expect(places).toContain(AT_COMMIT)
    expect(places.length).toBeGreaterThan(2)
    for (const [n, place] of places.entries()) {
      const send = await make()
      const before = await conflicts.digest()
      const { status, error } = await conflicts.during({ place, code: codeAt(n), times: ALWAYS }, send)
      expect([place, status, error]).toEqual([place, 503, 'unavailable'])
      expect([place, await conflicts.digest()]).toEqual([place, before])
      const again = await send()
      expect([place, again.status]).toEqual([place, 200])
      expect([place, (await send()).data]).toEqual([place, again.data])
    }
  })

  // A single one is no other than the first of many, where nobody tries again.
  test.runIf(isLong)('that comes once is unavailable, or tried again by the lane', async () => {
    for (const [n, place] of (await placesOf(make)).entries()) {
      const send = await make()
      const { status } = await conflicts.during({ place, code: otherCode(n), times: 1 }, send)
      expect([place, [200, 503].includes(status)]).toEqual([place, true])
      expect([place, (await send()).status]).toEqual([place, 200])
    }
  })
})

test.each(LANE)('a conflict that comes three times at a statement of %s reaches no caller', async (_name, make) => {
  for (const [n, place] of (await placesOf(make)).entries()) {
    const send = await make()
    const { status, data } = await conflicts.during({ place, code: otherCode(n), times: 3 }, send)
    expect([place, status]).toEqual([place, 200])
    expect([place, (await send()).data]).toEqual([place, data])
  }
})

describe('a conflict at any statement of a fill', () => {
  test.each(CODES)('%s: the order is filled in the next round, once', async (code) => {
    const filled = async (own: TestCustomer): Promise<string[]> =>
      (await house.ask(listOrders, { which: 'filled' }, asCustomer(undefined, own))).data.rows.map(
        ({ id }: { id: string }) => id,
      )
    const meets = async (): Promise<[string, TestCustomer]> => {
      const [id, own] = [newId(), await house.customer()]
      await house.ask(placeOrder, { ...ticket(id), limit: '9.50' }, asCustomer(id, own))
      house.clock.advance(SECOND)
      house.script.say(LISTING, house.clock.now(), 940n, 945n)
      return [id, own]
    }
    const [first, its] = await meets()
    const places = await conflicts.seenBy(() => house.engine.sweep())
    expect(await filled(its)).toContain(first)
    expect(places).toContain('fills insert')
    for (const place of places) {
      const [id, own] = await meets()
      await conflicts.during({ place, code, times: ALWAYS }, () => house.engine.sweep().catch(() => {}))
      expect([place, (await filled(own)).includes(id)]).toEqual([place, false])
      await house.engine.sweep()
      expect([place, (await filled(own)).filter((each) => each === id)]).toEqual([place, [id]])
    }
  })
})
