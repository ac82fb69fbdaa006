import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeProfile } from '@lonja/core/accounts/accounts.contract'
import { customerNumber, recordNumber } from '@lonja/core/base/numbers'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { listCustomers, searchCustomers } from '@lonja/core/customers/customers.staff.contract'
import { SEARCHES } from '@lonja/core/customers/search.rules'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { cancelWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { removePayee } from '@lonja/core/payees/payees.contract'
import { newId } from '../base/ids.ts'
import { saveClosing } from '../accounts/accounts.store.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { COINS_SENT, hashOfDay, ownerIn, type Owner } from '../testing/access.owner.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { ABC } from '../orders/orders.testing.ts'

let house: TestHouse
let owner: Owner
/** Names of documents never change, so only the owner of the tables can give a customer others. */
let ownDb: Db
/** A deposit whose transaction the test knows. */
const [deposit, hash] = [newId(), hashOfDay()]
const IBAN = 'GB29NWBK60161331926819'
const WALLET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

const PASS = sql(
  'pass_for_a_test',
  'update kyc_submissions set first_name = $2, last_name = $3, ended_at = 1, passed = true, reason = $4 where customer = $1',
)

/** The customer's shown name, and the name of a passed identity check. */
async function named(who: { id: string; token: string }, shown: string, [first, last]: readonly [string, string]) {
  const answer = await house.ask(changeProfile, { displayName: shown }, { token: who.token })
  expect(answer.status).toBe(200)
  await ownDb.write((tx) => tx.run(PASS, [who.id, first, last, 'papers_match']))
}

beforeAll(async () => {
  house = await openTestHouse()
  ownDb = openDb(house.ownerUrl, { max: 1 })
  await house.quote(ABC, 999n, 1_001n)
  owner = await ownerIn(house)
  await house.ask(submitDeposit, { id: deposit, ...COINS_SENT, hash }, { token: owner.token })
  await named(owner, 'Núria d’Olivé-Font', ['María José', 'Peña Ibáñez'])
})
afterAll(async () => {
  await ownDb.close()
  await house.close()
})

const seatNow = (): Promise<TestSeat> => house.seat({ roles: ['support'] })
interface Row {
  readonly id: string
  readonly records: readonly { readonly number: string; readonly state: string }[]
}
const search = async (words: string, token: string): Promise<Row[]> =>
  (await house.ask(searchCustomers, { words }, { token })).data.rows as Row[]
/** Asks with a new seat for each thirty searches, so that the limit stops nothing here. */
async function foundBy(texts: readonly string[]): Promise<Record<string, boolean>> {
  const hits: Record<string, boolean> = {}
  let seat = await seatNow()
  for (const [place, words] of texts.entries()) {
    if (place % SEARCHES.most === 0) seat = await seatNow()
    hits[words] = (await search(words, seat.token)).some(({ id }) => id === owner.id)
  }
  return hits
}
const all = (texts: readonly string[], is: boolean): Record<string, boolean> =>
  Object.fromEntries(texts.map((text) => [text, is]))
/** A text without its first character, without its last one, and both halves. */
const partsOf = (text: string): string[] => [
  text.slice(1),
  text.slice(0, -1),
  text.slice(0, text.length / 2),
  text.slice(text.length / 2),
]

test('a whole phone number finds its customer however it is written, and no part of it does', async () => {
  const { phone } = owner
  const spaced = phone.replace(/(...)(?=.)/g, '$1 ')
  const whole = [phone, spaced, `+34 ${spaced}`, `0034${phone}`, phone.replace(/(...)(?=.)/g, '$1-')]
  expect(await foundBy(whole)).toEqual(all(whole, true))
  const parts = [...partsOf(phone), phone.slice(-3), phone.slice(0, 7), `+34${phone.slice(1)}`]
  expect(await foundBy(parts)).toEqual(all(parts, false))
})

test('whole words of the shown and of the verified name find it, whatever their case and accents', async () => {
  const whole = [
    'Núria',
    'nuria',
    'FONT olive',
    'd’Olivé-Font',
    'peña',
    'PENA ibanez',
    'María Peña',
    'Ibáñez, María José',
  ]
  expect(await foundBy(whole)).toEqual(all(whole, true))
  // Words of two different names do not add up, and every word must match.
  const none = [
    'N',
    'Nur',
    'uria',
    'ñez',
    'Pe',
    'Núria Peña',
    'María Gil',
    'd',
    '%',
    '_',
    'Nú%',
    "' or true --",
    '   .  ',
  ]
  expect(await foundBy(none)).toEqual(all(none, false))
})

test('a Chinese name is one word: neither the surname nor the given name finds it', async () => {
  await named(owner, '王小明', ['小明', '欧阳'])
  const whole = ['王小明', '王 小明', '欧阳小明', '小明 欧阳', '欧阳·小明']
  expect(await foundBy(whole)).toEqual(all(whole, true))
  const none = ['王', '小明', '欧阳', '王小', '明', '小明王']
  expect(await foundBy(none)).toEqual(all(none, false))
})

test('numbers of records find their customer with the records in every state, and ids do', async () => {
  const seat = await seatNow()
  const numbers = {
    deposit: recordNumber(depositReview, deposit),
    withdrawal: recordNumber(withdrawalReview, owner.withdrawal),
    kyc: recordNumber(kycReview, owner.kyc),
  }
  await house.ask(cancelWithdrawal, { id: owner.withdrawal }, { token: owner.token })
  expect(await search(numbers.withdrawal, seat.token)).toMatchObject([
    { id: owner.id, records: [{ number: numbers.withdrawal, state: 'cancelled' }] },
  ])
  expect(await search(numbers.deposit.toLowerCase(), seat.token)).toMatchObject([
    { id: owner.id, records: [{ number: numbers.deposit, state: 'pending' }] },
  ])
  const whole = [numbers.kyc, deposit, owner.id, customerNumber(owner.id), customerNumber(owner.id).replace('-', '')]
  expect(await foundBy(whole)).toEqual(all(whole, true))
  const parts = [
    ...partsOf(numbers.withdrawal),
    ...partsOf(numbers.deposit),
    ...partsOf(customerNumber(owner.id)),
    owner.id.slice(1),
    numbers.deposit.slice(2),
  ]
  expect(await foundBy(parts)).toEqual(all(parts, false))
})

test('an IBAN, a wallet and a transaction find their customer, and no part of them does', async () => {
  const whole = [IBAN, 'gb29 NWBK 6016 1331 9268 19', WALLET, WALLET.toUpperCase(), hash, hash.slice(2)]
  expect(await foundBy(whole)).toEqual(all(whole, true))
  const parts = [...partsOf(IBAN), ...partsOf(WALLET), ...partsOf(hash.slice(2)), `${WALLET}x`]
  expect(await foundBy(parts)).toEqual(all(parts, false))
})

test('a name that changed, a payee that was removed and a closed account are no longer found, but a number is', async () => {
  await named(owner, 'Berta', ['Berta', 'Sol'])
  expect(await foundBy(['王小明', '欧阳小明', 'Berta', 'sol berta'])).toEqual({
    ...all(['王小明', '欧阳小明'], false),
    ...all(['Berta', 'sol berta'], true),
  })
  expect((await house.ask(removePayee, { id: owner.payee }, { token: owner.token })).status).toBe(200)
  expect(await foundBy([WALLET])).toEqual(all([WALLET], false))
  await house.db.write((tx) => saveClosing(tx, owner.id, house.clock.now()))
  const person = [owner.phone, 'Berta', 'Sol', IBAN]
  expect(await foundBy(person)).toEqual(all(person, false))
  const numbers = [recordNumber(depositReview, deposit), hash, customerNumber(owner.id), owner.id]
  expect(await foundBy(numbers)).toEqual(all(numbers, true))
})

const actsOf = async (seat: string) => {
  const admin = await house.seat({ roles: ['admin'] })
  const { rows } = (await house.ask(listAudit, { seat, act: 'searched_customers', limit: '100' }, admin)).data
  return rows as { customer: string | null; detail: object }[]
}
const viewsIn = async ({ token }: { token: string }): Promise<object[]> =>
  (await house.ask(listActivity, { which: 'views' }, { token })).data.rows as object[]

test('a search is an act with its hits and without its text, and a view for the customer that it leaves alone', async () => {
  const [one, two, seat] = [await house.customer(), await house.customer(), await seatNow()]
  for (const who of [one, two]) await house.ask(changeProfile, { displayName: 'Otto Kling' }, { token: who.token })
  expect(await search('otto', seat.token)).toHaveLength(2)
  expect(await search('nobody', seat.token)).toEqual([])
  expect([await viewsIn(one), await viewsIn(two)]).toEqual([[], []])
  expect(await search(one.phone, seat.token)).toMatchObject([
    { id: one.id, phone: `••••••${one.phone.slice(-3)}`, displayName: 'O•••' },
  ])
  expect(await viewsIn(one)).toMatchObject([{ act: 'searched_customers', seat: seat.number, role: 'support' }])
  expect(await viewsIn(two)).toEqual([])
  const acts = await actsOf(seat.id)
  expect(acts.map(({ customer, detail }) => [customer, detail])).toEqual([
    [one.id, { hits: 1 }],
    [null, { hits: 0 }],
    [null, { hits: 2 }],
  ])
  expect(JSON.stringify(acts)).not.toMatch(new RegExp(`otto|${one.phone}`, 'i'))
})

test('a script that extends what a masked row shows finds nothing, leaves its acts, and is stopped at thirty', async () => {
  const [victim, seat] = [await house.customer(), await seatNow()]
  await house.ask(changeProfile, { displayName: 'Quirina' }, { token: victim.token })
  const masked = (
    (await house.ask(listCustomers, {}, seat)).data.rows as { id: string; phone: string; displayName: string }[]
  ).find(({ id }) => id === victim.id)
  const [end, first] = [masked?.phone.slice(-3) ?? '', masked?.displayName.slice(0, 1) ?? '']
  const guesses = [
    end,
    first,
    ...[...'0123456789'].map((digit) => digit + end),
    ...[...'aeiouqrstuvwxyzlmnp'].map((letter) => first + letter),
  ]
  const answers = []
  for (const words of guesses) answers.push(await house.ask(searchCustomers, { words }, seat))
  expect(answers.filter(({ status }) => status === 200).flatMap(({ data }) => data.rows)).toEqual([])
  expect(answers.map(({ error }) => error ?? 'answered')).toEqual(
    guesses.map((_, place) => (place < SEARCHES.most ? 'answered' : 'too_many_searches')),
  )
  expect(await actsOf(seat.id)).toHaveLength(SEARCHES.most)
})

test('forty searches of a seat at once: thirty are answered, and the next minute has thirty again', async () => {
  const seat = await seatNow()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => house.ask(searchCustomers, { words: 'nobody' }, seat)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ status, error }) => status === 429 && error === 'too_many_searches')).toHaveLength(10)
  expect(await actsOf(seat.id)).toHaveLength(30)
  const other = await seatNow()
  expect((await house.ask(searchCustomers, { words: 'nobody' }, other)).status).toBe(200)
  house.clock.advance(MINUTE)
  expect((await house.ask(searchCustomers, { words: 'nobody' }, seat)).status).toBe(200)
})
