import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { LotId } from '@lonja/core/base/ids'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { CheckExits, CheckPrices, CheckTicket, Force } from '@lonja/core/orders/tickets.check'
import type { Dice } from './model.market.testing.ts'

/* The tickets and replacements that a seed draws, and their form on the wire. */

export const FORCES: readonly Force[] = ['day', 'gtc', 'ioc', 'fok', 'open', 'close']
export const NO_PRICES: CheckPrices = { limit: null, stop: null, trail: null, trailBps: null, profit: null }

const near = (dice: Dice, price: bigint, most: number): bigint => {
  const moved = Number(price) + dice.between(-most, most)
  return BigInt(Math.max(1, dice.once(80) ? moved * dice.one([12, 0.08]) : moved) | 0)
}

/** The prices of a kind, mostly such as a customer would state. */
export function pricesFor(dice: Dice, side: 'buy' | 'sell', price: bigint): CheckPrices {
  const reach = Math.max(10, Math.floor(Number(price) / 50))
  const limit = near(dice, price, reach)
  const away = BigInt(dice.between(dice.once(12) ? -reach : 1, reach))
  const stop = side === 'buy' ? price + away : price - away
  const kind = dice.below(side === 'sell' ? 16 : dice.once(20) ? 16 : 12)
  const profit = price + BigInt(dice.between(dice.once(6) ? -2 * reach : 0, reach))
  if (kind >= 14) return { ...NO_PRICES, stop: stop > 0n ? stop : 1n, profit: profit > 0n ? profit : 1n }
  if (kind >= 12) return { ...NO_PRICES, trailBps: dice.between(1, 300), profit: dice.once(40) ? price * 11n : profit }
  if (kind < 3) return NO_PRICES
  if (kind < 6) return { ...NO_PRICES, limit }
  if (kind < 8) return { ...NO_PRICES, stop: dice.once(60) ? price * 11n : stop > 0n ? stop : 1n }
  if (kind < 9) return { ...NO_PRICES, stop: stop > 0n ? stop : 1n, limit }
  if (kind < 10) return { ...NO_PRICES, trail: BigInt(dice.once(50) ? Number(price) : dice.between(1, reach)) }
  if (kind < 11 || !dice.once(6)) return { ...NO_PRICES, trailBps: dice.one([1, 3, dice.between(1, 200), 5_000]) }
  return { limit, stop, trail: BigInt(dice.between(1, reach)), trailBps: dice.once(2) ? 100 : null, profit: null }
}

/** The exit that a buy carries, mostly such as goes with its price. */
export function exitsFor(
  dice: Dice,
  { side, limit, stop }: CheckPrices & Pick<CheckTicket, 'side'>,
  last: bigint,
): CheckExits | null {
  if (side === 'sell' ? !dice.once(80) : dice.once(2)) return null
  const from = dice.once(2) ? (limit ?? stop ?? last) : last
  const away = (): bigint =>
    BigInt(dice.between(dice.once(10) ? -200 : 1, Math.floor(Number(from) / dice.one([200, 50, 12]))))
  const [low, high] = [maxOne(from - away()), dice.once(60) ? from * 12n : from + away()]
  return dice.one([
    { stop: low, trailBps: null, profit: null },
    { stop: null, trailBps: null, profit: high },
    { stop: low, trailBps: null, profit: high },
    { stop: null, trailBps: dice.between(1, 300), profit: dice.once(2) ? high : null },
    { stop: dice.once(30) ? low : null, trailBps: dice.between(1, 300), profit: dice.once(30) ? null : high },
    dice.once(8) ? { stop: null, trailBps: null, profit: null } : { stop: low, trailBps: null, profit: high },
  ])
}

/** The prices of an exit, at some distance from a price. */
export function exitPrices(dice: Dice, price: bigint): CheckPrices {
  const away = (): bigint => BigInt(dice.between(1, Math.max(2, Math.floor(Number(price) / 12))))
  const [stop, limit] = [price > 20n ? price - away() : price, price + away()]
  return dice.one([
    { ...NO_PRICES, stop },
    { ...NO_PRICES, limit },
    { ...NO_PRICES, stop, profit: limit },
    { ...NO_PRICES, trailBps: dice.between(100, 900), profit: dice.once(2) ? limit : null },
  ])
}

export const sharesFor = (dice: Dice): bigint =>
  BigInt(dice.one([1, dice.between(1, 9), dice.between(1, 90), dice.between(1, 900)]))

/** Everything that a ticket says beside its prices: the leverage of a buy, an exit, and the lot that a sell closes. */
export function standingFor(
  dice: Dice,
  { side, limit, stop, trail, trailBps }: CheckPrices & Pick<CheckTicket, 'side'>,
  lots: readonly string[],
): Pick<CheckTicket, 'leverage' | 'exit' | 'lot'> {
  const isBuy = side === 'buy' ? !dice.once(60) : dice.once(60)
  const isPriced = limit !== null || stop !== null || trail !== null || trailBps !== null
  const isLot = isBuy ? dice.once(80) : dice.once(3)
  const lot = !isLot ? null : lots.length > 0 && !dice.once(40) ? dice.one(lots) : NO_LOT
  return {
    leverage: isBuy ? dice.one([1n, 1n, 2n, 5n, 5n]) : 1n,
    exit: isBuy ? dice.once(80) : isPriced ? !dice.once(4) : dice.once(40),
    lot,
  }
}

/** The name of a lot that nobody has. */
export const NO_LOT = 'none'

export const maxOne = (shares: bigint): bigint => (shares > 1n ? shares : 1n)

/** The same kind with other prices. */
export const movedPrices = (dice: Dice, { limit, stop, trail, trailBps, profit }: CheckPrices): CheckPrices => ({
  limit: limit === null ? null : near(dice, limit, 4_000),
  stop: stop === null ? null : near(dice, stop, 4_000),
  trail: trail === null ? null : BigInt(dice.between(1, 9_000)),
  trailBps: trailBps === null ? null : dice.between(1, 300),
  profit: profit === null ? null : near(dice, profit, 4_000),
})

const priced = (price: bigint | null) => (price === null ? null : priceE4(price))
export const onWire = ({ limit, stop, trail, trailBps, profit }: CheckPrices) => ({
  limit: priced(limit),
  stop: priced(stop),
  trail: priced(trail),
  trailBps,
  profit: priced(profit),
})

export const exitsOnWire = (exits: CheckExits | null) =>
  exits && { stop: priced(exits.stop), trailBps: exits.trailBps, profit: priced(exits.profit) }

export const ticketOf = (
  { id, listing, side, shares, timeInForce, leverage, exit, limit, stop, trail, trailBps, profit, exits }: CheckTicket,
  lot: LotId | null,
): Ticket => ({
  id,
  listing,
  side,
  shares: wholeShares(shares),
  timeInForce,
  leverage: leverage === 5n ? 5 : leverage === 2n ? 2 : 1,
  exit,
  lot,
  exits: exitsOnWire(exits),
  ...onWire({ limit, stop, trail, trailBps, profit }),
})
