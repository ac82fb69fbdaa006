import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProfile } from '@lonja/core/accounts/accounts.contract'
import type { ListingId } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { downloadClosed, listClosed, readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'

const DAY = 24 * HOUR

let house: TestHouse
let ana: TestCustomer
/** The instant between the sales of the first day and those of the second. */
let night: number

async function trade(side: 'buy' | 'sell', shares: string, listing: ListingId, bid: bigint, ask: bigint) {
  const id = newId()
  const answer = await house.ask(
    placeOrder,
    { id, listing, side, shares, limit: null, timeInForce: 'day' },
    { token: ana.token },
  )
  expect(answer.error).toBeUndefined()
  await house.quote(listing, bid, ask)
  return id
}

/** A gain, a loss and a sale at cost in Madrid on one day; a loss in New York on the next. */
let atCost: string
beforeAll(async () => {
  house = await openTestHouse()
  ana = await house.customer()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  await trade('buy', '100', ESP, 499n, 500n)
  await trade('buy', '100', ABC, 999n, 1_001n)
  await trade('sell', '40', ESP, 600n, 601n)
  await trade('sell', '20', ESP, 400n, 401n)
  atCost = await trade('sell', '1', ESP, 501n, 502n)
  night = house.clock.now() + HOUR
  house.clock.advance(DAY)
  ana = { ...ana, token: await signInAgain(house, ana) }
  await house.quote(ABC, 900n, 901n)
  await trade('sell', '30', ABC, 900n, 901n)
})
afterAll(() => house.close())

const GAIN = '39.56' // 240.00 − 0.24 − 200.20
const LOSS = '-20.18' // 80.00 − 0.08 − 100.10
const AT_COST = '0.00' // 5.01 − 0.01 − 5.00
const ABROAD = '-30.87' // 270.00 − 0.27 − 300.60

const resultsOf = async (input: object): Promise<string[]> =>
  (await house.ask(listClosed, input, { token: ana.token })).data.rows.map((row: { realised: string }) => row.realised)
const totals = async (input: object) => (await house.ask(readClosedTotals, input, { token: ana.token })).data.rows

describe('what was closed', () => {
  // prettier-ignore
  test.each<[string, () => object, string[]]>([
    ['without a filter, newest first',      () => ({}),                                    [ABROAD, AT_COST, LOSS, GAIN]],
    ['of one listing',                      () => ({ listing: ESP }),                      [AT_COST, LOSS, GAIN]],
    ['of a listing that was never held',    () => ({ listing: 'XNAS:NOT' }),               []],
    ['in Spain',                            () => ({ currency: 'EUR' }),                   [AT_COST, LOSS, GAIN]],
    ['in the United States',                () => ({ currency: 'USD' }),                   [ABROAD]],
    ['with a gain: nothing at cost',        () => ({ result: 'gains' }),                   [GAIN]],
    ['with a loss: nothing at cost',        () => ({ result: 'losses' }),                  [ABROAD, LOSS]],
    ['from the second day on',              () => ({ from: String(night) }),               [ABROAD]],
    ['before the second day',               () => ({ to: String(night) }),                 [AT_COST, LOSS, GAIN]],
    ['with all filters together',           () => ({ listing: ESP, currency: 'EUR', result: 'losses', from: '0', to: String(night) }), [LOSS]],
    ['with filters that exclude each other', () => ({ listing: ESP, currency: 'USD' }),    []],
  ])('%s', async (_filters, input, results) => {
    expect(await resultsOf(input())).toEqual(results)
    const rows = await totals(input())
    const sum = rows.reduce((all: number, { count }: { count: number }) => all + count, 0)
    expect(sum).toBe(results.length)
  })

  test('from the instant of a sale on, and before it: the first includes it, the second does not', async () => {
    const [last] = (await house.ask(listClosed, {}, { token: ana.token })).data.rows
    expect(await resultsOf({ from: String(last.closedAt) })).toEqual([ABROAD])
    expect(await resultsOf({ from: String(last.closedAt + 1) })).toEqual([])
    expect(await resultsOf({ to: String(last.closedAt) })).toEqual([AT_COST, LOSS, GAIN])
    expect(await resultsOf({ to: String(last.closedAt + 1) })).toHaveLength(4)
  })

  test('by one order is that sell’s alone', async () => {
    expect(await resultsOf({ order: atCost })).toEqual([AT_COST])
    expect(await resultsOf({ order: newId() })).toEqual([])
  })

  test('is read page by page, also with filters, each row once', async () => {
    const pages: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 5; page += 1) {
      const input = { limit: '1', listing: ESP, ...(cursor === null ? {} : { cursor }) }
      const { data } = await house.ask(listClosed, input, { token: ana.token })
      pages.push(...data.rows.map((row: { realised: string }) => row.realised))
      cursor = data.cursor
      if (cursor === null) break
    }
    expect(pages).toEqual([AT_COST, LOSS, GAIN])
  })

  test('has totals by currency that add up to the realised result of the figures', async () => {
    expect(await totals({})).toEqual([
      {
        currency: 'EUR',
        count: 3,
        gainCount: 1,
        gains: '39.56',
        lossCount: 1,
        losses: '-20.18',
        realised: '19.38',
        cost: '305.30',
        fees: '0.33',
      },
      {
        currency: 'USD',
        count: 1,
        gainCount: 0,
        gains: '0.00',
        lossCount: 1,
        losses: '-30.87',
        realised: '-30.87',
        cost: '300.60',
        fees: '0.27',
      },
    ])
    const { byCurrency } = (await house.ask(readFigures, {}, { token: ana.token })).data
    expect(byCurrency.map(({ realised }: { realised: string }) => realised)).toEqual(['19.38', '-30.87'])
  })

  test('is the customer’s own: another one has none of it', async () => {
    const { token } = await house.customer()
    expect((await house.ask(listClosed, { order: atCost }, { token })).data.rows).toEqual([])
    expect((await house.ask(readClosedTotals, {}, { token })).data.rows).toEqual([])
    const answer = await house.ask(downloadClosed, {}, { token, language: 'en' })
    expect(answer.data.file.toString('utf8')).toContain('No closed positions with these filters.')
  })
})

describe('the file', () => {
  const file = async (input: object, language = 'en'): Promise<string> => {
    const answer = await house.ask(downloadClosed, input, { token: ana.token, language })
    expect(answer.status).toBe(200)
    return answer.data.file.toString('utf8')
  }
  const rowsOf = (text: string): string[][] =>
    text
      .split('\r\n')
      .map((line) => line.split(','))
      .filter((cells) => cells.length === 17 && cells[0] !== 'Sold on')

  test('has the practice mark, the filters, the totals and every row to the cent', async () => {
    const text = await file({ listing: ESP, result: 'losses', from: '0', to: String(night) })
    expect(text.startsWith('\ufeff')).toBe(true)
    for (const part of ['Practice money', 'Only this listing,ESP', 'Only these results,Losses', 'Sold before,'])
      expect(text).toContain(part)
    expect(text).toContain('Losses,-20.18\r\n')
    const [row, ...others] = rowsOf(text)
    expect(others).toEqual([])
    expect(row?.slice(2, 6)).toEqual(['ESP', ESP, 'EUR', '20'])
    expect(row?.[16]).toBe('1')
    expect(row?.slice(7, 15)).toEqual([
      '5.0000',
      '4.0000',
      '80.00',
      '0.08',
      '100.10',
      '-20.18',
      '-20.16',
      'Closed by you',
    ])
  })

  test('has all rows once, newest first, over two pieces', async () => {
    const rows = rowsOf(await file({}))
    expect(rows.map((cells) => cells[12])).toEqual([ABROAD, AT_COST, LOSS, GAIN])
    expect(new Set(rows.map((cells) => cells[15])).size).toBe(4)
  })

  test('writes Spanish figures with a comma, and a name that could be a formula with an apostrophe', async () => {
    await house.ask(changeProfile, { displayName: '=HYPERLINK("x")' }, { token: ana.token, key: newId() })
    const text = await file({ currency: 'USD' }, 'tur')
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).toContain(';-30,87;')
    expect(text).toContain('Solo este mercado;Estados Unidos (USD)')
  })

  test('counts against the limit of files', async () => {
    const { token } = await house.customer()
    const answers = await Promise.all(Array.from({ length: 61 }, () => house.ask(downloadClosed, {}, { token })))
    expect(answers.filter(({ error }) => error === 'too_many_tries')).toHaveLength(1)
  })
})
