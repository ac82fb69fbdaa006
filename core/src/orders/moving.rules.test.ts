import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '../base/amount.ts'
import { aLot } from '../base/ids.testing.ts'
import type { Order } from './orders.rules.ts'
import { NOW, buy, sell, stopped, withConditions } from './orders.testing.ts'
import { moveOrder } from './moving.rules.ts'

const NEW: ListingId = 'XNYS:NEW'
const move = { action: 'a', successor: NEW }
const moved = (order: Order, best: Order['limit'] = null) => moveOrder(order, { move, recordAt: NOW + 1_000, best })

describe('an open order at a new ticker', () => {
  test('of a buy keeps its terms, its place, its fills and its hold of cash', () => {
    const order = { ...buy, filled: wholeShares(3n), state: 'part_filled' as const }
    const { order: after, held, old } = moved(order)
    expect(after).toEqual({ ...order, listing: NEW, through: NOW + 1_000, conditions: after.conditions })
    expect(after.conditions).toMatchObject({ rankAt: NOW, changes: 1, stop: null })
    expect([held, old]).toEqual([0n, { change: 1, until: NOW + 1_000, order, move }])
  })

  test('of a sell holds the same shares of the new listing, those that are not sold yet', () => {
    const { order: after, held } = moved({ ...sell, filled: wholeShares(3n) })
    expect(after).toMatchObject({ asset: NEW, shares: 10n, held: [{ asset: NEW, units: sell.held[0]?.units }] })
    expect(held).toBe(7n)
  })

  test('keeps its place after a replacement, its lot and its profit', () => {
    const order = withConditions(sell, { rankAt: NOW + 5, changes: 2, lot: aLot('l'), isExit: true })
    expect(moved(order).order.conditions).toEqual({ ...order.conditions, changes: 3 })
  })

  test('with a trailing stop goes on from the price that it followed, and one that was reached stays so', () => {
    const trailing = withConditions(sell, {
      stop: { by: 'amount', distance: priceE4(10_000n) },
      best: priceE4(100_000n),
    })
    expect(moved(trailing, priceE4(120_000n)).order.conditions).toMatchObject({ best: 120_000n })
    const reached = withConditions(stopped(sell, { by: 'price', price: priceE4(90_000n) }), { trigger: { at: NOW, bid: priceE4(1n), ask: priceE4(2n), stop: priceE4(90_000n), best: null } }) // prettier-ignore
    expect(moved(reached).order.conditions).toMatchObject({ trigger: { stop: 90_000n }, best: null })
    const followed = withConditions(reached, { ...reached.conditions, best: priceE4(95_000n) })
    expect(moved(followed).order.conditions).toMatchObject({ trigger: { stop: 90_000n }, best: 95_000n })
  })
})
