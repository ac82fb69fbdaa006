import { currencyFor, divideHalfEven, divideUp, type Currency, type ListingId } from '../base/amount.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import { NO_SUMS } from './amounts.check.ts'
import { lotsIn, partOf, pay, unaskedOf, type CheckAccount, type CheckLot } from './lots.check.ts'
import { accountOf, end, open, type CheckOrder, type Running } from './state.check.ts'
import type { CheckMarket } from './tickets.check.ts'

/*
 * The accounts of the model that hold financed lots: equity and used margin, warnings, close-outs, and interest by night.
 * Written from `docs/MONEY.md`, "Leverage". Equity and used margin are whole cents of euros.
 */

const RATE_ONE = 1_000_000n
const E4_A_CENT = 100n
/** Interest of 5 % a year of 360 days is one part in so many for each night. */
const NIGHTS = 7_200n
/** Levels of the used margin in per cent: the warnings, and how far above it one is armed again. */
const LEVELS = { full: 100n, near: 75n } as const
const ARMED_ABOVE = 10n

/** The currency in which an account is judged, and the rate: euros, or without a rate the only currency that it has. */
interface AccountCurrency {
  readonly currency: Currency
  readonly rate: bigint | null
}

function judgedIn({ free, held, owed, lots }: CheckAccount, rate: bigint | null): AccountCurrency | null {
  if (rate !== null) return { currency: 'EUR', rate }
  const cash = (['EUR', 'USD'] as const).filter((asset) => [free, held, owed].some((of) => (of.get(asset) ?? 0n) > 0n))
  const own = [...lots].flatMap(([listing, of]) => (of.length > 0 ? [currencyFor(listing)] : []))
  const has = new Set([...cash, ...own])
  if (has.size > 1) return null
  return { currency: [...has][0] ?? 'EUR', rate }
}

/** Sums by currency in the one in which an account is judged. Null if that is not known. */
function inOne(sums: ReadonlyMap<Currency, bigint>, { currency, rate }: AccountCurrency): bigint | null {
  const [euros, dollars] = [sums.get('EUR') ?? 0n, sums.get('USD') ?? 0n]
  if (rate !== null) return euros + divideHalfEven(dollars * RATE_ONE, rate)
  const [own, other] = currency === 'EUR' ? [euros, dollars] : [dollars, euros]
  return other === 0n ? own : null
}

/** An open lot, with the shares of it that the house is not closing yet. */
interface Holding {
  readonly listing: ListingId
  readonly lot: CheckLot
  readonly rest: bigint
}

const holdingsOf = (model: Running, customer: CustomerId): Holding[] => {
  const selling = [...model.open].filter((order) => order.isOfHouse && order.customer === customer)
  return [...accountOf(model, customer).lots].flatMap(([listing, lots]) =>
    lots.map((lot) => {
      const closing = selling.reduce((sum, each) => (each.lot === lot.name ? sum + each.shares - each.filled : sum), 0n)
      return { listing, lot, rest: lot.left - closing }
    }),
  )
}

/** The customer's own part of some shares of a lot. */
const ownPart = ({ left, costLeft, financedLeft }: CheckLot, shares: bigint): bigint => {
  const sold = left - shares
  return costLeft - partOf(costLeft, sold, left) - (financedLeft - partOf(financedLeft, sold, left))
}

const valueOf = (market: CheckMarket, listing: ListingId, shares: bigint, at: Instant): bigint =>
  divideHalfEven((market.tickAt(listing, at)?.last ?? 0n) * shares, E4_A_CENT)

/** The customer's own part of these shares of the financed lots. */
function usedBy(
  holdings: readonly (Pick<Holding, 'listing' | 'lot'> & { readonly shares: bigint })[],
  judged: AccountCurrency,
) {
  const sums = new Map<Currency, bigint>()
  for (const { listing, lot, shares } of holdings) {
    if (lot.financedLeft === 0n || shares === 0n) continue
    const currency = currencyFor(listing)
    sums.set(currency, (sums.get(currency) ?? 0n) + ownPart(lot, shares))
  }
  return inOne(sums, judged)
}

/** Cash and shares at the last price, less everything that is owed. */
function equityOf(
  { free, held, owed, lots }: CheckAccount,
  market: CheckMarket,
  at: Instant,
  judged: AccountCurrency,
): bigint | null {
  const sums = new Map<Currency, bigint>()
  const plus = (currency: Currency, units: bigint): void => void sums.set(currency, (sums.get(currency) ?? 0n) + units)
  for (const currency of ['EUR', 'USD'] as const)
    plus(currency, (free.get(currency) ?? 0n) + (held.get(currency) ?? 0n) - (owed.get(currency) ?? 0n))
  for (const [listing, own] of lots) {
    const shares = own.reduce((sum, { left }) => sum + left, 0n)
    plus(currencyFor(listing), valueOf(market, listing, shares, at))
    for (const { financedLeft } of own) plus(currencyFor(listing), -financedLeft)
  }
  return inOne(sums, judged)
}

/** The equity of an account and its used margin; null if they cannot be told in one currency. */
function standingOf(model: Running, customer: CustomerId, at: Instant) {
  const account = accountOf(model, customer)
  const judged = judgedIn(account, model.market.rateAt(at)?.rate ?? null)
  if (!judged) return null
  const holdings = holdingsOf(model, customer)
  const whole = holdings.map((each) => ({ ...each, shares: each.lot.left }))
  const [equity, used] = [equityOf(account, model.market, at, judged), usedBy(whole, judged)]
  return equity === null || used === null ? null : { judged, holdings, equity, used }
}

/** True if the equity of an account covers its used margin and so much more. */
export function covers(model: Running, customer: CustomerId, currency: Currency, more: bigint, at: Instant): boolean {
  const standing = standingOf(model, customer, at)
  const own = standing && inOne(new Map([[currency, more]]), standing.judged)
  return standing !== null && own !== null && standing.equity >= standing.used + own
}

/**
 * Judges the accounts with financed lots of which a listing has had an event in the minute that is over. Returns the
 * orders that the house places.
 */
export function judge(
  model: Running,
  minute: Instant,
  idsOf: (customer: CustomerId) => () => OrderId,
): readonly CheckOrder[] {
  return [...model.accounts.keys()].flatMap((customer) => {
    const holdings = holdingsOf(model, customer)
    const isNew = holdings.some(({ listing }) => (model.market.tickAt(listing, minute)?.at ?? 0) > minute - MINUTE)
    const isFinanced = holdings.some(({ lot }) => lot.financedLeft > 0n)
    return isNew && isFinanced ? judgeOne(model, customer, minute, idsOf(customer)) : []
  })
}

function judgeOne(model: Running, customer: CustomerId, minute: Instant, nextId: () => OrderId): CheckOrder[] {
  const account = accountOf(model, customer)
  const standing = standingOf(model, customer, minute)
  if (!standing || standing.used === 0n) return []
  const { equity, used } = standing
  for (const level of ['full', 'near'] as const) {
    if (equity * 100n < used * LEVELS[level]) account.warned[level] = true
    else if (equity * 100n >= used * (LEVELS[level] + ARMED_ABOVE)) account.warned[level] = false
  }
  model.changed.add(customer)
  const chosen = sharesToClose(model, standing, minute)
  if (chosen.length === 0) return []
  makeFree(model, customer, chosen)
  account.warned.full = true
  account.warned.near = true
  return chosen.map(({ listing, lot, shares }) =>
    closeOut(model, { customer, listing, lot, shares, id: nextId(), minute }),
  )
}

interface HoldingSale extends Holding {
  readonly shares: bigint
}

/** The shares that the house closes: whole lots, the greatest loss first, and as few of the last one as suffice. */
function sharesToClose(
  { market }: Running,
  { holdings, equity, judged }: NonNullable<ReturnType<typeof standingOf>>,
  minute: Instant,
): HoldingSale[] {
  const chosen: HoldingSale[] = []
  const isEnough = (more: readonly HoldingSale[]): boolean => {
    const remaining = holdings.map((each) => ({
      ...each,
      shares: each.rest - (more.find(({ lot }) => lot === each.lot)?.shares ?? 0n),
    }))
    return 2n * equity > (usedBy(remaining, judged) ?? 0n)
  }
  const costOf = ({ lot, rest }: Holding): bigint => lot.costLeft - partOf(lot.costLeft, lot.left - rest, lot.left)
  /** The loss of the one against its cost less that of the other, in a unit of no meaning. */
  const compare = (a: Holding, b: Holding): number => {
    const lossOf = (each: Holding): bigint => costOf(each) - valueOf(market, each.listing, each.rest, minute)
    return Number(lossOf(b) * costOf(a) - lossOf(a) * costOf(b))
  }
  const left = holdings.filter(({ lot, rest }) => lot.financedLeft > 0n && rest > 0n).toSorted(compare)
  for (const each of left) {
    if (isEnough(chosen)) break
    let shares = 1n
    while (shares < each.rest && !isEnough([...chosen, { ...each, shares }])) shares += 1n
    chosen.push({ ...each, shares })
  }
  return isEnough([]) ? [] : chosen
}

/** Cancels the customer's own sells that hold what the house closes: those of its lots, and if shares lack, those of the oldest. */
function makeFree(model: Running, customer: CustomerId, chosen: readonly HoldingSale[]): void {
  const { free } = accountOf(model, customer)
  const needs = new Map<ListingId, bigint>()
  for (const { listing, shares } of chosen) needs.set(listing, (needs.get(listing) ?? 0n) + shares)
  const short = chosen.filter(({ lot, shares }) => unaskedOf(lot) < shares).map(({ lot }) => lot)
  const isShort = (listing: ListingId): boolean => (needs.get(listing) ?? 0n) > (free.get(listing) ?? 0n)
  const inTheWay = ({ lot, ofBuy, listing }: CheckOrder): boolean =>
    lot === null && ofBuy === null ? isShort(listing) : short.some(({ name, buy }) => name === lot || buy === ofBuy)
  const own = [...model.open].filter((of) => of.customer === customer && of.side === 'sell' && !of.isOfHouse)
  for (const order of own.filter(inTheWay)) end(model, order, 'cancelled', 'close_out')
}

interface CloseOut {
  readonly customer: CustomerId
  readonly listing: ListingId
  readonly lot: CheckLot
  readonly shares: bigint
  readonly id: OrderId
  readonly minute: Instant
}

/** An order of the house: a sell at market of one lot until it is filled, on the events after the minute. */
function closeOut(model: Running, { customer, listing, lot, shares, id, minute }: CloseOut): CheckOrder {
  const none = { limit: null, stop: null, trail: null, trailBps: null, profit: null, worst: null, best: null }
  const order: CheckOrder = {
    customer, id, listing, side: 'sell', shares, timeInForce: 'gtc', leverage: 1n, exit: false, lot: lot.name, ...none,
    exits: null, exitOrder: null, ofBuy: null,
    isOfHouse: true, placedAt: minute, opensAt: null, endsAt: null, rank: minute, changes: 0, trigger: null,
    hold: new Map(), filled: 0n, sums: NO_SUMS, fills: [], state: 'working', reason: null,
  } // prettier-ignore
  open(model, order, new Map([[listing, shares]]))
  return order
}

/** The interest of a night that begins with something financed. */
export function chargeNight(model: Running): void {
  for (const [customer, account] of model.accounts) {
    for (const currency of ['EUR', 'USD'] as const) {
      const lots = [...account.lots.keys()].flatMap((listing) =>
        currencyFor(listing) === currency ? lotsIn(account, listing) : [],
      )
      const financed = lots.reduce((sum, { financedLeft }) => sum + financedLeft, 0n)
      if (financed === 0n) continue
      pay(account, currency, divideUp(financed, NIGHTS))
      model.changed.add(customer)
    }
  }
}
