import { priceE4, wholeShares, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { LotId } from '@lonja/core/base/ids'
import {
  TRAIL_BPS_MOST,
  type Leverage,
  type OrderKind,
  type Ticket,
  type TimeInForce,
} from '@lonja/core/orders/orders.contract'
import type { Draft } from '@lonja/core/orders/preview.rules'

/** The kinds that a ticket offers. A pair is put on shares that are held. */
export const TICKET_KINDS = [
  'market',
  'limit',
  'stop',
  'stop_limit',
  'trailing',
] as const satisfies readonly OrderKind[]
export type TicketKind = (typeof TICKET_KINDS)[number]

/** A ticket that is being filled in; null marks a field without a readable value. */
export interface TicketForm {
  readonly side: 'buy' | 'sell'
  readonly kind: TicketKind
  readonly shares: bigint | null
  /** The money that a buy is for, in cents; its shares follow from it. Null for an order that states its shares. */
  readonly amount: { readonly units: bigint | null } | null
  readonly limit: PriceE4 | null
  readonly stop: PriceE4 | null
  /** The distance of a trailing stop, and the unit that it is stated in. */
  readonly trailBy: 'share' | 'amount'
  readonly trailBps: bigint | null
  readonly trail: PriceE4 | null
  readonly timeInForce: Ticket['timeInForce']
  /** The lot that a sell closes; null for one that closes the oldest first. */
  readonly lot: LotId | null
  /** Sent with a buy. The form of a sell keeps it for the way back, as it does the exits. */
  readonly leverage: Leverage
  readonly exits: ExitsForm
}

/** The exits of a buy. Their prices stay while one is not wanted, and while the stop follows the market instead. */
export interface ExitsForm {
  readonly stops: boolean
  readonly stop: PriceE4 | null
  readonly follows: boolean
  readonly trailBps: bigint | null
  readonly takes: boolean
  readonly profit: PriceE4 | null
}

export const NO_EXITS: ExitsForm = {
  stops: false,
  stop: null,
  follows: false,
  trailBps: 500n,
  takes: false,
  profit: null,
}

export const withoutExits = (form: TicketForm): TicketForm => ({ ...form, exits: NO_EXITS })

/** The exits that a buy states; null for one without, and while a price that is wanted is invalid. */
export function exitsOf({ side, exits }: Pick<TicketForm, 'side' | 'exits'>): NonNullable<Draft['exits']> | null {
  const { stops, stop, follows, trailBps, takes, profit } = exits
  if (side === 'sell' || lacksExitPrice({ side, exits }) || (!stops && !takes)) return null
  const profitPrice = takes ? profit : null
  if (stops && follows) return { stop: null, trailBps: Number(trailBps), profit: profitPrice }
  return { stop: stops ? stop : null, profit: profitPrice }
}

/** True while an exit of a buy is wanted and its price is invalid. */
export const lacksExitPrice = ({ side, exits }: Pick<TicketForm, 'side' | 'exits'>): boolean =>
  side === 'buy' && (lacksStop(exits) || (exits.takes && !isPrice(exits.profit)))

/** True while the stop of a buy's exits is wanted, and its price or its share is invalid. */
export const lacksStop = ({ stops, follows, stop, trailBps }: ExitsForm): boolean =>
  stops && (follows ? !isTrail(trailBps) : !isPrice(stop))

/** The leverage of a draft: a sell has none, and a buy without leverage does not name it. */
export const leverageIn = ({ side, leverage }: Pick<TicketForm, 'side' | 'leverage'>): Pick<Draft, 'leverage'> =>
  side === 'buy' && leverage > 1 ? { leverage } : {}

/** The money that a form is for; the form of a sell keeps it for the way back. */
export const amountOf = ({ side, amount }: Pick<TicketForm, 'side' | 'amount'>): TicketForm['amount'] =>
  side === 'buy' ? amount : null

/** The draft to preview and send; null while a field is invalid. */
export function draftOf(form: TicketForm, listing: ListingId): Draft | null {
  const { side, shares } = form
  const prices = pricesOf(form)
  if (shares === null || shares < 1n || prices === null || lacksExitPrice(form)) return null
  const exits = exitsOf(form)
  return {
    side,
    listing,
    shares: wholeShares(shares),
    ...prices,
    lot: lotOf(form),
    ...leverageIn(form),
    ...(exits ? { exits } : {}),
  }
}

/** The lot that a form is about: that of a sell. */
export const lotOf = ({ side, lot }: TicketForm): LotId | null => (side === 'sell' ? lot : null)

export const NO_PRICES = { limit: null, stop: null, trail: null, trailBps: null } as const

export const isPrice = (price: PriceE4 | null): price is PriceE4 => price !== null && price >= 1n

/** The prices of a form by its kind; null while one of them is invalid. */
export function pricesOf(form: TicketForm): Pick<Draft, 'limit' | 'stop' | 'trail' | 'trailBps'> | null {
  const { limit, stop } = form
  switch (form.kind) {
    case 'market':
      return NO_PRICES
    case 'limit':
      return isPrice(limit) ? { ...NO_PRICES, limit } : null
    case 'stop':
      return isPrice(stop) ? { ...NO_PRICES, stop } : null
    case 'stop_limit':
      return isPrice(limit) && isPrice(stop) ? { ...NO_PRICES, limit, stop } : null
    case 'trailing':
      return trailOf(form)
  }
}

/** True for the share of a price that a stop may follow it by. */
export const isTrail = (bps: bigint | null): boolean => bps !== null && bps >= 1n && bps <= BigInt(TRAIL_BPS_MOST)

function trailOf({ trailBy, trail, trailBps }: TicketForm) {
  if (trailBy === 'amount') return isPrice(trail) ? { ...NO_PRICES, trail } : null
  return isTrail(trailBps) ? { ...NO_PRICES, trailBps: Number(trailBps) } : null
}

/** Orders that wait for a stop wait for the day or until they are cancelled. */
export const isStop = (kind: TicketKind): boolean => kind === 'stop' || kind === 'stop_limit' || kind === 'trailing'

/** The times in force that a kind can have. */
export const timesFor = (kind: TicketKind): readonly TimeInForce[] =>
  isStop(kind) ? ['day', 'gtc'] : ['day', 'gtc', 'ioc', 'fok', 'open', 'close']

/** A form of another kind, with the prices that it lacks proposed. */
export function withKind(form: TicketForm, kind: TicketKind, quote: Sides): TicketForm {
  const timeInForce = timesFor(kind).includes(form.timeInForce) ? form.timeInForce : 'day'
  const stop = kind === 'stop' || kind === 'stop_limit' ? (form.stop ?? firstStop(form.side, quote)) : form.stop
  return { ...form, kind, timeInForce, stop, limit: limitWithKind({ ...form, stop }, kind, quote) }
}

/**
 * The limit of a form that changes its kind. Beside a stop it is at least as good to the market as the stop: a worse one
 * is not met at the price that starts the order, so the order would wait for the market to turn back. That limit does not
 * go with the form to a limit order, which it would let trade at a worse price than the market's.
 */
function limitWithKind(form: TicketForm, kind: TicketKind, quote: Sides): PriceE4 | null {
  const { side, limit, stop } = form
  if (kind === 'stop_limit') {
    const waits = limit === null || stop === null || (side === 'buy' ? limit < stop : limit > stop)
    return waits ? stop : limit
  }
  if (kind !== 'limit') return limit
  return limit === null || (form.kind === 'stop_limit' && limit === stop) ? firstLimit(side, quote) : limit
}

/** The distance of a limit from a reference price in basis points, without sign; null if either is missing. */
export function distanceBps(limit: PriceE4 | null, from: PriceE4 | null): bigint | null {
  if (limit === null || from === null || from === 0n) return null
  return (gapBetween(limit, from) * 10_000n) / from
}

/** The distance between two prices. */
export const gapBetween = (one: PriceE4, other: PriceE4): PriceE4 => priceE4(one > other ? one - other : other - one)

/** A quantity as whole per cent of the most, for the slider. */
export function percentOf(shares: bigint | null, most: bigint): number {
  if (shares === null || most === 0n) return 0
  const percent = (shares * 100n) / most
  return percent > 100n ? 100 : Number(percent)
}

/** Prices below one unit have four decimals, others two. */
export const placesFor = (last: bigint): 2 | 4 => (last < 10_000n ? 4 : 2)
const roundLimit = (price: bigint): PriceE4 =>
  placesFor(price) === 4 ? priceE4(price) : priceE4((price / 100n) * 100n)

/** A price so many basis points from another, in the decimals of the listing. */
export const shareFrom = (price: PriceE4, bps: bigint): PriceE4 => roundLimit((price * (10_000n + bps)) / 10_000n)

/** A price so many per cent from another, in the decimals of the listing. */
export const percentFrom = (price: PriceE4, percent: number): PriceE4 => shareFrom(price, BigInt(percent * 100))

type Sides = { readonly bid: PriceE4; readonly ask: PriceE4 }

/** A price that can be proposed, in a limit's decimals; null where the quote lacks the side that it comes from. */
const proposed = (price: bigint): PriceE4 | null => (price > 0n ? roundLimit(price) : null)

/** The proposed limit: the opposite side's price. */
export const firstLimit = (side: TicketForm['side'], { bid, ask }: Sides): PriceE4 | null =>
  proposed(side === 'buy' ? ask : bid)

/** The proposed stop: five per cent beyond the price at which the order would trade now. */
export const firstStop = (side: TicketForm['side'], { bid, ask }: Sides): PriceE4 | null =>
  proposed(side === 'buy' ? (ask * 105n) / 100n : (bid * 95n) / 100n)

/** The facts that a ticket opens with: the quote, and the shares that can be sold. */
interface FirstFacts {
  readonly quote: Sides
  readonly halted: boolean
  readonly free: bigint
}

/**
 * A ticket as it opens. A sell whose address names no shares begins with all free ones: the page that led here may not
 * have known the position yet. While trading is halted only limit orders are accepted: a limit is proposed, and it stays
 * when trading resumes.
 */
export function firstForm(query: URLSearchParams, { quote, halted, free }: FirstFacts): TicketForm {
  const shares = query.get('shares')
  const side = query.get('side') === 'sell' ? 'sell' : 'buy'
  const lot = LotId.safeParse(query.get('lot')).data ?? null
  const first = side === 'sell' && lot === null && free > 0n ? free : 1n
  return {
    side,
    kind: halted ? 'limit' : 'market',
    shares: shares !== null && /^[1-9]\d{0,11}$/.test(shares) ? BigInt(shares) : first,
    amount: null,
    limit: halted ? firstLimit(side, quote) : null,
    stop: null,
    trailBy: 'share',
    trailBps: 500n,
    trail: null,
    timeInForce: 'day',
    lot,
    leverage: 1,
    exits: NO_EXITS,
  }
}
