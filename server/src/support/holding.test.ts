import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeProfile } from '@lonja/core/accounts/accounts.contract'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { customerNumber } from '@lonja/core/base/numbers'
import { LANGUAGES } from '@lonja/core/base/language'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import { downloadEverything } from '@lonja/core/portfolio/statements.contract'
import { listColleagues } from '@lonja/core/staff/staff.contract'
import { HOLDING_MS, SET_ANSWERS, decideAnswer } from '@lonja/core/support/support.rules'
import {
  answerThread,
  closeThread,
  holdThread,
  listSetAnswers,
  listThreads,
  openThread,
  writeNote,
} from '@lonja/core/support/support.staff.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { newId } from '../base/ids.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

/** Conversations that one seat holds, what the list shows of them, and notes on customers. */

let house: TestHouse
let [one, two]: TestSeat[] = []
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['support'] })
  two = await house.seat({ roles: ['support'] })
})
afterAll(() => house.close())

const by = (seat: TestSeat | undefined) => ({ token: seat?.token ?? '' })
const write = ({ token }: TestCustomer, text: string) =>
  house.ask(sendMessage, { id: newId(), text, pictures: [] }, { token })
const answer = ({ id: customer }: TestCustomer, seat: TestSeat | undefined, text = 'Sí') =>
  house.ask(answerThread, { id: newId(), customer, text }, by(seat))
const hold = ({ id: customer }: TestCustomer, seat: TestSeat | undefined, take = true) =>
  house.ask(holdThread, { customer, take }, by(seat))
const note = ({ id: customer }: TestCustomer, text: string, seat = one, id = newId()) =>
  house.ask(writeNote, { id, customer, text }, by(seat))

async function asking(text = 'Hola'): Promise<TestCustomer> {
  const who = await house.customer()
  await write(who, text)
  return who
}

const rowOf = async ({ id }: TestCustomer, seat = one, input: object = {}) => {
  const { data } = await house.ask(listThreads, { which: 'open', limit: '100', ...input }, by(seat))
  return (data.rows as { customer: string }[]).find(({ customer }) => customer === id)
}

test('of two seats that answer at once one does, and the other hears who holds it', async () => {
  const who = await asking()
  const answers = await Promise.all([answer(who, one), answer(who, two)])
  expect(answers.map(({ error }) => error ?? 'accepted').toSorted()).toEqual(['accepted', 'thread_held'])
  const { data } = await house.ask(openThread, { customer: who.id }, by(one))
  expect(data.rows).toHaveLength(2)
})

test('a seat takes a conversation, renews it by answering, lets go of it, and loses it when its time is over', async () => {
  const who = await asking()
  expect((await hold(who, one)).data.holder).toEqual({ seat: one?.number, until: house.clock.now() + HOLDING_MS })
  expect((await hold(who, two)).error).toBe('thread_held')
  expect((await answer(who, two)).error).toBe('thread_held')
  house.clock.advance(HOLDING_MS - 1)
  expect((await answer(who, one)).code).toBe(1)
  house.clock.advance(HOLDING_MS - 1)
  expect((await answer(who, two)).error).toBe('thread_held')
  // Letting go of another's changes nothing.
  expect((await hold(who, two, false)).data.holder).toBeNull()
  expect(await rowOf(who)).toMatchObject({ holder: one?.number })
  house.clock.advance(1)
  expect(await rowOf(who)).toMatchObject({ holder: null })
  expect((await answer(who, two)).code).toBe(1)
  expect((await hold(who, two, false)).data.holder).toBeNull()
  expect((await hold(who, one)).data.holder).toMatchObject({ seat: one?.number })
})

test('the list is narrowed to what the seat holds, or nobody', async () => {
  const [mine, theirs, free] = [await asking(), await asking(), await asking()]
  await hold(mine, one)
  await hold(theirs, two)
  const seen = async (whose: string) =>
    Promise.all([mine, theirs, free].map(async (who) => (await rowOf(who, one, { whose })) !== undefined))
  expect(await seen('mine')).toEqual([true, false, false])
  expect(await seen('free')).toEqual([false, false, true])
})

test('a conversation is found by the whole number of its account or of a deposit asked about, open or closed, and by no part', async () => {
  const who = await asking()
  const id = newId()
  const coins = { currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR' }
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  expect((await house.ask(submitDeposit, { id, ...coins, hash }, { token: who.token })).code).toBe(1)
  const search = async (find: string) => {
    const { data } = await house.ask(listThreads, { which: 'open', whose: 'mine', find }, by(one))
    return (data.rows as { customer: string }[]).map(({ customer }) => customer)
  }
  const number = customerNumber(who.id)
  expect(await search(number)).toEqual([who.id])
  expect(await search(depositNumber(id))).toEqual([who.id])
  for (const part of [number.slice(0, -1), 'Hola', '%']) expect(await search(part)).toEqual([])
  const { data } = await house.ask(openThread, { customer: who.id }, by(one))
  const thread = { customer: who.id, thread: data.threads[0].id }
  expect((await house.ask(closeThread, thread, { ...by(one), key: newId() })).code).toBe(1)
  expect(await search(number)).toEqual([who.id])
})

test('the list shows the beginning of the last message without numbers, its side, and the customer’s language', async () => {
  const who = await asking('Mi IBAN es ES9121000418450200051332')
  await house.ask(changeProfile, { language: 'fr' }, { token: who.token, key: newId() })
  expect(await rowOf(who)).toMatchObject({
    last: { text: 'Mi IBAN es ••••', seat: null, pictures: 0 },
    language: 'fr',
  })
  await answer(who, one, 'Lo miramos')
  expect(await rowOf(who)).toMatchObject({ last: { text: 'Lo miramos', seat: one?.number } })
})

test.each(LANGUAGES)(
  'each set answer can be sent in %s, and is titled in the language of the seat',
  async (language) => {
    const { rows } = (await house.ask(listSetAnswers, { language }, { ...by(one), language: 'en' })).data
    expect(rows.map(({ code }: { code: string }) => code)).toEqual(SET_ANSWERS)
    expect(rows[0].title).toBe('We are looking into it')
    for (const { text } of rows as { text: string }[]) {
      expect(decideAnswer(text, { closedAt: null, rating: null }, false, null)).toEqual({ write: true })
    }
    expect(new Set(rows.map(({ text }: { text: string }) => text)).size).toBe(SET_ANSWERS.length)
  },
)

test('a note is for staff; its customer sees that it was written, and has its text in the archive alone', async () => {
  const who = await asking()
  const [id, text] = [newId(), 'Llamó dos veces por su retirada']
  expect((await note(who, text, one, id)).data).toMatchObject({ id, seat: one?.number, text })
  expect((await note(who, text, one, id)).code).toBe(1)
  expect((await note(who, 'Otra cosa', one, id)).error).toBe('key_reused')
  const thread = (await house.ask(openThread, { customer: who.id }, by(two))).data
  expect(thread.notes).toMatchObject([{ id, text }])
  const file = (await house.ask(openCustomer, { id: who.id }, by(await house.seat({ roles: ['treasurer'] })))).data
  expect(file.notes).toMatchObject([{ id, text }])
  const acts = (await house.ask(listActivity, { limit: '100' }, { token: who.token })).data
  expect(acts.rows.map(({ act }: { act: string }) => act)).toContain('noted_customer')
  expect(JSON.stringify(acts)).not.toContain(text)
  const archive = (await house.ask(downloadEverything, {}, { token: who.token })).data.file
  const texts = Object.values(unzipSync(new Uint8Array(archive))).map((each) => strFromU8(each))
  expect(texts.filter((each) => each.includes(text))).not.toEqual([])
})

test('no seat notes anything on its own account, nor nothing, nor on nobody', async () => {
  const who = await asking()
  const own = await house.seat({ roles: ['support'], customer: who.id })
  expect((await note(who, 'Nota', own)).error).toBe('own_account')
  expect((await note(who, ' \n ')).error).toBe('message_empty')
  expect((await house.ask(writeNote, { id: newId(), customer: newId(), text: 'x' }, by(one))).error).toBe(
    'unknown_customer',
  )
})

test('colleagues are named by their numbers', async () => {
  const { rows } = (await house.ask(listColleagues, {}, by(one))).data
  expect(rows).toContainEqual({ number: two?.number, name: two?.name })
})
