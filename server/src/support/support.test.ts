import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { recordNumber } from '@lonja/core/base/numbers'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readPicture, storePicture } from '@lonja/core/pictures/pictures.contract'
import { BURST_MOST, BURST_MS, RECORDS_SHOWN, SAME_VIEW_MS } from '@lonja/core/support/support.rules'
import {
  answerThread,
  closeThread,
  listThreads,
  openThread,
  readThreadPicture,
} from '@lonja/core/support/support.staff.contract'
import { markThreadRead, rateThread, readThread, sendMessage } from '@lonja/core/support/thread.contract'
import { readSupportLink, supportLinkIn } from '@lonja/core/support/support.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { TestSeat } from '../staff/staff.testing.ts'

let house: TestHouse
let seat: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  seat = await house.seat()
})
afterAll(() => house.close())

const write = (who: TestCustomer, text: string, more: object = {}) =>
  house.ask(sendMessage, { id: newId(), text, pictures: [], ...more }, { token: who.token })
const answer = (who: TestCustomer, text: string, by = seat) =>
  house.ask(answerThread, { id: newId(), customer: who.id, text }, { token: by.token })
const open = (who: TestCustomer, by = seat) => house.ask(openThread, { customer: who.id }, { token: by.token })
const close = (who: TestCustomer, thread: string, by = seat) =>
  house.ask(closeThread, { customer: who.id, thread }, { token: by.token, key: newId() })
const own = async (who: TestCustomer, page = {}) => (await house.ask(readThread, page, { token: who.token })).data

test('a seat sees the newest requests of the customer beside the conversation, and nobody else’s', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  const coins = { currency: 'USDC', chain: 'polygon', amount: '100', cash: 'USD' }
  const ids: string[] = []
  for (let n = 0; n <= RECORDS_SHOWN; n += 1) {
    house.clock.advance(SECOND)
    const id = newId()
    ids.push(id)
    const sent = { id, ...coins, hash: `0x${String(n).padStart(64, '0')}` }
    expect((await house.ask(submitDeposit, sent, { token: who.token })).code).toBe(1)
  }
  await write(who, 'Hola')
  await write(other, 'Hola')
  const numbers = ids.map((id) => recordNumber(depositReview, id)).toReversed()
  const { records } = (await open(who)).data
  expect(records.map(({ number }: { number: string }) => number)).toEqual(numbers.slice(0, RECORDS_SHOWN))
  expect(records[0]).toMatchObject({ kind: 'deposit', state: 'pending', at: house.clock.now() })
  expect((await open(other)).data.records).toEqual([])
})

test('a thread from the first message to the rating, as both sides see it', async () => {
  const who = await house.customer()
  const sent = await write(who, '  <b>¿Cómo?</b>\nHola  ')
  expect((await own(who)).rows).toMatchObject([{ n: 1, seat: null, text: '<b>¿Cómo?</b>\nHola', isRead: false }])
  house.clock.advance(MINUTE)
  expect((await open(who)).data.rows).toMatchObject([{ isRead: true }])
  expect(await own(who)).toMatchObject({
    rows: [{ isRead: true }],
    views: [{ seat: seat.number, role: 'support', what: 'thread', at: house.clock.now() }],
    unread: 0,
  })
  house.clock.advance(SECOND)
  expect((await answer(who, 'Así')).code).toBe(1)
  expect((await answer(who, 'Y así')).code).toBe(1)
  expect(await own(who)).toMatchObject({
    unread: 2,
    rows: [{ n: 3, seat: seat.number, isRead: false }, { n: 2 }, { n: 1 }],
  })
  const { data } = (await house.ask(listNotices, { kind: 'account' }, { token: who.token, language: 'en' })).data
  expect(data.filter(({ code }: { code: string }) => code === 'support_answered')).toHaveLength(1)
  expect((await house.ask(markThreadRead, { through: 2 }, { token: who.token })).data).toEqual({ unread: 1 })
  // A number beyond the last message must not mark future ones as read.
  expect((await house.ask(markThreadRead, { through: 1_000_000_000 }, { token: who.token })).data).toEqual({
    unread: 0,
  })
  await answer(who, 'Más')
  expect(await own(who)).toMatchObject({ unread: 1 })
  const rate = (rating: number) =>
    house.ask(rateThread, { thread: sent.data.thread, rating }, { token: who.token, key: newId() })
  expect((await rate(5)).error).toBe('thread_open')
  expect((await close(who, sent.data.thread)).code).toBe(1)
  expect((await answer(who, 'Tarde')).error).toBe('thread_closed')
  expect((await rate(4)).data).toEqual({ thread: sent.data.thread, rating: 4 })
  expect((await rate(4)).code).toBe(1)
  expect((await rate(1)).error).toBe('already_rated')
  const again = await write(who, 'Otra cosa')
  expect(again.data.thread).not.toBe(sent.data.thread)
  expect((await own(who)).threads).toMatchObject([
    { id: sent.data.thread, closedBy: seat.number, rating: 4 },
    { id: again.data.thread, closedAt: null },
  ])
})

test('repeated views of one seat count once; another seat, or a later time, counts again', async () => {
  const who = await house.customer()
  await write(who, 'Hola')
  const other = await house.seat({ roles: ['support'] })
  await open(who)
  house.clock.advance(SAME_VIEW_MS - 1)
  await open(who)
  expect((await own(who)).views).toHaveLength(1)
  house.clock.advance(1)
  await open(who)
  await open(who, other)
  expect((await own(who)).views.map((view: { seat: number }) => view.seat)).toEqual([
    seat.number,
    seat.number,
    other.number,
  ])
})

test('the list has the longest wait first, and shows only the end of a phone number', async () => {
  const [first, second, answered] = [await house.customer(), await house.customer(), await house.customer()]
  for (const who of [answered, first, second]) {
    house.clock.advance(SECOND)
    await write(who, 'Hola')
  }
  await answer(answered, 'Sí')
  const seen: { customer: CustomerId; phone: string; waitingSince: number | null }[] = []
  let cursor: string | null = null
  do {
    const page = { which: 'open', limit: '2', ...(cursor === null ? {} : { cursor }) }
    const { data } = await house.ask(listThreads, page, { token: seat.token })
    seen.push(...data.rows)
    cursor = data.cursor
  } while (cursor !== null)
  const order = seen.map(({ customer }) => customer)
  expect(new Set(order).size).toBe(order.length)
  expect(order.indexOf(first.id)).toBeLessThan(order.indexOf(second.id))
  expect(order.indexOf(second.id)).toBeLessThan(order.indexOf(answered.id))
  const row = seen.find(({ customer }) => customer === first.id)
  expect(row?.phone.replaceAll('•', '')).toBe(first.phone.slice(-3))
})

test('of twenty messages at once only the allowed burst is written, each once, and repeats get the same answer', async () => {
  const who = await house.customer()
  const ids = Array.from({ length: BURST_MOST + 10 }, () => newId())
  const answers = await Promise.all([...ids, ...ids].map((id) => write(who, 'Hola', { id })))
  const replies = answers.filter(({ code }) => code === 1)
  const { rows, threads } = await own(who, { limit: '100' })
  expect([rows.length, threads.length]).toEqual([BURST_MOST, 1])
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(BURST_MOST)
  expect([...new Set(answers.filter(({ code }) => code !== 1).map(({ error }) => error))]).toEqual([
    'too_many_messages',
  ])
  house.clock.advance(BURST_MS)
  expect((await write(who, 'Ya')).code).toBe(1)
})

test('two seats answer and close at once: each act happens once, and no answer comes after the end', async () => {
  const who = await house.customer()
  const { data } = await write(who, 'Hola')
  const others = [await house.seat(), await house.seat()]
  const replies = await Promise.all([
    ...others.map((by) => answer(who, 'Sí', by)),
    ...others.map((by) => close(who, data.thread, by)),
  ])
  expect(replies.slice(2).map(({ code }) => code)).toEqual([1, 1])
  expect(new Set(replies.slice(2).map((one) => one.data.closedAt)).size).toBe(1)
  const answers = replies.slice(0, 2).filter(({ code }) => code === 1).length
  const { rows, threads } = await own(who)
  expect([rows.length, threads[0].closedAt !== null]).toEqual([1 + answers, true])
  for (const { code, error } of replies.slice(0, 2))
    if (code !== 1) expect(['thread_closed', 'thread_held']).toContain(error)
})

test('pictures belong to one customer, and staff see only those of a thread', async () => {
  const [who, stranger] = [await house.customer(), await house.customer()]
  const stored = async (by: TestCustomer, use = 'support') => {
    const id = newId()
    expect((await house.ask(storePicture, { id, use }, { token: by.token, key: id })).code).toBe(1)
    return id
  }
  const [mine, theirs, paper, unsent] = [
    await stored(who),
    await stored(stranger),
    await stored(who, 'kyc'),
    await stored(who),
  ]
  expect((await write(who, '', { pictures: [theirs] })).error).toBe('unknown_picture')
  expect((await write(who, '', { pictures: [paper] })).error).toBe('unknown_picture')
  expect((await write(who, '')).error).toBe('message_empty')
  expect((await write(who, '', { pictures: [mine] })).code).toBe(1)
  expect((await own(who)).rows[0].pictures).toEqual([mine])
  const look = (id: string, customer = who.id) => house.ask(readThreadPicture, { customer, id }, { token: seat.token })
  const original = (await house.ask(readPicture, { id: mine }, { token: who.token })).data
  const seen = (await look(mine)).data
  expect([seen.type, seen.base64 === original.base64], 'with the seat all over it').toEqual(['image/jpeg', false])
  for (const id of [paper, unsent]) expect((await look(id)).error).toBe('unknown_picture')
  expect((await look(mine, stranger.id)).error).toBe('unknown_picture')
  expect((await own(who)).views).toMatchObject([{ what: 'picture' }])
  expect((await house.ask(readPicture, { id: mine }, { token: stranger.token })).error).toBe('unknown_picture')
})

test('no seat answers or closes a thread of its own account', async () => {
  const who = await house.customer()
  const { data } = await write(who, 'Hola')
  const by = await house.seat({ customer: who.id })
  expect((await answer(who, 'Sí', by)).error).toBe('own_account')
  expect((await close(who, data.thread, by)).error).toBe('own_account')
})

test('the support link leads to the operator’s own service, or without one to the thread in the app', async () => {
  expect((await house.ask(readSupportLink)).data.kefu_url).toContain('/subPackages/support/thread')
  const kefuUrl = 'https://help.example.org/chat?from=lonja'
  const other = await openTestHouse({ kefuUrl })
  expect(supportLinkIn((await other.ask(readSupportLink)).data)).toBe(kefuUrl)
  await other.close()
})
