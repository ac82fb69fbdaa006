import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { listEvents, readEvent } from '@lonja/core/ledger/events.contract'
import { eventsOf } from '@lonja/core/ledger/events.rules'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { downloadEverything } from '@lonja/core/portfolio/statements.contract'
import { strFromU8, unzipSync } from 'fflate'
import { newId } from '../base/ids.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { allEventsOf } from '../testing/walks.events.ts'
import { payerIn, submit, type Payer } from '../withdrawals/withdrawals.testing.ts'
import { cancelWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { listEntriesBetween } from './flows.store.ts'

let house: TestHouse
let ana: Payer
const ids = { bought: newId(), waiting: newId(), cancelled: newId(), withdrawal: '' }

const order = async (id: string, side: 'buy' | 'sell', shares: string, listing: string, limit: string | null) => {
  const ticket = { id, listing, side, shares, limit, timeInForce: 'gtc' }
  const answer = await house.ask(placeOrder, ticket, { token: ana.token })
  expect(answer.error).toBeUndefined()
  house.clock.advance(1)
}

/** A purchase in dollars paid in euros, an order that waits, one that was cancelled, a withdrawal that was cancelled. */
beforeAll(async () => {
  house = await openTestHouse()
  ana = await payerIn(house)
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  await order(ids.waiting, 'buy', '5', ESP, '4.00')
  await order(ids.cancelled, 'buy', '3', ESP, '4.00')
  await order(ids.bought, 'buy', '10', ABC, null)
  await house.quote(ABC, 999n, 1_001n)
  await house.ask(cancelOrder, { id: ids.cancelled }, { token: ana.token, key: newId() })
  ids.withdrawal = (await submit(house, ana, { amount: '1500.00' })).data.id
  await house.ask(cancelWithdrawal, { id: ids.withdrawal }, { token: ana.token, key: newId() })
})
afterAll(() => house.close())

const linesOf = async (input: object): Promise<string[]> =>
  (await allEventsOf(house, ana, input)).map(
    ({ name, state, effect, shares, causeKind }) =>
      `${effect.asset} ${causeKind ?? 'none'} ${name} ${state} ${effect.units}${shares ? ` with ${shares.units}` : ''}`,
  )

const freeNow = async (currency: string): Promise<string> => {
  const { byCurrency } = (await house.ask(readFigures, {}, { token: ana.token })).data
  return byCurrency.find((own: { currency: string }) => own.currency === currency).free
}

describe('the fund flow by events', () => {
  test('a purchase, a withdrawal and an order are one row each, and the first leaves what is free', async () => {
    const rows = await allEventsOf(house, ana, { asset: 'EUR' })
    expect(rows.map(({ name, state, causeKind }) => [causeKind, name, state])).toEqual([
      ['withdrawal', 'hold', 'void'],
      ['order', 'hold', 'void'],
      ['order', 'buy', 'done'],
      ['order', 'hold', 'open'],
      [null, 'grant', 'done'],
    ])
    const entries = (await house.ask(listEntries, { asset: 'EUR', limit: '100' }, { token: ana.token })).data.rows
    expect(entries).toHaveLength(2 * rows.length)
    expect(rows[0]?.left).toEqual(eur(BigInt((await freeNow('EUR')).replace('.', ''))))
    expect(rows[3]).toMatchObject({ cause: ids.waiting, held: { asset: 'EUR', units: 2_002n }, listing: ESP })
    expect(rows[0]?.causeNumber).toMatch(/^R-/)
  })

  test('a currency that a purchase only went through has its row, of nothing', async () => {
    expect(await linesOf({ asset: 'USD' })).toEqual(['USD order buy done 0 with 10'])
    expect(await linesOf({ asset: 'shares' })).toEqual([`${ABC} order buy done 10 with 10`])
  })

  test('pages do not cut an event in two, and together are what the books say', async () => {
    const entries = await house.db.read((tx) => listEntriesBetween(tx, ana.id, { after: 0, through: 1e9 }, 1_000))
    const expected = eventsOf(entries).toReversed()
    const rows = await allEventsOf(house, ana)
    expect(rows).toHaveLength(7)
    expect(rows).toEqual(
      expected.map(({ asset, effect, held, left, moved, name, state, shares, cause, beganAt, movedAt }) =>
        expect.objectContaining({
          id: `${moved}`,
          name,
          state,
          shares,
          cause,
          beganAt,
          movedAt,
          effect: { asset, units: effect },
          held: { asset, units: held },
          left: { asset, units: left },
        }),
      ),
    )
  })

  test('filters leave rows out, and what a row leaves is what it left among all', async () => {
    const all = await allEventsOf(house, ana, { asset: 'EUR' })
    const trades = await allEventsOf(house, ana, { asset: 'EUR', records: 'trades' })
    expect(trades).toEqual(all.slice(1, 4))
    const { movedAt } = all[2] ?? { movedAt: 0 }
    expect(await allEventsOf(house, ana, { asset: 'EUR', from: `${movedAt}` })).toEqual(all.slice(0, 3))
    expect(await allEventsOf(house, ana, { asset: 'EUR', to: `${movedAt}` })).toEqual(all.slice(3))
    expect(await allEventsOf(house, ana, { held: 'yes' })).toEqual([all[3]])
  })
})

test('an event opens to its postings, whose lines sum to zero by asset', async () => {
  const [row] = (await allEventsOf(house, ana, { asset: 'USD' })).filter(({ name }) => name === 'buy')
  const { steps } = (await house.ask(readEvent, { entry: row?.id }, { token: ana.token })).data
  expect(steps.map(({ name }: { name: string }) => name)).toEqual(['hold', 'buy'])
  const sums = new Map<string, bigint>()
  for (const { change } of steps.flatMap(
    ({ lines }: { lines: { change: { asset: string; units: string } }[] }) => lines,
  )) {
    sums.set(change.asset, (sums.get(change.asset) ?? 0n) + BigInt(change.units.replace('.', '')))
  }
  expect(Object.fromEntries(sums)).toEqual({ EUR: 0n, USD: 0n, [ABC]: 0n })
  const first = (await allEventsOf(house, ana)).at(-1)
  expect((await house.ask(readEvent, { entry: first?.id }, { token: ana.token })).data.steps).toHaveLength(1)
})

test('another customer reads neither the row nor its postings', async () => {
  const other = await house.customer()
  const [row] = await allEventsOf(house, ana)
  const page = (await house.ask(listEvents, {}, { token: other.token })).data
  expect(page.rows.map(({ name }: { name: string }) => name)).toEqual(['grant'])
  expect((await house.ask(readEvent, { entry: row?.id }, { token: other.token })).error).toBe('not_found')
})

test('the archive has the entries and the events that they make', async () => {
  const answer = await house.ask(downloadEverything, {}, { token: ana.token })
  const files = unzipSync(new Uint8Array(answer.data.file))
  const events = JSON.parse(strFromU8(files['json/fund_events.json'] ?? new Uint8Array())) as { effect: string }[]
  expect(events).toHaveLength((await allEventsOf(house, ana)).length)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['csv/entries.csv', 'csv/fund_events.csv']))
  expect(strFromU8(files['READ ME.txt'] ?? new Uint8Array())).toMatch(/entries.*fund_events/)
})
