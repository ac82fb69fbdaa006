import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import { DISPLAY_ZONE, formatClock } from '@lonja/core/base/dates'
import { HOUR, MINUTE, type Day, type Instant } from '@lonja/core/base/instant'
import { dayNumberOf, localInstant } from '@lonja/core/calendar/days'
import { consoleDayAt } from '@lonja/core/ipo/calendar.rules'
import type { listHouseOffers, listOfferDrafts, saveOfferDraft } from '@lonja/core/ipo/offers.staff.contract'
import { wholeLots } from '@lonja/core/ipo/terms.text'

/** A stored draft. */
export type Draft = ReplyOf<typeof listOfferDrafts>['rows'][number]
/** An offer of the house as staff see it. */
export type HouseOffer = ReplyOf<typeof listHouseOffers>['rows'][number]
type Input = InputOf<typeof saveOfferDraft>

/** An instant as it is typed: a day, and a time of day in Madrid as `08:00`. */
export interface TypedMoment {
  readonly day: string
  readonly time: string
}

export const DATES = ['opens', 'closes', 'draws', 'lists'] as const
export type DateName = (typeof DATES)[number]

/** The figures of a form with their decimals. */
export const FIGURES = { price: 4, lot: 0, lots: 0, most: 0 } as const
export type FigureName = keyof typeof FIGURES

/** An offer as it is typed. */
export interface TypedOffer extends Pick<Input, 'sector' | 'market' | 'crowd'> {
  readonly company: string
  readonly figures: Readonly<Record<FigureName, bigint | null>>
  readonly dates: Readonly<Record<DateName, TypedMoment>>
}

export const typedMoment = (at: Instant): TypedMoment => ({ day: consoleDayAt(at), time: formatClock(at) })

/** The instant that was typed; null if it is none. */
export function momentIn({ day, time }: TypedMoment): Instant | null {
  const clock = /^(?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)$/.exec(time.trim())?.groups
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !clock) return null
  const since = Number(clock['hours']) * HOUR + Number(clock['minutes']) * MINUTE
  const at = localInstant(DISPLAY_ZONE, dayNumberOf(day as Day), since)
  return Number.isFinite(at) ? at : null
}

const NO_MOMENT: TypedMoment = { day: '', time: '' }

/** A form before anything is typed. The times are usual ones; the days are left to the seat. */
export const NEW_OFFER: TypedOffer = {
  company: '',
  sector: 'technology',
  market: 'madrid',
  figures: { price: null, lot: null, lots: null, most: null },
  dates: {
    opens: { ...NO_MOMENT, time: '10:00' },
    closes: { ...NO_MOMENT, time: '18:00' },
    draws: { ...NO_MOMENT, time: '18:00' },
    lists: { ...NO_MOMENT, time: '00:00' },
  },
  crowd: true,
}

export const typedOf = (draft: Draft): TypedOffer => ({
  company: draft.company,
  sector: draft.sector,
  market: draft.market,
  figures: { price: draft.price, lot: draft.lot, lots: draft.lots, most: draft.most },
  dates: {
    opens: typedMoment(draft.opens),
    closes: typedMoment(draft.closes),
    draws: typedMoment(draft.draws),
    lists: typedMoment(draft.lists),
  },
  crowd: draft.crowd,
})

export type FormMistake = 'company' | 'figure' | 'moment'

/** The errors of a form by field. The rules of offers are the server's, which names the field too. */
export function mistakesIn({ company, figures, dates }: TypedOffer): Partial<Record<string, FormMistake>> {
  return {
    ...(company.trim() === '' || company.trim().length > 80 ? { company: 'company' } : {}),
    ...Object.fromEntries(
      Object.entries(figures).flatMap(([name, units]) => (units === null || units < 1n ? [[name, 'figure']] : [])),
    ),
    ...Object.fromEntries(
      Object.entries(dates).flatMap(([name, typed]) => (momentIn(typed) === null ? [[name, 'moment']] : [])),
    ),
  }
}

/** The fields to send, of a form without mistakes. */
export function inputOf({ company, sector, market, figures, dates, crowd }: TypedOffer): Omit<Input, 'id' | 'version'> {
  const figure = (name: FigureName): bigint => figures[name] ?? 0n
  const moment = (name: DateName): Instant => momentIn(dates[name]) ?? 0
  return {
    company: company.trim(),
    sector,
    market,
    price: priceE4(figure('price')),
    lot: wholeShares(figure('lot')),
    lots: wholeLots(figure('lots')),
    most: wholeLots(figure('most')),
    opens: moment('opens'),
    closes: moment('closes'),
    draws: moment('draws'),
    lists: moment('lists'),
    crowd,
  }
}
