import { currencyFor, divideHalfEven, priceE4, venueOf } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { isRefused } from '@lonja/core/base/refusal'
import { sellableUntil } from '@lonja/core/options/model.rules'
import {
  DAY_LIMIT_MOST,
  OPTION_TERMS,
  expectedLossBps,
  twiceMid,
  winOf,
  type OptionEvent,
  type OptionTermsVersion,
} from '@lonja/core/options/options.rules'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { strikeOf } from './events.actions.ts'
import { eventIn, type Evidence } from './evidence.ts'
import { saleOf, type LimitNow } from './options.actions.ts'
import type { NewOption, OptionRow } from './options.store.ts'

const NUMBERING = { mark: 'OP', numberIn: 'digits' } as const

export const optionNumber = (id: string): string => recordNumber(NUMBERING, id)

export const termsReply = (version: OptionTermsVersion) => {
  const terms = OPTION_TERMS[version]
  return { version, ...terms, lossBps: expectedLossBps(terms) }
}

export const limitReply = ({ limit, staked, left }: LimitNow) => ({
  limit: limit.units,
  next: limit.next && { limit: limit.next.units, from: limit.next.from },
  most: DAY_LIMIT_MOST,
  staked,
  left,
})

export const winReply = ({ stake, terms }: Pick<NewOption, 'stake' | 'terms'>): bigint =>
  winOf(stake, OPTION_TERMS[terms])

interface ReplyContext {
  readonly market: Market
  readonly language: Language
}

export function optionReply(option: OptionRow, { market, language }: ReplyContext) {
  const { id, listing, side, life, stake, terms, at, marketAt, expiresAt, end } = option
  return {
    id,
    number: optionNumber(id),
    listing,
    company: nameOf(market, listing, language),
    venue: venueOf(listing),
    currency: currencyFor(listing),
    side,
    life,
    state: end?.how ?? ('running' as const),
    stake,
    win: winReply(option),
    terms: termsReply(terms),
    at,
    marketAt,
    expiresAt,
    endedAt: end?.at ?? null,
    paid: end?.paid ?? null,
  }
}

const eventReply = (event: OptionEvent) => ({
  at: event.at,
  bid: priceE4(event.bid),
  ask: priceE4(event.ask),
  mid: priceE4(divideHalfEven(twiceMid(event), 2n)),
})

/** The mean of the mids of some events, rounded half to even to a ten-thousandth; null without one. */
const meanOf = (events: readonly OptionEvent[]) =>
  events.length === 0
    ? null
    : priceE4(
        divideHalfEven(
          events.reduce((sum, event) => sum + twiceMid(event), 0n),
          2n * BigInt(events.length),
        ),
      )

const MILLION = 1_000_000

/** One option with its evidence; while it runs with what it would be sold for now. */
export function detailReply(option: OptionRow, shown: ReplyContext) {
  const { market } = shown
  const base = { ...optionReply(option, shown), sellableUntil: sellableUntil(option.expiresAt) }
  const { end } = option
  if (end === null) {
    const strike = strikeOf(market, option)
    const sale = saleOf(market, option)
    return {
      ...base,
      strike: strike && eventReply(strike),
      events: [],
      mean: null,
      sale: isRefused(sale)
        ? null
        : {
            paid: sale.paid,
            value: sale.value,
            chance: Number(sale.chance),
            volatility: volatilityOf(sale.variance),
            quote: eventReply(sale.quote),
          },
    }
  }
  const { strike, events, model } = end.evidence
  const last = events.map(eventIn)
  const isSold = end.how === 'sold'
  return {
    ...base,
    strike: strike && eventReply(eventIn(strike)),
    events: isSold ? [] : last.map(eventReply),
    mean: isSold ? null : meanOf(last),
    sale: model ? saleOfEvidence(end.paid, model, last) : null,
  }
}

function saleOfEvidence(paid: bigint, model: NonNullable<Evidence['model']>, [quote]: readonly OptionEvent[]) {
  if (!quote) return null
  const { chance, value, variance } = model
  return { paid, value: BigInt(value), chance, volatility: volatilityOf(variance), quote: eventReply(quote) }
}

/** The usual change of a minute in millionths of the price. */
const volatilityOf = (variance: number): number => Math.round(Math.sqrt(variance) * MILLION)
