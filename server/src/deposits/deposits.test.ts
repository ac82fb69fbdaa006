import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { decideAddress } from '@lonja/core/payees/address.rules'
import {
  listDeposits,
  readCheckoutLink,
  readDeposit,
  readDepositWays,
  submitDeposit,
} from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const hash = (): string => `0x${newId().replaceAll('-', '').repeat(2)}`
const SENT = { currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR' }

async function somebody() {
  const who = await house.customer()
  const how = { token: who.token }
  const submit = (fields: object = {}, id = newId()) =>
    house.ask(submitDeposit, { id, ...SENT, hash: hash(), ...fields }, how)
  const one = async (id: string) => (await house.ask(readDeposit, { id }, how)).data
  const cash = async () => {
    const { rows } = (await house.ask(listEntries, { kind: 'deposit' }, how)).data
    return rows.map((row: { free: unknown; cause: string }) => [row.free, row.cause])
  }
  const link = async (amount: string, id = newId(), currency = 'EUR') =>
    house.ask(readCheckoutLink, { id, amount, currency }, how)
  return { ...who, how, submit, one, cash, link }
}

/** A seat that opens a deposit and gives its opinion. */
async function treasurer() {
  const { token } = await house.seat({ roles: ['treasurer'] })
  const how = { token }
  const open = async (id: string) => house.ask(openDeposit, { id: await reviewOf(house, id) }, how)
  const decide = async (id: string, opinion = 'approve', reason = 'received') => {
    const { seen } = (await open(id)).data
    return house.ask(decideDeposit, { id: await reviewOf(house, id), opinion, reason, seen }, how)
  }
  return { how, open, decide }
}

test('each customer has their own addresses, with valid checksums, and they never change', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, somebody))
  const ways = await Promise.all(people.map(({ how }) => house.ask(readDepositWays, {}, how)))
  const [first] = ways
  expect(first?.data).toMatchObject({
    ratesVersion: 1,
    minimum: '10.00',
    limit: { most: '50000.00', left: '50000.00', verified: false },
    eurUsd: { rate: '1.100000' },
  })
  const addresses = ways.flatMap(({ data }) => data.chains) as { chain: 'bitcoin'; address: string }[]
  for (const { chain, address } of addresses) expect(decideAddress(chain, address)).toEqual({ address })
  // Ethereum and Polygon share an address format; the other chains have their own.
  expect(new Set(addresses.map(({ address }) => address)).size).toBe(people.length * 3)
  const again = await house.ask(readDepositWays, {}, people[0]?.how)
  expect(again.data.chains).toEqual(first?.data.chains)
})

test('a deposit of coins is stored with its rate, reviewed, and credited by a posting', async () => {
  const { how, submit, one, cash } = await somebody()
  const staff = await treasurer()
  const id = newId()
  const sent = await submit({}, id)
  expect(sent.data).toMatchObject({ id, cash: { amount: '100.00', currency: 'EUR' }, eurUsd: { rate: '1.100000' } })
  expect(await one(id)).toMatchObject({ state: 'pending', coins: { amount: '110.00', usd: '1.000000' }, steps: [] })
  expect(await cash()).toEqual([])
  const opened = await staff.open(id)
  const review = await reviewOf(house, id)
  expect(opened.data).toMatchObject({ id: review, state: 'in_review', onlyLook: null, sameHash: [], eur: '100.00' })
  expect(await one(id)).toMatchObject({ state: 'in_review', steps: [{ step: 'opened', seat: { role: 'treasurer' } }] })
  const decided = await house.ask(
    decideDeposit,
    { id: review, opinion: 'approve', reason: 'received', seen: opened.data.seen },
    staff.how,
  )
  expect(decided.data).toMatchObject({ outcome: 'decided', state: 'approved' })
  expect(await cash()).toEqual([[{ asset: 'EUR', units: '100.00' }, id]])
  const after = await one(id)
  expect(after).toMatchObject({ state: 'approved', reason: { code: 'received', title: 'The money has arrived' } })
  expect(after.posting).toBeGreaterThan(0)
  const notices = (await house.ask(listNotices, { kind: 'money' }, how)).data.data
  expect(notices[0]).toMatchObject({
    code: 'deposit_credited',
    title: 'Deposit credited: €100.00',
    record: { kind: 'deposit', id },
    earlier: [{ code: 'deposit_in_review' }, { code: 'deposit_received' }],
  })
  // A second decision is refused and credits nothing.
  expect((await staff.decide(id)).error).toBe('review_over')
  expect(await cash()).toHaveLength(1)
})

test('the figures show the money paid in, to the cent', async () => {
  const { how, submit } = await somebody()
  const staff = await treasurer()
  const id = newId()
  await submit({ amount: '123.45678901' }, id)
  await staff.decide(id)
  const { rows } = (await house.ask(listEntries, { kind: 'deposit' }, how)).data
  // 123.45678901 / 1.1 = 112.23344…
  expect(rows[0].free).toEqual({ asset: 'EUR', units: '112.23' })
  const figures = JSON.stringify((await house.ask(readFigures, {}, how)).data)
  expect(figures).toContain('100112.23')
  const { paid, total } = (await house.ask(readResults, { span: 'all' }, how)).data
  expect([paid, ...new Set(total)]).toEqual(['100112.23', '100112.23'])
})

test('a refused deposit has a reason, credits nothing, and no longer counts against the limit', async () => {
  const { submit, one, cash } = await somebody()
  const staff = await treasurer()
  const id = newId()
  await submit({ amount: '55000.00' }, id)
  expect((await submit({ amount: '11.00' })).error).toBe('deposit_limit')
  // The amount is above the house's limit, so two people decide.
  expect((await staff.decide(id, 'refuse', 'not_received')).data).toMatchObject({ outcome: 'needs_second' })
  const second = await treasurer()
  expect((await second.decide(id, 'refuse', 'not_received')).data).toMatchObject({ state: 'refused' })
  expect(await one(id)).toMatchObject({ state: 'refused', reason: { code: 'not_received' }, posting: null })
  expect(await cash()).toEqual([])
  expect((await submit({ amount: '11.00' })).status).toBe(200)
})

test('a transaction is credited once: over two customers, two seats, at once', async () => {
  const [one, two, late] = await Promise.all([somebody(), somebody(), somebody()])
  const [first, second] = await Promise.all([treasurer(), treasurer()])
  const same = hash()
  const [a, b, c] = [newId(), newId(), newId()]
  expect((await one.submit({ hash: same }, a)).status).toBe(200)
  expect((await one.submit({ hash: same.toUpperCase().replace('0X', '0x') })).error).toBe('hash_submitted')
  // Another customer's deposit is not blocked, and staff see both.
  expect((await two.submit({ hash: same }, b)).status).toBe(200)
  expect((await first.open(a)).data.sameHash).toMatchObject([
    { id: await reviewOf(house, b), own: false, credited: false },
  ])
  const answers = await Promise.all([first.decide(a), second.decide(b)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(answers.map(({ error }) => error)).toContain('hash_credited')
  expect([...(await one.cash()), ...(await two.cash())]).toHaveLength(1)
  expect((await late.submit({ hash: same }, c)).error).toBe('hash_credited')
  // The same digits on another chain are another transaction.
  expect((await late.submit({ hash: same, chain: 'ethereum' })).status).toBe(200)
})

test('of two seats at once one decides; a repeated form is one deposit; ids in use are refused', async () => {
  const [own, other] = await Promise.all([somebody(), somebody()])
  const [first, second] = await Promise.all([treasurer(), treasurer()])
  const id = newId()
  const form = { hash: hash() }
  const [one, two] = await Promise.all([own.submit(form, id), own.submit(form, id)])
  expect([one.status, two.status, one.data]).toEqual([200, 200, two.data])
  expect((await own.submit({ hash: hash() }, id)).error).toBe('key_reused')
  expect((await house.ask(readDeposit, { id }, other.how)).error).toBe('unknown_deposit')
  const answers = await Promise.all([first.decide(id), second.decide(id, 'refuse', 'not_received')])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('credited deposits and those under way count in the 24 hours; refused ones do not', async () => {
  const { submit, how } = await somebody()
  const [first, second] = [await treasurer(), await treasurer()]
  // 22,000.00 dollars are 20,000.00 euros, so two people decide.
  const decided = async (opinion: 'approve' | 'refuse', reason: string): Promise<void> => {
    const { id } = (await submit({ amount: '22000.00' })).data
    for (const staff of [first, second]) await staff.decide(id, opinion, reason)
  }
  const left = async () => (await house.ask(readDepositWays, {}, how)).data.limit.left
  await decided('approve', 'received')
  expect(await left()).toBe('30000.00')
  await decided('refuse', 'not_received')
  expect(await left()).toBe('30000.00')
  expect((await submit({ amount: '33000.02' })).error).toBe('deposit_limit')
  expect((await submit({ amount: '33000.00' })).error).toBeUndefined()
  expect(await left()).toBe('0.00')
})

test('above the house’s limit two people decide, and the credit comes with the second', async () => {
  const limited = await openTestHouse({
    payingOut: { review: { dueMs: 48 * HOUR, limitCents: 9_999n, twoPerson: true } },
  })
  try {
    const { token } = await limited.customer()
    const id = newId()
    await limited.ask(submitDeposit, { id, ...SENT, hash: hash() }, { token })
    const outcomes: string[] = []
    for (let person = 0; person < 2; person += 1) {
      const seat = await limited.seat({ roles: ['treasurer'] })
      const review = await reviewOf(limited, id)
      const { seen } = (await limited.ask(openDeposit, { id: review }, { token: seat.token })).data
      const input = { id: review, opinion: 'approve', reason: 'received', seen }
      outcomes.push((await limited.ask(decideDeposit, input, { token: seat.token })).data.outcome)
      expect((await limited.ask(listEntries, { kind: 'deposit' }, { token })).data.rows).toHaveLength(person)
    }
    expect(outcomes).toEqual(['needs_second', 'decided'])
  } finally {
    await limited.close()
  }
})

test('the checkout page confirms once, in five languages, and a link that is not the house’s, or is over, does nothing', async () => {
  const { link, one, how, cash } = await somebody()
  const staff = await treasurer()
  const id = newId()
  const { url } = (await link('50.00', id)).data
  const get = (path: string) => house.door.inject({ method: 'GET', url: path })
  const post = (path: string) =>
    house.door.inject({
      method: 'POST',
      url: path,
      payload: 'amount=1000000&currency=USD',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const words = { tur: 'Dinero de práctica', cn: '模拟资金', tw: '模擬資金', en: 'Practice money', fr: 'Argent fictif' }
  for (const [language, sentence] of Object.entries(words)) {
    const page = await get(url.replace('/en/', `/${language}/`))
    expect([page.statusCode, page.body.includes(sentence), page.body.includes('<form')]).toEqual([200, true, true])
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    // Also below another path, its form leads to itself.
    const [, action = ''] = /action="([^"]*)"/.exec(page.body) ?? []
    const own = `/below/${url.slice(2).replace('/en/', `/${language}/`)}`
    expect(new URL(action, `https://lonja.example.org${own}`).pathname).toBe(own)
    expect(page.body).not.toMatch(/(href|action)="\//)
  }
  // Opening the page makes no deposit.
  expect((await house.ask(listDeposits, {}, how)).data.rows).toEqual([])
  const broken = `${url.slice(0, -2)}${url.endsWith('AA') ? 'BB' : 'AA'}`
  expect((await post(broken)).statusCode).toBe(404)
  expect((await post('/checkout/en/x')).statusCode).toBe(404)
  const responses = await Promise.all([post(url), post(url), post(url)])
  // The deposit in the app follows, and so it does for whoever comes back to the link.
  const { headers, statusCode } = await get(url)
  const record = `../../#/subPackages/recharge/record?id=${id}`
  expect([...responses, { headers, statusCode }].map((one) => [one.statusCode, one.headers['location']])).toEqual(
    Array.from({ length: 4 }, () => [303, record]),
  )
  expect((await house.ask(listDeposits, {}, how)).data.rows).toHaveLength(1)
  expect(await one(id)).toMatchObject({ way: 'online', state: 'pending', cash: { amount: '50.00', currency: 'EUR' } })
  expect((await link('50.00', id)).error).toBe('key_reused')
  await staff.decide(id, 'approve', 'checkout_paid')
  expect(await cash()).toEqual([[{ asset: 'EUR', units: '50.00' }, id]])
  await post(url)
  expect(await cash()).toHaveLength(1)

  const stale = (await link('20.00')).data.url
  house.clock.advance(30 * MINUTE)
  expect((await post(stale)).statusCode).toBe(410)
  const over = (await link('49950.00')).data.url
  await post((await link('49900.00')).data.url)
  expect((await post(over)).statusCode).toBe(422)
  expect((await house.ask(listDeposits, {}, how)).data.rows).toHaveLength(2)
})

test.each([
  ['nothing', { amount: '0' }, 'deposit_amount_positive', 'amount'],
  ['less than nothing', { amount: '-1' }, 'deposit_amount_positive', 'amount'],
  ['too little', { amount: '10.99' }, 'minimum_deposit', 'amount'],
  ['more than before KYC', { amount: '55000.02' }, 'deposit_limit', 'amount'],
  ['nine places', { amount: '1.123456789' }, 'bad_input', 'amount'],
  ['a figure of another language', { amount: '1.000,5' }, 'bad_input', 'amount'],
  ['no hash', { hash: ' ' }, 'missing_information', 'hash'],
  ['a hash of another chain', { hash: 'ab'.repeat(32) }, 'hash_form', 'hash'],
  ['a link in place of a hash', { hash: 'https://example.org/tx/0x00' }, 'hash_form', 'hash'],
  ['a chain the coin is not on', { chain: 'tron' }, 'chain_of_currency', 'chain'],
  ['cash that the house has not', { cash: 'GBP' }, 'bad_input', 'cash'],
  ['a rate of one’s own', { rate: '9.99' }, 'bad_input', 'rate'],
])('%s is refused at its field', async (_line, fields, error, field) => {
  const { submit } = await somebody()
  const answer = await submit(fields)
  expect([answer.error, answer.fields?.map((one) => one.field)]).toEqual([error, [field]])
})

test('a picture of proof is one of the customer’s own', async () => {
  const { submit } = await somebody()
  expect((await submit({ proofs: [newId()] })).error).toBe('unknown_picture')
})

test('a page of deposits goes on where the last one ended', async () => {
  const { how, submit } = await somebody()
  for (let n = 0; n < 5; n += 1) await submit({ amount: `1${n + 1}.00` })
  const first = (await house.ask(listDeposits, { limit: '2' }, how)).data
  const second = (await house.ask(listDeposits, { limit: '2', cursor: first.cursor }, how)).data
  const third = (await house.ask(listDeposits, { limit: '2', cursor: second.cursor }, how)).data
  const amounts = [...first.rows, ...second.rows, ...third.rows].map((row) => row.coins.amount)
  expect(amounts).toEqual(['15.00', '14.00', '13.00', '12.00', '11.00'])
  expect(third.cursor).toBeNull()
})
