import { strFromU8, unzipSync } from 'fflate'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeProfile } from '@lonja/core/accounts/accounts.contract'
import { eur, type Amount } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import {
  downloadEverything,
  downloadStatement,
  listStatements,
  readStatement,
} from '@lonja/core/portfolio/statements.contract'
import { SIGN_UP_GRANT, freeLine } from '@lonja/core/ledger/ledger.rules'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { CATALOGUES } from '../base/texts.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { isWritable } from './statements.fonts.ts'

const DAY = 24 * HOUR

let house: TestHouse
let ana: TestCustomer

const order = async (side: 'buy' | 'sell', shares: string, listing = ABC): Promise<void> => {
  const ticket = { id: newId(), listing, side, shares, limit: null, timeInForce: 'day' }
  const answer = await house.ask(placeOrder, ticket, { token: ana.token })
  expect(answer.error).toBeUndefined()
}

/** November: the grant, and buys in both currencies. December: nothing. January: a sale. February is running. */
beforeAll(async () => {
  house = await openTestHouse({ start: Date.UTC(2026, 10, 20, 15) })
  ana = await house.customer()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  await order('buy', '10')
  await order('buy', '7', ESP)
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  house.clock.advance(60 * DAY)
  house.script.sessions = [{ open: house.clock.now() - HOUR, close: house.clock.now() + DAY }]
  await house.engine.sweep()
  ana = { ...ana, token: await signInAgain(house, ana) }
  await house.quote(ABC, 1_199n, 1_201n)
  await order('sell', '4')
  await house.quote(ABC, 1_199n, 1_201n)
})
afterAll(() => house.close())

const statementOf = async (month: string) => (await house.ask(readStatement, { month }, { token: ana.token })).data
const file = async (month: string, format: 'pdf' | 'csv', language = 'en'): Promise<Buffer> => {
  const answer = await house.ask(downloadStatement, { month, format }, { token: ana.token, language })
  expect(answer.status).toBe(200)
  return answer.data.file
}
const cents = (text: string): bigint => BigInt(text.replace('.', ''))

test('months since the account was opened, also those without an entry', async () => {
  const { rows } = (await house.ask(listStatements, {}, { token: ana.token })).data
  expect(rows.map((row: { month: string }) => row.month)).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(rows.map((row: { running: boolean }) => row.running)).toEqual([true, false, false])
  expect(rows[1].entries).toBe(0)
  expect(rows[2].entries).toBeGreaterThan(5)
})

test('each month continues where the one before ended, and the last one ends at the figures of the screens', async () => {
  const months = [await statementOf('2026-11'), await statementOf('2026-12'), await statementOf('2027-01')]
  for (const [at, currency] of ['EUR', 'USD'].entries()) {
    const of = months.map(({ figures }) => figures[at])
    expect(of.map(({ gap }) => gap)).toEqual(['0.00', '0.00', '0.00'])
    expect([of[0].openingCash, of[0].openingCost]).toEqual(['0.00', '0.00'])
    expect([of[1].openingCash, of[1].openingCost]).toEqual([of[0].closingCash, of[0].closingCost])
    expect([of[1].closingCash, of[2].openingCost]).toEqual([of[2].openingCash, of[1].closingCost])
    const { byCurrency } = (await house.ask(readFigures, {}, { token: ana.token })).data
    const now = byCurrency.find((one: { currency: string }) => one.currency === currency)
    expect(cents(of[2].closingCash)).toBe(cents(now.free) + cents(now.held))
    expect(of[2].closingCost).toBe(now.cost)
    for (const figure of ['realised', 'accumulated', 'paidIn', 'convertedOut'] as const) {
      expect(of.reduce((sum, one) => sum + cents(one[figure]), 0n)).toBe(cents(now[figure]))
    }
  }
  expect(months[2].figures[1].realised).not.toBe('0.00')
  expect(months[1].entries).toBe(0)
})

test.each(['2026-10', '2027-02'])('there is no statement of %s: not joined yet, or in the future', async (month) => {
  const answer = await house.ask(readStatement, { month }, { token: ana.token })
  expect([answer.status, answer.error]).toEqual([404, 'unknown_month'])
  const none = await house.ask(downloadStatement, { month, format: 'csv' }, { token: ana.token })
  expect(none.error).toBe('unknown_month')
})

test('the table has the mark, every entry once, and balances that lead from one to the next', async () => {
  await house.ask(changeProfile, { displayName: '=HYPERLINK("x")' }, { token: ana.token, key: newId() })
  const text = (await file('2026-11', 'csv')).toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text).toContain('Practice money')
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  const lines = text.split('\r\n').filter((line) => /^\d+,/.test(line))
  const month = await statementOf('2026-11')
  expect(lines).toHaveLength(month.entries)
  const eurFree = lines
    .filter((line) => line.split(',')[3] === 'EUR')
    .at(-1)
    ?.split(',')[7]
  expect(eurFree).toBe(month.figures[0].closingCash)
  const spanish = (await file('2026-11', 'csv', 'tur')).toString('utf8')
  expect(spanish).toContain(`;${month.figures[0].closingCash.replace('.', ',')};`)
  expect((await file('2026-12', 'csv')).toString('utf8')).toContain('No entries in this period')
  expect((await file('2027-01', 'csv')).toString('utf8')).toContain('still running')
})

test('the table has one row for each event, and its effects lead from the opening to what is free at the end', async () => {
  for (const [at, currency] of ['EUR', 'USD'].entries()) {
    let free = '0.00'
    for (const month of ['2026-11', '2027-01']) {
      const lines = (await file(month, 'csv')).toString('utf8').split('\r\n')
      const from = lines.indexOf('Movements') + 2
      const rows = lines.slice(from, lines.indexOf('', from)).map((line) => line.split(','))
      const own = rows.filter((cells) => cells[2] === currency)
      const opening = cents(free)
      const effects = own.reduce((sum, cells) => sum + cents(cells[5] ?? ''), opening)
      const { figures } = await statementOf(month)
      free = own.at(-1)?.[6] ?? free
      expect([effects, free]).toEqual([cents(free), figures[at].closingCash])
    }
  }
  const november = (await file('2026-11', 'csv')).toString('utf8').split('\r\n')
  expect(november.filter((line) => /^\d\d\/.*,Shares bought,EUR,/.test(line))).toHaveLength(2)
  expect(
    november.filter((line) => /^\d+,.*,(Shares bought|Fee|Held|Conversion|Hold released),EUR,/.test(line)).length,
  ).toBeGreaterThan(4)
})

test.each([
  ['tur', 'Dinero de práctica', 'Extracto'],
  ['fr', 'Argent fictif', 'Relevé'],
  ['cn', '模拟资金', '对账单'],
  ['tw', '模擬資金', '對帳單'],
])('the document in %s is in its own script, with the mark on every page', async (language, mark, title) => {
  const bytes = await file('2026-11', 'pdf', language)
  const { text, totalPages } = await extractText(new Uint8Array(bytes))
  expect(totalPages).toBeGreaterThanOrEqual(1)
  for (const page of text) expect(page.replaceAll(' ', '')).toContain(mark.replaceAll(' ', ''))
  expect(text.join(' ')).toContain(title)
  expect(bytes.length).toBeLessThan(200_000)
})

test('a month of a thousand entries has many pages, each with the mark, and other calls are answered meanwhile', async () => {
  const many = await house.customer()
  const one: Amount = eur(-1n)
  for (let piece = 0; piece < 12; piece++) {
    const lines = Array.from({ length: 100 }, () => freeLine('fee', 'fees', one))
    await writeFor(house.db, many.id, async (tx) => {
      await postNow(tx, { customer: many.id, cause: SIGN_UP_GRANT, at: house.clock.now(), lines })
    })
  }
  let answered = 0
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      await house.ask(listStatements, {}, { token: many.token })
      answered += 1
    }
  })()
  const answer = await house.ask(downloadStatement, { month: '2027-01', format: 'pdf' }, { token: many.token })
  isDone = true
  await others
  const { text, totalPages } = await extractText(new Uint8Array(answer.data.file))
  expect(totalPages).toBeGreaterThan(20)
  expect(text.every((page) => page.includes('Practice money'))).toBe(true)
  expect(answered).toBeGreaterThan(3)
})

test('the fonts have every character of the documents’ words in every language', () => {
  for (const language of LANGUAGES) {
    const words = Object.values(CATALOGUES[language].statements)
    expect(words.filter((word) => !isWritable(word))).toEqual([])
  }
})

test('the archive of everything holds no secret and nothing of another customer', async () => {
  const other = await house.customer()
  const answer = await house.ask(downloadEverything, {}, { token: ana.token })
  const files = unzipSync(new Uint8Array(answer.data.file))
  const text = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  expect(text['READ ME.txt']).toContain('Practice money')
  for (const table of ['customers', 'entries', 'orders', 'fills', 'lots', 'closings', 'sessions', 'notices']) {
    const rows = JSON.parse(text[`json/${table}.json`] ?? '') as Record<string, string>[]
    expect(rows.length).toBeGreaterThan(0)
    expect(text[`csv/${table}.csv`]?.trimEnd().split('\n').length).toBeGreaterThan(rows.length)
  }
  const all = Object.values(text).join('\n')
  expect(all).not.toContain('argon2')
  expect(all).not.toContain(other.id)
  expect(all).not.toContain(ana.token.split('.')[1])
  expect(Object.keys(text).filter((name) => name.includes('kept_answers'))).toEqual([])
})

test('downloads are throttled, and only for their owner', async () => {
  const bea = await house.customer()
  const take = () => house.ask(downloadStatement, { month: '2027-01', format: 'csv' }, { token: bea.token })
  // More downloads at once than database connections: none may wait for a second connection while it holds one.
  const atOnce = await Promise.all(Array.from({ length: 30 }, take))
  expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([200]))
  const all = await Promise.all(
    Array.from({ length: 3 }, () => house.ask(downloadEverything, {}, { token: bea.token })),
  )
  expect(all.map(({ error }) => error ?? 'given').sort()).toEqual(['given', 'still_running', 'still_running'])
  for (let count = 31; count < 60; count++) expect((await take()).status).toBe(200)
  expect((await take()).error).toBe('too_many_tries')
  expect((await house.ask(downloadEverything, {})).error).toBe('not_signed_in')
})
