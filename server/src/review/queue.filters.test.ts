import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { eur } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openReview } from './review.actions.ts'
import { askTerms, openReviewHouse, queues, terms } from './review.testing.ts'

const LIMITS = { dueMs: 1, limitCents: 1_000_000n, twoPerson: true }

let house: Awaited<ReturnType<typeof openReviewHouse>>
beforeAll(async () => {
  house = await openReviewHouse(LIMITS)
})
afterAll(() => house.close())

interface Row {
  readonly id: string
  readonly number: string
}

/** A deposit in its queue, of whole euros. */
const review = (customer: CustomerId, euros: bigint, more: { way?: string; due?: number; opened?: number } = {}) =>
  writeFor(house.db, customer, (tx) => {
    const [record, at] = [newId(), house.clock.now() + (more.opened ?? 0)]
    const dueAt = house.clock.now() + (more.due ?? HOUR)
    const amount = eur(euros * 100n)
    const { way = 'crypto' } = more
    const request = { record, customer, amount, eurCents: amount.units, way, at, dueAt, payload: { record } }
    return openReview(tx, depositReview, request)
  })

const listed = async (seat: TestSeat, input: object) => {
  const { data } = await house.ask(queues.listQueue, input, { token: seat.token })
  return { ids: (data.rows as Row[]).map(({ id }) => id), count: data.count as number | null }
}
const idsOf = async (seat: TestSeat, input: object) => (await listed(seat, input)).ids

const judge = async (id: string, { token }: TestSeat, opinion: 'approve' | 'refuse' = 'approve') => {
  const { data } = await house.ask(terms.open, { id }, { token })
  const reason = opinion === 'approve' ? 'fits' : 'does_not_fit'
  return house.ask(terms.decide, { id, seen: data.seen, opinion, reason }, { token, key: newId() })
}

test('a queue is narrowed by amount, way, deadline, new customers and restrictions, and counts what is left', async () => {
  const old = await house.customer()
  house.clock.advance(7 * 24 * HOUR)
  const [fresh, restricted] = [await house.customer(), await house.customer()]
  const seat = await house.seat({ roles: ['treasurer', 'admin'] })
  const until = house.clock.now() + HOUR
  const held = { id: newId(), customer: restricted.id, level: 2, reason: 'court_order', until }
  expect((await house.ask(restrictAccount, held, { token: seat.token })).status).toBe(200)
  const small = await review(old.id, 99n, { way: 'online' })
  const late = await review(old.id, 100n, { due: 1, opened: -2 })
  const large = await review(fresh.id, 2_000n, { opened: 1 })
  const stopped = await review(restricted.id, 101n, { opened: 2 })
  house.clock.advance(2)
  const of = (input: object) => listed(seat, { kind: 'deposit', ...input })
  expect(await of({})).toEqual({ ids: [late, small, large, stopped], count: 4 })
  expect(await of({ late: 'yes' })).toEqual({ ids: [late], count: 1 })
  expect(await of({ way: 'online' })).toEqual({ ids: [small], count: 1 })
  expect(await of({ restricted: 'yes' })).toEqual({ ids: [stopped], count: 1 })
  expect(await of({ joined: 'new' })).toEqual({ ids: [large, stopped], count: 2 })
  expect(await of({ least: '100', most: '101' })).toEqual({ ids: [late, stopped], count: 2 })
  expect(await of({ least: '102', joined: 'new' })).toEqual({ ids: [large], count: 1 })
  // Each order, over pages of one row.
  const paged = async (sort: string) => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const input: object = { kind: 'deposit', sort, limit: '1', ...(cursor === null ? {} : { cursor }) }
      const { data } = await house.ask(queues.listQueue, input, { token: seat.token })
      ids.push(...(data.rows as Row[]).map(({ id }) => id))
      expect(data.count).toBe(4)
      cursor = data.cursor as string | null
    } while (cursor !== null)
    return ids
  }
  expect(await paged('due')).toEqual([late, small, large, stopped])
  expect(await paged('oldest')).toEqual([late, small, large, stopped])
  expect(await paged('newest')).toEqual([stopped, large, small, late])
  expect(await paged('largest')).toEqual([large, stopped, late, small])
})

test('a queue says whose turn each is: held by the seat, waiting for it as the second, or for another', async () => {
  const roles = ['operations'] as const
  const [one, two, reader] = [
    await house.seat({ roles }),
    await house.seat({ roles }),
    await house.seat({ roles: ['auditor'] }),
  ]
  const [first, second, third] = [await askTerms(house), await askTerms(house), await askTerms(house)]
  expect((await judge(first, one)).data.outcome).toBe('needs_second')
  await house.ask(terms.open, { id: second }, { token: two.token })
  const of = (seat: TestSeat, whose: string) => idsOf(seat, { kind: 'test_terms', whose })
  expect([await of(one, 'given'), await of(one, 'second')]).toEqual([[first], []])
  expect([await of(two, 'given'), await of(two, 'second')]).toEqual([[], [first]])
  expect([await of(one, 'mine'), await of(two, 'mine')]).toEqual([[], [second]])
  // Free to decide now: not one's own opinion, and not what another holds.
  expect([await of(one, 'free'), await of(two, 'free')]).toEqual([[third], [first, second, third]])
  expect([await of(reader, 'free'), await of(reader, 'second')]).toEqual([[], []])
  const counted = async ({ token }: TestSeat) =>
    ((await house.ask(queues.countQueues, {}, { token })).data.rows as { kind: string }[]).find(
      ({ kind }) => kind === 'test_terms',
    )
  expect(await counted(one)).toMatchObject({ waiting: 3, second: 1, secondForYou: 0, mine: 0, mineDueAt: null })
  expect(await counted(two)).toMatchObject({ waiting: 3, second: 1, secondForYou: 1, mine: 1 })
  expect(await counted(reader)).toMatchObject({ waiting: 3, second: 1, secondForYou: 0 })
  // After a quarter of an hour of silence it is free to others too.
  house.clock.advance(HOUR / 4)
  expect(await of(one, 'free')).toEqual([second, third])
})

test('a queue leaves as a file with the rows of its filters, masked, and the export is an act of the seat', async () => {
  const customer = await house.customer()
  const seat = await house.seat({ roles: ['treasurer', 'admin'] })
  for (const euros of [70_001n, 70_002n, 70_003n]) await review(customer.id, euros, { way: 'online' })
  const input = { kind: 'deposit', least: '70002', sort: 'largest' }
  const { body } = await house.door.inject({
    method: 'GET',
    url: `/api/en${queues.exportQueue.path}?${new URLSearchParams(input).toString()}`,
    headers: { token: seat.token },
  })
  const lines = body.replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^number,kind,state,customer,amount,asset,eur,/)
  expect(lines[1]).toMatch(/^D-[0-9A-F]{6},deposit,pending,L-[0-9A-F]{6},70003\.00,EUR,70003\.00,/)
  expect(lines[2]).toContain(',70002.00,EUR,')
  expect(body).not.toContain(customer.phone)
  const { rows } = (await house.ask(listAudit, { seat: seat.id }, { token: seat.token })).data
  expect(rows[0]).toMatchObject({ act: 'queue_exported', customer: null, detail: input })
})
