import { isCurrency, basisPoints, type Asset, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readExchangeRate, readInstrument, type Quote } from '@lonja/core/market/market.contract'
import { buyForAmount, neededFor, type AmountBuy, type AmountDraft } from '@lonja/core/orders/amount.rules'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { coversMore } from '@lonja/core/orders/margin.rules'
import { lacksAsk } from '@lonja/core/orders/kinds.rules'
import {
  mostSharesFor,
  previewFor,
  type Draft,
  type Preview,
  type PreviewFacts,
} from '@lonja/core/orders/preview.rules'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import type { Outage, Refusal } from '@lonja/kit/call'
import { useQuote } from '@lonja/kit/live'
import { useRead } from '@lonja/kit/reads'
import { isHalted } from '../market/halt.ts'
import { amountOf, leverageIn, NO_PRICES, lotOf, pricesOf, type TicketForm } from './ticket.ts'

/** An open lot as the position has it. */
export type PositionLot = ReplyOf<typeof listPositions>['rows'][number]['lots'][number]

export type Instrument = ReplyOf<typeof readInstrument>

/** The interval at which the rate and the terms are read again: a fee table may begin while the ticket is open. */
const RATE_EVERY_MS = 15_000

type ShownQuote = Pick<Quote, 'bid' | 'ask' | 'last' | 'at'>

/** The newest quote of a listing: of the stream, or as it was read. */
export function useNewestQuote(listing: ListingId) {
  const instrument = useRead(readInstrument, { listing }, { refetchMs: RATE_EVERY_MS })
  const live = useQuote(listing)
  const lastQuote = instrument.data?.quote ?? null
  const quote: ShownQuote | null =
    live && live.bid !== null && live.ask !== null && live.at >= (lastQuote?.at ?? 0)
      ? { bid: live.bid, ask: live.ask, last: live.last, at: live.at }
      : lastQuote
  return { instrument, quote, stale: quote !== null && quote === lastQuote && lastQuote.stale }
}

/** The facts that a ticket is computed from, kept fresh: quote, free cash and shares, rate and terms. */
export function useTicketFacts(listing: ListingId) {
  const { instrument, quote, stale } = useNewestQuote(listing)
  const figures = useRead(readFigures, {})
  const positions = useRead(listPositions, { listing })
  const rate = useRead(readExchangeRate, {}, { quiet: true, refetchMs: RATE_EVERY_MS })
  const terms = useRead(readTerms, {}, { refetchMs: RATE_EVERY_MS })

  const position = positions.data?.rows[0]
  const free = (asset: Asset): bigint => {
    if (isCurrency(asset)) return figures.data?.byCurrency.find(({ currency }) => currency === asset)?.free ?? 0n
    return position ? position.shares - position.held + position.inExits : 0n
  }
  const margin = figures.data?.margin ?? null
  // A sell by hand takes over what exits hold.
  const lots: readonly PositionLot[] = (position?.lots ?? []).map((lot) => ({
    ...lot,
    reserved: lot.reserved - lot.inExits,
  }))
  const preview: PreviewFacts | null =
    quote && figures.data && positions.data && terms.data
      ? {
          quote,
          free,
          feeTable: terms.data.feeTable,
          covers: (more) => margin !== null && coversMore(margin, more, figures.data.rate),
          rate: rate.data ? { rate: rate.data.rate, markupBps: basisPoints(BigInt(rate.data.markupBps)) } : null,
        }
      : null

  return {
    instrument: instrument.data,
    // A read that failed again keeps its last answer.
    error: [instrument, figures, positions, terms].find(({ data, error }) => error && !data)?.error ?? null,
    retry: () => void Promise.all([instrument, figures, positions, terms].map((read) => read.refetch())),
    quote,
    stale,
    /** Market orders are refused, and no price is current. */
    halted: instrument.data !== undefined && isHalted(instrument.data.session, quote?.at),
    preview,
    /** The recording has no exchange rate at any time: only the listing's own currency pays. */
    neverARate: rate.error !== null && 'refused' in rate.error && rate.error.refused === 'no_rate_recorded',
    lots,
    terms: terms.data,
  }
}

export type TicketFacts = ReturnType<typeof useTicketFacts>

/** The most shares that a form may ask for. */
export const mostIn = (form: TicketForm, listing: ListingId, { preview, lots }: TicketFacts): bigint =>
  mostSharesFor(
    { side: form.side, listing, ...(pricesOf(form) ?? NO_PRICES), lot: lotOf(form), ...leverageIn(form) },
    preview!,
    lots,
  )

/** True while a buy has no price: its order follows the ask, and the quote has none. */
export const lacksPrice = ({ side, kind }: TicketForm, { quote }: Pick<TicketFacts, 'quote'>): boolean =>
  quote !== null && lacksAsk(side, { kind }, quote)

/** The preview of a form's draft; null while it has none, or no price. */
export const previewIn = (form: TicketForm, draft: Draft | null, facts: TicketFacts): Preview | null =>
  draft && facts.preview && !lacksPrice(form, facts) ? previewFor(draft, facts.preview) : null

/** The prices and the leverage of the buy that a form describes; null while a price is missing. */
const buyIn = (form: TicketForm, listing: ListingId): AmountDraft | null => {
  const prices = pricesOf(form)
  return prices && { listing, ...prices, ...leverageIn(form) }
}

/** The cents that some shares of a form's buy need; null while it has no price. */
export function neededIn(form: TicketForm, listing: ListingId, { preview }: TicketFacts): bigint | null {
  const draft = buyIn(form, listing)
  return draft && preview && form.shares !== null ? neededFor(draft, form.shares, preview) : null
}

/** The shares that the money of a form buys; null for a form that states its shares, or while it cannot be priced. */
export function boughtIn(form: TicketForm, listing: ListingId, { preview }: TicketFacts): AmountBuy | null {
  const units = amountOf(form)?.units ?? null
  const draft = buyIn(form, listing)
  return draft && preview && units !== null ? buyForAmount(draft, units, preview) : null
}

/** A form with the shares that its money buys now. */
export const withShares = (form: TicketForm, listing: ListingId, facts: TicketFacts): TicketForm =>
  amountOf(form) === null ? form : { ...form, shares: boughtIn(form, listing, facts)?.shares ?? null }

/** A form after a change. Shares that are put into a form for an amount change its amount to what they need. */
export function changedForm(
  form: TicketForm,
  part: Partial<TicketForm>,
  listing: ListingId,
  facts: TicketFacts,
): TicketForm {
  const next = { ...form, ...part }
  if (part.shares === undefined || amountOf(next) === null) return next
  return { ...next, amount: { units: neededIn(next, listing, facts) } }
}

/** The refusal of a form, or the outage that kept its answer. */
export type TicketRefusal = Pick<Refusal, 'refused' | 'msg' | 'fields'> | Outage | null

/** The refusal of one field of a form, in words. */
export const fieldRefusal = (refusal: TicketRefusal, field: string): string | undefined =>
  refusal && 'fields' in refusal ? refusal.fields.find((each) => each.field === field)?.msg : undefined

/** The props of every part of the ticket: the instrument, the facts, and the form. */
export interface TicketProps {
  instrument: Instrument
  facts: TicketFacts
  form: TicketForm
  change: (change: Partial<TicketForm>) => void
  /** The button was pressed: each field says what it lacks. */
  tried?: boolean
}
