import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { claimed, claimsOf } from './claiming.rules.ts'
import { NO_CONDITIONS, type Order } from './orders.rules.ts'

const AT = 1_000
const order = { node: 'a', marketAt: AT, through: AT, timeInForce: 'gtc', conditions: null } as Order
const facts = { node: 'b', now: 9_000, processed: AT + 5 }
const trail = { ...NO_CONDITIONS, stop: { by: 'amount', distance: priceE4(100n) }, best: priceE4(500n) } as const
const trigger = { at: AT, bid: priceE4(1n), ask: priceE4(1n), stop: priceE4(1n), best: null }

test.each<[string, Partial<Order>, number, number]>([
  // the order                       differs in                                              processed  goes on from
  ['as far as it was processed', {}, AT + 5, AT + 5],
  ['its own fill, which is later', { through: AT + 6 }, AT + 5, AT + 6],
  ['its beginning, which is later', {}, AT - 5, AT],
  ['its beginning, of an earlier release', { through: 0 }, AT - 5, AT],
  ['a stop that follows: its row', { conditions: trail }, AT + 5, AT],
  ['a stop that followed', { conditions: { ...trail, trigger } }, AT + 5, AT + 5],
  ['an order at the close: its row', { timeInForce: 'close' }, AT + 5, AT],
])('an order that another server claims goes on from: %s', (_case, change, processed, through) => {
  expect(claimed({ ...order, ...change }, { ...facts, processed })).toMatchObject({ node: 'b', through })
})

test('each claim is counted, with the clock of its server, and changes no term', () => {
  const once = claimed({ ...order, conditions: trail }, facts)
  const twice = claimed(once, { ...facts, node: 'a', now: 9_500 })
  expect([order, once, twice].map(claimsOf)).toEqual([0, 1, 2])
  expect(twice.conditions).toEqual({ ...trail, claimed: { times: 2, at: 9_500 } })
})
