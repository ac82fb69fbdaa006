import {
  E4_PER_CENT,
  BPS,
  cents,
  currencyFor,
  divideHalfEven,
  divideUp,
  minus,
  wholeShares,
  type Amount,
  type Cents,
  type PriceE4,
  type Shares,
} from '../base/amount.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { dayNumberOf } from '../calendar/days.ts'
import { freeLine, heldLine, holdLine, release, releaseLine, spend, type Line } from '../ledger/ledger.rules.ts'
import { roundAfter, type DrandChain } from './beacon.rules.ts'
import { crowdDayFor } from './crowd.rules.ts'
import type { ApplicationState, OfferState, Wish } from './ipo.contract.ts'
import { wholeLots, type Lots, type Terms } from './terms.text.ts'

/** More than the changes that one can make of an application in its days. */
export const APPLICATION_STEPS_MOST = 1_000

/** Offers, or applications of a customer, on a page of the list, unless the call says how many. */
export const OFFERS_PAGE = 30

/** The state of an offer: its dates, and whether the house has withdrawn or drawn it. */
export interface OfferFacts {
  readonly now: Instant
  readonly isCancelled: boolean
  readonly isDrawn: boolean
}

/** The state of an offer at an instant. The deadline's last instant still belongs to it. Nothing is listed before its draw. */
export function stateFor({ opens, closes, lists }: Terms, { now, isCancelled, isDrawn }: OfferFacts): OfferState {
  if (isCancelled) return 'cancelled'
  if (isDrawn) return now >= lists ? 'listed' : 'drawn'
  if (now < opens) return 'not_started'
  return now <= closes ? 'subscribing' : 'ended'
}

/** Limits of the terms of an offer. */
export const LOT_MOST = 10_000n
export const LOTS_MOST = 100_000n
export const APPLICATION_MOST = 1_000n
/** The time from the deadline to the draw: the day of the deadline ends in every venue, its seed and the root come out. */
export const DRAW_AFTER_MS = 36 * HOUR

/** The list is frozen so long after the deadline. The clocks of two servers differ by less. */
export const FREEZE_AFTER_MS = MINUTE

/** The facts that decide terms. */
export interface TermsFacts {
  readonly now: Instant
  /** The drand chain that this house follows. */
  readonly chain: DrandChain
  /** The number of days in the chain of day seeds that the terms name. */
  readonly links: number
  /** True if a company of the house or another offer has the ticker or the name. */
  readonly isTaken: boolean
  /** True if the venue trades at the first instant of the listing. */
  readonly listsInSession: boolean
}

export type TermsRefusal =
  'offer_dates' | 'draw_too_early' | 'beacon_differs' | 'offer_size' | 'company_taken' | 'no_session' | 'seeds_end'

/** Accept the terms of an offer, or refuse them with the field to correct. Refusals are tried in this order. */
export function decideTerms(terms: Terms, facts: TermsFacts): Refused<TermsRefusal> | null {
  const { price, lot, lots, most, opens, closes, draws, delivers, lists } = terms
  if (price <= 0n) return refuse('offer_size', {}, 'price')
  if (lot < 1n || lot > LOT_MOST) return refuse('offer_size', upTo(LOT_MOST), 'lot')
  if (lots < 1n || lots > LOTS_MOST) return refuse('offer_size', upTo(LOTS_MOST), 'lots')
  const largest = lots < APPLICATION_MOST ? lots : APPLICATION_MOST
  if (most < 1n || most > largest) return refuse('offer_size', upTo(largest), 'most')
  const dates = [facts.now, opens, closes, draws, delivers, lists]
  const names = ['now', 'opens', 'closes', 'draws', 'delivers', 'lists']
  const wrong = names.find((_name, n) => n > 0 && (dates[n] ?? 0) <= (dates[n - 1] ?? 0))
  if (wrong !== undefined) return refuse('offer_dates', {}, wrong)
  if (draws < closes + DRAW_AFTER_MS) return refuse('draw_too_early', {}, 'draws')
  if (!isAnnounced(terms, facts.chain)) return refuse('beacon_differs', {}, 'beacon')
  if (!isWithinSeeds(terms, facts.links)) return refuse('seeds_end', {}, 'closes')
  if (facts.isTaken) return refuse('company_taken', {}, 'listing')
  return facts.listsInSession ? null : refuse('no_session', {}, 'lists')
}

const upTo = (most: bigint) => ({ most: most.toString() })

/** The announced round is the first one after the instant of the draw, so nobody chooses it. */
const isAnnounced = ({ beacon, draws }: Terms, chain: DrandChain): boolean =>
  beacon.kind === 'seeds' || (beacon.chain === chain.hash && beacon.round === roundAfter(chain, draws))

/** A draw may be late, so the chain of seeds goes on for a month after it. */
const SPARE_DAYS = 30

function isWithinSeeds(terms: Terms, links: number): boolean {
  const first = dayNumberOf(terms.seeds.firstDay)
  const closing = dayNumberOf(crowdDayFor(terms))
  const last = dayNumberOf(crowdDayFor({ closes: terms.draws })) + SPARE_DAYS
  return closing >= first && last < first + links
}

/** The amount of some lots in cents, rounded up: it is held while the application runs, and paid for those allotted. */
export const amountFor = ({ price, lot }: Pick<Terms, 'price' | 'lot'>, lots: Lots): Cents =>
  cents(divideUp(price * lot * lots, E4_PER_CENT))

/** The most whole lots that an amount pays for. */
export const lotsFor = ({ price, lot }: Pick<Terms, 'price' | 'lot'>, amount: Cents): Lots =>
  wholeLots((amount * E4_PER_CENT) / (price * lot))

export const sharesFor = ({ lot }: Pick<Terms, 'lot'>, lots: Lots): Shares => wholeShares(lot * lots)

/** The facts that decide an application. */
export interface ApplicationFacts extends OfferFacts {
  readonly terms: Terms
  /** The free cents of the customer in the currency of the offer. */
  readonly free: Cents
}

/** An accepted application: its lots, and the amount to hold in the currency of the offer. */
export interface AcceptedApplication {
  readonly lots: Lots
  readonly hold: Amount
}

type WishRefusal = 'wrong_currency' | 'minimum_application' | 'application_too_large' | 'insufficient_balance'
export type ApplicationRefusal = 'offer_not_open' | 'offer_closed' | 'application_exists' | WishRefusal

/** Accept an application with its hold, or refuse it. `own` is the state of the customer's newest one; null for none. */
export function decideApplication(
  wish: Wish,
  own: ApplicationState | null,
  facts: ApplicationFacts,
): AcceptedApplication | Refused<ApplicationRefusal> {
  const state = stateFor(facts.terms, facts)
  if (state === 'not_started') return refuse('offer_not_open')
  if (state !== 'subscribing') return refuse('offer_closed')
  if (own !== null && own !== 'withdrawn') return refuse('application_exists')
  return acceptWish(wish, cents(0n), facts)
}

export type ChangeRefusal = 'unknown_application' | 'offer_closed' | WishRefusal

/** Accept a change of a running application that holds `held`, or refuse it. The hold becomes that of the new lots. */
export function decideChange(
  wish: Wish,
  own: { readonly state: ApplicationState; readonly held: Cents },
  facts: ApplicationFacts,
): AcceptedApplication | Refused<ChangeRefusal> {
  if (stateFor(facts.terms, facts) !== 'subscribing') return refuse('offer_closed')
  if (own.state !== 'subscribed') return refuse('unknown_application')
  return acceptWish(wish, own.held, facts)
}

/** Release the hold of a running application, or refuse: after the deadline it goes to the draw. */
export function decideWithdraw(
  own: { readonly state: ApplicationState; readonly held: Cents },
  terms: Terms,
  facts: OfferFacts,
): { readonly released: Amount } | Refused<'unknown_application' | 'offer_closed'> {
  if (stateFor(terms, facts) !== 'subscribing') return refuse('offer_closed')
  if (own.state !== 'subscribed') return refuse('unknown_application')
  return { released: { asset: currencyFor(terms.listing), units: own.held } }
}

/** `held` is what the application holds already: it pays for the new lots together with what is free. */
function acceptWish(
  wish: Wish,
  held: Cents,
  { terms, free }: ApplicationFacts,
): AcceptedApplication | Refused<WishRefusal> {
  const currency = currencyFor(terms.listing)
  if ('amount' in wish && wish.amount.asset !== currency) return refuse('wrong_currency', {}, 'amount')
  const field = 'amount' in wish ? 'amount' : 'lots'
  const lots = 'amount' in wish ? lotsFor(terms, cents(wish.amount.units)) : wish.lots
  const least: Amount = { asset: currency, units: amountFor(terms, wholeLots(1n)) }
  if (lots < 1n) return refuse('minimum_application', { min: least }, field)
  if (lots > terms.most) return refuse('application_too_large', { most: terms.most.toString() }, field)
  const hold: Amount = { asset: currency, units: amountFor(terms, lots) }
  if (hold.units > free + held) {
    return refuse('insufficient_balance', { needed: hold, free: { asset: currency, units: free } })
  }
  return { lots, hold }
}

/** The state of an application. `allotted` is null until its offer is drawn. */
export function applicationStateFor(
  { withdrawnAt }: { readonly withdrawnAt: Instant | null },
  { isCancelled }: Pick<OfferFacts, 'isCancelled'>,
  allotted: Lots | null,
): ApplicationState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (isCancelled) return 'refused'
  if (allotted === null) return 'subscribed'
  return allotted > 0n ? 'won' : 'not_won'
}

/** The lines by which the hold of an application becomes another: what is needed more is held, what is left is released. */
export function holdChange(held: Cents, hold: Amount): Line[] {
  const units = hold.units - held
  if (units === 0n) return []
  return [units > 0n ? holdLine({ ...hold, units }) : releaseLine({ ...hold, units: -units })]
}

/** The posting of a drawn application: it pays for the allotted shares and releases the rest of the hold. */
export interface Settlement {
  readonly shares: Shares
  readonly paid: Cents
  readonly released: Cents
}

/** The lines of that posting. The shares come from the offer, which takes their amount. */
export function allotmentLines({ listing }: Terms, held: Amount, { shares, paid }: Settlement): Line[] {
  if (shares === 0n) return release([held])
  return spend(
    [held],
    [
      heldLine('allotment', 'offers', { asset: held.asset, units: 0n - paid }),
      freeLine('allotment', 'offers', { asset: listing, units: shares }),
    ],
  )
}

export function settlementFor(terms: Terms, allotted: Lots, held: Cents): Settlement {
  const paid = amountFor(terms, allotted)
  return { shares: sharesFor(terms, allotted), paid, released: minus(held, paid) }
}

/** The figures of an offer against the market. There is no price before the listing. */
export interface MarketFigures {
  readonly market: PriceE4
  /** In ten-thousandths of the currency, a share; negative for a loss. */
  readonly difference: bigint
  readonly returnBps: number
}

/** The difference of the last price to the subscription price, and its rate; null before the listing, or without a price. */
export function marketFigures({ price }: Terms, state: OfferState, last: PriceE4 | null): MarketFigures | null {
  if (state !== 'listed' || last === null) return null
  const difference = last - price
  return { market: last, difference, returnBps: Number(divideHalfEven(difference * BPS, price)) }
}
