import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeShares } from '@lonja/core/base/amount'
import { cancelOrder, placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { downloadRecords } from '@lonja/core/portfolio/records.contract'
import { ABC, ESP, ticket } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

let house: TestHouse
let ana: TestCustomer
const ids = { bought: '', cancelled: '', sold: '' }
let between = 0

async function place(change: Partial<Ticket>, limit: string | null = null): Promise<string> {
  const { shares, limit: _none, ...rest } = ticket(change.listing ?? ESP, change)
  const answer = await house.ask(placeOrder, { ...rest, shares: shares.toString(), limit }, { token: ana.token })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  house.clock.advance(1)
  return rest.id
}

/** A buy that is filled, one that is cancelled, and a sale abroad of nothing: a sale of a part. */
beforeAll(async () => {
  house = await openTestHouse()
  ana = await house.customer()
  await house.quote(ESP, 499n, 500n)
  await house.quote(ABC, 999n, 1_001n)
  ids.bought = await place({ shares: wholeShares(10n) })
  await house.quote(ESP, 499n, 500n)
  ids.cancelled = await place({ listing: ABC, shares: wholeShares(3n) }, '9.00')
  await house.ask(cancelOrder, { id: ids.cancelled }, { token: ana.token })
  between = house.clock.now()
  ids.sold = await place({ side: 'sell', shares: wholeShares(4n) })
  await house.quote(ESP, 520n, 521n)
})
afterAll(() => house.close())

const file = async (input: object, { token } = ana, language = 'en'): Promise<string> => {
  const answer = await house.ask(downloadRecords, input, { token, language })
  expect(answer.status).toBe(200)
  return answer.data.file.toString('utf8')
}
const rowsOf = (text: string): string[][] =>
  text
    .split('\r\n')
    .map((line) => line.split(','))
    .filter((cells) => cells.length === 19 && cells[0] !== 'Placed on')

describe('the file of the records', () => {
  test('has each filled order once, newest first, with its effect on the cash', async () => {
    const text = await file({ which: 'filled' })
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text).toContain('Practice money')
    expect(rowsOf(text).map((cells) => [...cells.slice(1, 14), ...cells.slice(15)])).toEqual([
      ['ESP', ESP, 'EUR', 'Sell', 'Market', '4', '', '', '1', 'Filled', '', '4', '5.2000', '0.03', '20.77', '', ids.sold],
      ['ESP', ESP, 'EUR', 'Buy', 'Market', '10', '', '', '1', 'Filled', '', '10', '5.0000', '0.05', '-50.05', '0.00', ids.bought],
    ]) // prettier-ignore
  })

  test('has ended orders with their limit, and nothing where nothing was filled', async () => {
    const rows = rowsOf(await file({ which: 'ended', listing: ABC }))
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      [
        'ABC',
        ABC,
        'USD',
        'Buy',
        'Limit',
        '3',
        '9.0000',
        '',
        '1',
        'Cancelled',
        'you cancelled it',
        '0',
        '',
        '',
        '',
        '',
        '',
        ids.cancelled,
      ],
    ])
  })

  test('says of a leveraged stop its price and what was financed of it', async () => {
    const other = await house.customer()
    const { shares, limit: _none, ...rest } = ticket(ESP, { shares: wholeShares(10n), leverage: 5 })
    const terms = { ...rest, shares: shares.toString(), limit: null, stop: '6.00' }
    expect((await house.ask(placeOrder, terms, { token: other.token })).error).toBeUndefined()
    await house.quote(ESP, 599n, 600n)
    await house.quote(ESP, 599n, 600n)
    const [row] = rowsOf(await file({ which: 'filled' }, other))
    // 60.06 with the fee: the customer pays 12.02 of it.
    expect([row?.[5], row?.[8], row?.[9], row?.at(-2)]).toEqual(['Stop', '6.0000', '5', '48.04'])
  })

  test('has the filters of the list, said above it', async () => {
    const text = await file({ which: 'filled', listing: ESP, from: String(between) })
    expect(rowsOf(text).map((cells) => cells.at(-1))).toEqual([ids.sold])
    expect(text).toContain(`Only this listing,ESP ${ESP}`)
    expect(text).toContain('Placed since,')
    expect(rowsOf(await file({ which: 'filled', to: String(between) })).map((cells) => cells.at(-1))).toEqual([
      ids.bought,
    ])
  })

  test('is in the language of the call, with its figures', async () => {
    const text = await file({ which: 'filled' }, ana, 'tur')
    expect(text).toContain('Efecto en el efectivo')
    expect(text).toContain(';-50,05;')
  })

  test('is the customer’s own: another one has none of it', async () => {
    expect(await file({ which: 'ended' }, await house.customer())).toContain('No orders with these filters.')
  })

  test('counts against the limit of files', async () => {
    const { token } = await house.customer()
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => house.ask(downloadRecords, { which: 'filled' }, { token })),
    )
    expect(answers.filter(({ error }) => error === 'too_many_tries')).toHaveLength(1)
  })
})
