import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ESP } from './orders.testing.ts'

/* An exit attached to a buy, through the door: its fields in every answer, and its refusals with field and remedy. */

let house: TestHouse
let who: TestCustomer
beforeAll(async () => {
  house = await openTestHouse()
  who = await house.customer()
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

const EXITS = { stop: '4.50', profit: '6.00' }
const placed = async (ticket: object) =>
  house.ask(
    placeOrder,
    { id: newId(), listing: ESP, side: 'buy', shares: '20', limit: '5.00', timeInForce: 'gtc', ...ticket },
    { token: who.token },
  )
const read = async (id: string) => (await house.ask(readOrder, { id }, { token: who.token })).data

test('the receipt, the order, the list and the position state it, and lead to its order', async () => {
  const { data: receipt } = await placed({ exits: EXITS })
  expect(receipt).toMatchObject({ exits: EXITS, exitOrder: null, ofBuy: null, exit: false })
  await house.quote(ESP, 499n, 500n)
  const { order: buy } = await read(receipt.id)
  expect(buy).toMatchObject({ state: 'filled', exits: EXITS, ofBuy: null })
  const { order: exit, former } = await read(buy.exitOrder)
  expect(exit).toMatchObject({ kind: 'pair', side: 'sell', shares: '20', ...EXITS, exit: true, exits: null, exitOrder: null, ofBuy: receipt.id, lot: null, marketAt: house.clock.now() }) // prettier-ignore
  expect(former).toEqual([])
  const { data: open } = await house.ask(listOrders, { which: 'open' }, { token: who.token })
  expect(open.rows.map((row: { id: string; ofBuy: string }) => [row.id, row.ofBuy])).toEqual([[exit.id, receipt.id]])
  const { data: positions } = await house.ask(listPositions, { listing: ESP }, { token: who.token })
  expect(positions.rows[0]).toMatchObject({ inExits: '20', lots: [{ reserved: '20', inExits: '20' }] })
})

test('an exit that grew has its former terms with the fill of its buy', async () => {
  const { data: receipt } = await placed({ exits: EXITS })
  for (const size of [20n, 40n]) await house.quote(ESP, 499n, 500n, size)
  const { order: buy, fills } = await read(receipt.id)
  const { order: exit, former } = await read(buy.exitOrder)
  expect([exit.shares, exit.changes]).toEqual(['15', 1])
  expect(former).toMatchObject([{ shares: '5', fill: fills[1].id, split: null }])
})

describe('a refusal names the field and the remedy', () => {
  test.each<[string, object, string, string]>([
    ['of a sell', { side: 'sell', exits: EXITS }, 'exits_for_buys', 'exits'],
    ['of no price', { exits: { stop: null, profit: null } }, 'exits_empty', 'exits'],
    ['a stop at the limit', { exits: { ...EXITS, stop: '5.00' } }, 'exit_stop_too_high', 'exits.stop'],
    ['a profit at the limit', { exits: { ...EXITS, profit: '5.00' } }, 'exit_profit_too_low', 'exits.profit'],
    ['out of reach', { exits: { stop: '0.01', profit: null } }, 'exits_out_of_range', 'exits.stop'],
  ])('%s', async (_what, ticket, error, field) => {
    const answer = await placed(ticket)
    expect(answer).toMatchObject({ error, fields: [{ field, code: error, msg: expect.stringMatching(/\w/) }] })
  })

  test('and a field inside it by its path', async () => {
    const answer = await placed({ exits: { stop: '4.50' } })
    expect(answer).toMatchObject({
      error: 'missing_information',
      fields: [{ field: 'exits.profit', code: 'required' }],
    })
  })

  test('a change after the first fill', async () => {
    who = await house.customer()
    const { data: receipt } = await placed({ exits: EXITS })
    await house.quote(ESP, 499n, 500n, 20n)
    const request = { id: receipt.id, side: 'buy', changes: 0, shares: '20', limit: '5.00', stop: null, trail: null, trailBps: null, timeInForce: 'gtc', exits: null } // prettier-ignore
    const answer = await house.ask(replaceOrder, request, { token: who.token, key: newId() })
    expect(answer).toMatchObject({ error: 'exits_placed', fields: [{ field: 'exits' }] })
  })
})
