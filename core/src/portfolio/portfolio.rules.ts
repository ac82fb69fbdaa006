import {
  CURRENCIES,
  costOf,
  currencyFor,
  isCurrency,
  cents,
  plus,
  wholeShares,
  type Amount,
  type Currency,
  type ListingId,
  type PriceE4,
  type RateE6,
} from '../base/amount.ts'
import type { EntryKind, HouseAccount } from '../ledger/ledger.contract.ts'
import type { Balance, Counter } from '../ledger/ledger.rules.ts'
import type { Lot } from '../orders/lots.rules.ts'
import { converted } from '../orders/holds.rules.ts'
import { usedMarginOf } from '../orders/margin.rules.ts'
import type { Figures } from './portfolio.contract.ts'

/** Closed positions on a page of the list, unless the call says how many. */
export const CLOSED_PAGE = 30

/** The sum of one kind of entries in a currency, signed, by the account on the other side. */
export interface Flow {
  readonly asset: Currency
  readonly kind: EntryKind
  readonly counter: Exclude<Counter, 'hold'>
  /** The sum of incoming amounts, and the sum of outgoing ones (also positive). */
  readonly came: bigint
  readonly went: bigint
}

export interface PortfolioFacts {
  readonly balances: readonly Pick<Balance, 'asset' | 'free' | 'held'>[]
  /** Open lots only. */
  readonly lots: readonly Pick<Lot, 'listing' | 'left' | 'costLeft' | 'financedLeft'>[]
  readonly flows: readonly Flow[]
  /** Realised results of all closed lots, by currency. */
  readonly realised: Readonly<Record<Currency, bigint>>
  /** The latest trade price; null without one. */
  readonly last: (listing: ListingId) => PriceE4 | null
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n)

/** The market value of open shares: shares × latest price, or their cost without a price. */
export const marketValueOf = ({ left, costLeft }: Pick<Lot, 'left' | 'costLeft'>, last: PriceE4 | null): bigint =>
  last === null ? costLeft : costOf(last, left)

/**
 * The figures of one currency, each by its single definition (section "figures" of the product), in signed cents.
 * Balances, lots and closings give the total; entries give deposits, withdrawals, conversions and realised results. The
 * identity says that both agree.
 */
export function figuresFor(currency: Currency, facts: PortfolioFacts): Figures {
  const cash = facts.balances.find(({ asset }) => asset === currency)
  const free = cash?.free ?? 0n
  const held = cash?.held ?? 0n
  const lots = facts.lots.filter(({ listing }) => currencyFor(listing) === currency)
  const cost = sumOf(lots, ({ costLeft }) => costLeft)
  const marketValue = sumOf(byListing(lots), (position) => marketValueOf(position, facts.last(position.listing)))
  const flows = facts.flows.filter(({ asset }) => asset === currency)
  const came = (...kinds: EntryKind[]): bigint => sumOf(only(flows, kinds), (flow) => flow.came)
  const went = (...kinds: EntryKind[]): bigint => sumOf(only(flows, kinds), (flow) => flow.went)
  const exchanged = flows.filter(({ counter }) => counter === 'conversion')
  const markup = sumOf(
    flows.filter(({ counter }) => counter === 'markup'),
    (flow) => flow.went - flow.came,
  )
  const other = sumOf(
    flows.filter(({ kind }) => !COUNTED.includes(kind)),
    (flow) => flow.came - flow.went,
  )
  const realised = facts.realised[currency]
  const owedTo = (...counters: Counter[]): bigint =>
    sumOf(
      flows.filter(({ counter }) => counters.includes(counter)),
      (flow) => flow.came - flow.went,
    )
  const owed = owedTo(...OWED_ACCOUNTS)
  return {
    currency,
    free,
    held,
    marketValue,
    cost,
    unrealised: marketValue - cost,
    realised,
    accumulated: realised + other - markup,
    usedMargin: sumOf(lots, usedMarginOf),
    financed: owedTo('financing'),
    lent: owedTo('loans'),
    // A reversal takes back all that it reverses, also what is owed of it.
    paidIn: came('grant', 'deposit') - went('reversal'),
    // Returned shares first bring in their cost as cash, then all cash goes out: only the outgoing side is paid out.
    paidOut: went('withdrawal', 'grant', 'deposit', 'handed_back'),
    convertedIn: sumOf(exchanged, (flow) => flow.came),
    convertedOut: sumOf(exchanged, (flow) => flow.went),
    owed,
    total: free + held + marketValue - owed,
    dayChange: null,
  }
}

/** Accounts of the house that a customer's own money comes from and goes to: paid in and out, and no result. */
export const PAID_ACCOUNTS: readonly HouseAccount[] = ['grants', 'deposits', 'withdrawals']

/** Accounts of the house against which a customer owes: an entry against one changes the cash and the debt alike, and no total. */
export const OWED_ACCOUNTS: readonly HouseAccount[] = ['debts', 'financing', 'loans']

/** Entries that the figures count one by one. Every other kind adds to what was accumulated, whichever feature brings it. */
const COUNTED: readonly EntryKind[] = [
  'buy',
  'sell',
  'fee',
  'conversion',
  'hold',
  'release',
  'grant',
  'deposit',
  'withdrawal',
  'handed_back',
  'reversal',
  'debt',
  'debt_paid',
  'financing',
  'loan',
  'loan_repayment',
  // Cash for the fraction of a split: its result is among the realised ones.
  'split',
  // The shares of both are a lot, whose cost is what was paid.
  'allotment',
  'block',
]

const only = (flows: readonly Flow[], kinds: readonly EntryKind[]): Flow[] =>
  flows.filter(({ kind }) => kinds.includes(kind))

type Position = Pick<Lot, 'listing' | 'left' | 'costLeft'>

/**
 * The lots of each listing as one position: it is valued once, so that rounding does not depend on the number of lots.
 */
function byListing(lots: readonly Position[]): Position[] {
  const positions = new Map<ListingId, Position>()
  for (const { listing, left, costLeft } of lots) {
    const before = positions.get(listing) ?? { listing, left: wholeShares(0n), costLeft: cents(0n) }
    positions.set(listing, {
      listing,
      left: plus(before.left, left),
      costLeft: plus(before.costLeft, costLeft),
    })
  }
  return [...positions.values()]
}

/**
 * The gap of the identity in cents, always zero: total = paid in − paid out + converted in − converted out +
 * accumulated + unrealised.
 */
export const identityGap = (figures: Figures): bigint =>
  figures.total -
  (figures.paidIn -
    figures.paidOut +
    figures.convertedIn -
    figures.convertedOut +
    figures.accumulated +
    figures.unrealised)

const ADDED = [
  'free',
  'held',
  'marketValue',
  'cost',
  'unrealised',
  'realised',
  'accumulated',
  'usedMargin',
  'financed',
  'lent',
  'paidIn',
  'paidOut',
  'convertedIn',
  'convertedOut',
  'owed',
  'total',
] as const satisfies readonly (keyof Figures)[]

/** Cents of a currency in the display currency; null without a rate. */
export function inDisplay(amount: Amount, display: Currency, rate: RateE6 | null): bigint | null {
  if (amount.asset === display) return amount.units
  return rate === null ? null : converted(amount, rate).units
}

/**
 * The sum of all currencies in the display currency at one rate, each figure converted by itself. Without a rate, only
 * the display currency's own figures.
 */
export function displayFigures(byCurrency: readonly Figures[], display: Currency, rate: RateE6 | null): Figures {
  const add = (name: (typeof ADDED)[number]): bigint =>
    sumOf(byCurrency, (figures) => inDisplay({ asset: figures.currency, units: figures[name] }, display, rate) ?? 0n)
  const changes = byCurrency.map(({ currency, dayChange }) =>
    dayChange === null ? null : inDisplay({ asset: currency, units: dayChange }, display, rate),
  )
  const added = Object.fromEntries(ADDED.map((name) => [name, add(name)])) as Record<(typeof ADDED)[number], bigint>
  return { currency: display, ...added, dayChange: addKnown(changes) }
}

const addKnown = (changes: readonly (bigint | null)[]): bigint | null =>
  changes.reduce<bigint | null>((sum, change) => (sum === null || change === null ? null : sum + change), 0n)

/** A customer's balances at the start of a currency's day, free plus held. */
export interface DayStart {
  readonly balances: readonly { readonly asset: Balance['asset']; readonly units: bigint }[]
  readonly flows: readonly Flow[]
  readonly previousClose: (listing: ListingId) => PriceE4 | null
}

/**
 * The change of a currency's total since its day began, without money paid or converted in or out: the figures now less
 * the starting shares and cash, valued at the previous close. Null if shares held then have no previous close.
 */
export function dayChangeFor(now: Figures, start: DayStart): bigint | null {
  const { currency } = now
  const inCurrency = start.balances.filter(({ asset }) => (isCurrency(asset) ? asset : currencyFor(asset)) === currency)
  let before = 0n
  for (const { asset, units } of inCurrency) {
    if (units === 0n) continue
    const close = isCurrency(asset) ? null : start.previousClose(asset)
    if (!isCurrency(asset) && close === null) return null
    before += close === null ? units : costOf(close, wholeShares(units))
  }
  const then = flowFigures(currency, start.flows)
  const paid = now.paidIn - then.paidIn - (now.paidOut - then.paidOut)
  const exchanged = now.convertedIn - then.convertedIn - (now.convertedOut - then.convertedOut)
  return now.total - (before - then.owed) - paid - exchanged
}

/** The realised results of sells with those of the fractions that splits have paid, by currency. */
export const withFractions = (
  sells: Readonly<Record<Currency, bigint>>,
  fractions: Readonly<Record<Currency, bigint>>,
): Record<Currency, bigint> => ({ EUR: sells.EUR + fractions.EUR, USD: sells.USD + fractions.USD })

/**
 * The balances at the start of a day in the shares of now: corporate actions since then have made them into others, and
 * the closes that they are valued at are adjusted too.
 */
export function sharesMoved(
  balances: DayStart['balances'],
  moved: readonly {
    readonly listing: ListingId
    readonly listingAfter: ListingId
    readonly before: bigint
    readonly after: bigint
  }[],
): DayStart['balances'] {
  const units = new Map(balances.map((balance) => [balance.asset, balance.units]))
  for (const { listing, listingAfter, before, after } of moved) {
    const held = units.get(listing) ?? 0n
    if (held === 0n || before === 0n) continue
    units.delete(listing)
    units.set(listingAfter, (units.get(listingAfter) ?? 0n) + (held * after) / before)
  }
  return [...units].map(([asset, own]) => ({ asset, units: own }))
}

const NOTHING = { balances: [], lots: [], realised: { EUR: 0n, USD: 0n }, last: () => null }

const flowFigures = (currency: Currency, flows: readonly Flow[]): Figures => figuresFor(currency, { ...NOTHING, flows })

/** The figures of every currency. */
export const allFigures = (facts: PortfolioFacts): Figures[] =>
  CURRENCIES.map((currency) => figuresFor(currency, facts))
