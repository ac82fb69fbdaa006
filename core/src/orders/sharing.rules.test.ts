import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type PriceE4 } from '../base/amount.ts'
import { aFill, anOrder } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import { NO_CHARGES, chargesOf } from './charges.rules.ts'
import { decideFill, type Fill } from './fills.rules.ts'
import type { Order } from './orders.rules.ts'
import { NOW, buy, dollars, event, sell, stopped, withConditions } from './orders.testing.ts'
import { decideEvent, firstAct, watchedOf, type Outcome } from './sharing.rules.ts'

const holding = (order: Order, shares: bigint): Order => ({
  ...order,
  shares: wholeShares(shares),
  held: order.side === 'sell' ? [{ asset: order.listing, units: shares }] : [{ asset: 'USD', units: shares * 1_002n }],
})
const named = (order: Order, id: string, change: Partial<Order> = {}): Order => ({
  ...order,
  id: anOrder(id),
  ...change,
})

/** Meets orders with one event. The fills of earlier events are given by order. */
function meet(
  orders: readonly Order[],
  quote: Quote,
  earlier: readonly Fill[] = [],
  closing: number | null = null,
): Outcome[] {
  const fills: Fill[] = [...earlier]
  const sums = (order: Order) => {
    const own = fills.filter((fill) => fill.order === order.id)
    return own.length === 0 ? NO_CHARGES : chargesOf(order, own)
  }
  const outcomes: Outcome[] = []
  const facts = {
    now: NOW + 9,
    quote,
    taken: 0n,
    closingOf: () => closing,
    chargesOf: sums,
    fill: (order: Order, shares: ReturnType<typeof wholeShares>) =>
      decideFill(order, shares, {
        now: NOW + 9, quote, source: 'practice', rate: null, lots: LOTS, free: 0n, fillId: aFill(`f${fills.length}`), posting: 1, before: sums(order),
      }), // prettier-ignore
  }
  for (const outcome of decideEvent(orders.map(watchedOf), facts)) {
    if (outcome.fill) fills.push(outcome.fill.fill)
    outcomes.push(outcome)
  }
  return outcomes
}
const LOTS = [
  {
    customer: buy.customer, id: 'l' as never, listing: buy.listing, order: buy.id, openedAt: NOW - 1, price: dollars(900n),
    shares: wholeShares(10_000n), cost: 9_000_000n as never, fee: 0n as never, left: wholeShares(10_000n), costLeft: 9_000_000n as never, leverage: 1 as const, financedLeft: 0n as never, reserved: wholeShares(0n), guarded: wholeShares(0n), run: null,
  },
] // prettier-ignore

const linesOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(
    ({ order, fill, end }) => `${order.id} ${fill ? fill.fill.shares : 0} ${order.state}${end ? ' ended' : ''}`,
  )

describe('a customer’s orders on one event', () => {
  // prettier-ignore
  test.each<[string, bigint, bigint, string[]]>([
    ['a quarter of the size',              100n, 1_000n, ['o 100 filled']],
    ['more than a quarter waits',          100n, 399n,   ['o 99 part_filled']],
    ['a quarter is rounded down',          100n, 7n,     ['o 1 part_filled']],
    ['at least one share',                 100n, 1n,     ['o 1 part_filled']],
    ['nothing of a size of none',          100n, 0n,     ['o 0 working']],
    ['the last share',                     1n,   1n,     ['o 1 filled']],
  ])('share %s', (_line, shares, size, outcome) => {
    expect(linesOf(meet([holding(buy, shares)], event(1, 990n, 1_000n, size)))).toEqual(outcome)
    expect(linesOf(meet([holding(sell, shares)], event(1, 1_000n, 1_010n, size)))).toEqual(outcome)
  })

  test('are filled oldest first, by the source’s clock and then by id, whatever order they come in', () => {
    const old = named(holding(buy, 60n), 'b', { marketAt: NOW - 5, through: NOW - 5 })
    const [first, second] = [named(holding(buy, 60n), 'a'), named(holding(buy, 60n), 'c')]
    const outcomes = meet([second, first, old], event(1, 990n, 1_000n, 400n))
    expect(linesOf(outcomes)).toEqual(['b 60 filled', 'a 40 part_filled', 'c 0 working'])
    // One that got nothing is done with the event too.
    expect(outcomes.map(({ order }) => order.through)).toEqual([NOW + 1, NOW + 1, NOW + 1])
  })

  test('an order that was replaced has the place of its replacement', () => {
    const moved = withConditions(named(holding(buy, 60n), 'a', { marketAt: NOW - 5 }), { rankAt: NOW, changes: 1 })
    const other = named(holding(buy, 60n), 'b', { marketAt: NOW - 1, through: NOW })
    expect(linesOf(meet([moved, other], event(1, 990n, 1_000n, 240n)))).toEqual(['b 60 filled', 'a 0 working'])
  })

  test('one of an earlier release fills whole and takes nothing from the others', () => {
    const whole = named(holding(buy, 500n), 'a', { fillRule: 'whole' })
    expect(linesOf(meet([whole, named(holding(buy, 60n), 'b')], event(1, 990n, 1_000n, 240n)))).toEqual([
      'a 500 filled',
      'b 60 filled',
    ])
  })

  test('fills that follow cost what one fill of all would, and release the rest of the hold once', () => {
    const order = holding(buy, 150n)
    const [one] = meet([order], event(1, 990n, 995n, 400n))
    const [two] = meet([one!.order], event(2, 990n, 995n, 400n), [one!.fill!.fill])
    const whole = decideFill(order, order.shares, {
      now: NOW, quote: event(1, 990n, 995n), source: 'practice', rate: null, lots: [], free: 0n, fillId: aFill('f'), posting: 1, before: NO_CHARGES,
    })! // prettier-ignore
    expect(one!.fill!.fill.cost + two!.fill!.fill.cost).toBe(whole.fill.cost)
    expect(one!.fill!.fill.fee + two!.fill!.fill.fee).toBe(whole.fill.fee)
    const sum = (asset: string, of: 'free' | 'held') =>
      [...one!.fill!.lines, ...two!.fill!.lines].reduce(
        (total, line) => (line.asset === asset ? total + line[of] : total),
        0n,
      )
    expect(sum('USD', 'held')).toBe(-150_300n)
    expect(sum('USD', 'free')).toBe(150_300n - whole.fill.cost - whole.fill.fee)
    expect(two!.order).toMatchObject({ state: 'filled', filled: 150n })
  })
})

describe('a stop that follows', () => {
  const distance = { by: 'amount', distance: dollars(50n) } as const
  const following = withConditions(holding({ ...sell, limit: null, timeInForce: 'gtc' }, 100n), {
    stop: distance,
    best: dollars(1_000n),
  })

  test('and was reached keeps the price that it had followed, with a fill and without', () => {
    const trigger = { at: NOW, bid: dollars(950n), ask: dollars(951n), stop: dollars(950n), best: dollars(1_000n) }
    const reached = withConditions(following, { trigger })
    for (const size of [0n, 400n, 40n])
      expect(meet([reached], event(1, 940n, 941n, size))[0]?.order.conditions?.best).toBe(dollars(1_000n))
  })

  test('goes on following while its profit fills it', () => {
    const pair = withConditions(following, { profit: dollars(1_100n), isExit: true })
    const [part] = meet([pair], event(1, 1_100n, 1_101n, 40n))
    expect(part?.order).toMatchObject({ filled: 10n, conditions: { best: dollars(1_100n), trigger: null } })
    const [reached] = meet([part!.order], event(2, 1_050n, 1_051n, 40n))
    expect(reached?.order).toMatchObject({ filled: 10n, conditions: { trigger: { stop: dollars(1_050n) } } })
  })
})

describe('orders for one event', () => {
  const once = (timeInForce: Order['timeInForce'], shares: bigint): Order => holding({ ...buy, timeInForce }, shares)
  // prettier-ignore
  test.each<[string, Order, Quote, string[], string | null]>([
    ['IOC takes what it can, and ends',        once('ioc', 150n), event(1, 990n, 1_000n, 400n), ['o 100 expired ended'], 'not_at_once'],
    ['IOC that is filled whole',               once('ioc', 100n), event(1, 990n, 1_000n, 400n), ['o 100 filled'],        null],
    ['IOC beyond its limit ends',              once('ioc', 100n), event(1, 990n, 1_001n, 400n), ['o 0 expired ended'],   'not_at_once'],
    ['FOK takes all',                          once('fok', 100n), event(1, 990n, 1_000n, 400n), ['o 100 filled'],        null],
    ['FOK takes nothing of too little',        once('fok', 101n), event(1, 990n, 1_000n, 400n), ['o 0 expired ended'],   'not_at_once'],
    ['at the open, the first event after it',  withConditions(once('open', 150n), { opensAt: NOW }), event(1, 990n, 1_000n, 400n), ['o 100 expired ended'], 'auction_over'],
    ['at the open, not before it',             withConditions(once('open', 100n), { opensAt: NOW + 1 }), event(1, 990n, 1_000n, 400n), [], null],
    ['at the open, its first price beyond',    withConditions(once('open', 100n), { opensAt: NOW }), event(1, 990n, 1_001n, 400n), ['o 0 expired ended'], 'auction_over'],
  ])('%s', (_line, order, quote, outcome, reason) => {
    const outcomes = meet([order], quote)
    expect(linesOf(outcomes)).toEqual(outcome)
    expect(outcomes[0]?.order.endReason ?? null).toBe(reason)
  })

  test('what ends releases what its fills left of the hold', () => {
    const [outcome] = meet([once('ioc', 150n)], event(1, 990n, 1_000n, 400n))
    expect(outcome!.end).toMatchObject([{ asset: 'USD', kind: 'release', free: 150_300n - 100_100n }])
  })

  test('at the close only the last event of the session counts', () => {
    const order = withConditions(once('close', 100n), { opensAt: NOW - HOUR })
    expect(linesOf(meet([order], event(1, 990n, 1_000n)))).toEqual([])
    expect(linesOf(meet([order], event(1, 990n, 1_000n), [], NOW + 2))).toEqual([])
    expect(linesOf(meet([order], event(2, 990n, 1_000n), [], NOW + 2))).toEqual(['o 100 filled'])
  })
})

describe('a stop', () => {
  const at = (price: PriceE4) => ({ by: 'price', price }) as const
  test('is reached by one event and fills from the next one on, as a market order', () => {
    const waiting = stopped(holding(sell, 10n), at(dollars(900n)))
    expect(linesOf(meet([waiting], event(1, 901n, 902n)))).toEqual([])
    const [reached] = meet([waiting], event(2, 899n, 905n))
    expect(reached).toMatchObject({ fill: null, order: { state: 'working', through: NOW + 2 } })
    expect(reached!.order.conditions?.trigger).toEqual({
      at: NOW + 2, bid: dollars(899n), ask: dollars(905n), stop: dollars(900n), best: null,
    }) // prettier-ignore
    expect(linesOf(meet([reached!.order], event(2, 899n, 905n)))).toEqual([])
    expect(linesOf(meet([reached!.order], event(3, 950n, 955n)))).toEqual(['o 10 filled'])
  })

  test('with a limit waits for the limit after that', () => {
    const waiting = { ...stopped(holding(sell, 10n), at(dollars(900n))), limit: dollars(895n) }
    const [reached] = meet([waiting], event(1, 890n, 905n))
    expect(linesOf(meet([reached!.order], event(2, 894n, 905n)))).toEqual([])
    expect(linesOf(meet([reached!.order], event(3, 895n, 905n)))).toEqual(['o 10 filled'])
  })

  test('that follows the market keeps the price that it followed as evidence', () => {
    const trailing = stopped(holding(sell, 10n), { by: 'amount', distance: dollars(50n) }, dollars(1_000n))
    const events = [event(1, 960n, 961n), event(2, 1_040n, 1_041n), event(3, 991n, 992n), event(4, 990n, 991n)]
    const first = firstAct([watchedOf(trailing)], events, NOW + 10, () => null)
    expect(first.event?.at).toBe(NOW + 4)
    expect(first.orders).toMatchObject([{ best: dollars(1_040n), through: NOW + 3 }])
    expect(firstAct([watchedOf(trailing)], events, NOW + 3, () => null).event).toBeNull()
    const [reached] = [...decideEvent(first.orders, {
      now: NOW, quote: events[3]!, taken: 0n, closingOf: () => null, chargesOf: () => NO_CHARGES, fill: () => null,
    })] // prettier-ignore
    expect(reached!.order.conditions?.trigger).toMatchObject({ stop: dollars(990n), best: dollars(1_040n) })
    // An event that offers nothing leaves it, as the row of a trailing stop must have it.
    const [passed] = meet([reached!.order], event(5, 980n, 981n, 0n))
    expect(passed!.order).toMatchObject({ through: NOW + 5, conditions: { best: dollars(1_040n) } })
  })
})

describe('the first event that does anything', () => {
  // prettier-ignore
  test.each<[string, Order, readonly Quote[], number, number | null]>([
    ['no event',                              buy,  [],                                                2_000, null],
    ['one that meets it',                     buy,  [event(500, 999n, 1_000n)],                        2_000, 500],
    ['one at the very instant of the end',    buy,  [event(2_000, 999n, 1_000n)],                      2_000, 2_000],
    ['one a millisecond later',               buy,  [event(2_001, 999n, 1_000n)],                      2_000, null],
    ['the first of two that meet it',         buy,  [event(500, 998n, 999n), event(600, 990n, 991n)],  2_000, 500],
    ['the second, where the first is dearer', buy,  [event(500, 999n, 1_001n), event(600, 990n, 991n)], 2_000, 600],
    ['the quote that it was placed on',       buy,  [event(0, 990n, 991n)],                            2_000, null],
    ['one after its own end',                 buy,  [event(HOUR + 1, 990n, 991n)],                     2 * HOUR, null],
    ['one at its own end',                    buy,  [event(HOUR, 990n, 991n)],                         2 * HOUR, HOUR],
    ['a sell at its limit',                   sell, [event(500, 1_000n, 1_001n)],                      2_000, 500],
    ['a sell a cent below it',                sell, [event(500, 999n, 1_000n)],                        2_000, null],
    ['an order that was filled',              { ...buy, state: 'filled' },    [event(500, 999n, 1_000n)], 2_000, null],
    ['one that was filled on it in part',     { ...buy, through: NOW + 500 }, [event(500, 999n, 1_000n)], 2_000, null],
  ])('%s', (_line, order, events, until, at) => {
    const { event: first } = firstAct([watchedOf(order)], events, NOW + until, () => null)
    expect(first?.at ?? null).toBe(at === null ? null : NOW + at)
  })

  test('of any of the orders, and no later one is asked for', () => {
    let reads = 0
    function* events() {
      for (const ms of [100, 200, 300]) {
        reads += 1
        yield event(ms, 999n, 1_001n)
      }
    }
    const dear = named(buy, 'b', { limit: dollars(1_001n), worst: dollars(1_001n), through: NOW + 150 })
    expect(firstAct([watchedOf(buy), watchedOf(dear)], events(), NOW + 2_000, () => null).event?.at).toBe(NOW + 200)
    expect(reads).toBe(2)
  })
})

test('a price that no one states is none', () => {
  expect(linesOf(meet([{ ...buy, limit: null, worst: priceE4(0n) }], event(1, 0n, 0n)))).toEqual([])
})
