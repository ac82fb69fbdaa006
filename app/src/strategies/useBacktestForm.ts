import { useState } from 'react'
import { currencyFor, venueOf, type ListingId } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import { dayNumberAt, dayOf, zoneOf } from '@lonja/core/calendar/days'
import { decidePeriod } from '@lonja/core/strategies/requests.rules'
import { startBacktest } from '@lonja/core/strategies/strategies.contract'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { replacePage, urlTo } from '@lonja/kit/nav'
import { markStale } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { BACKTEST, useDayText } from './backtest.ts'
import type { ListedStrategy, StrategyFacts } from './strategy.ts'
import { FIRST_TERMS, useTerms, type FirstTerms } from './terms.ts'

/** A form begins with the last month. */
const FIRST_DAYS = 30

export interface FirstTest extends FirstTerms {
  readonly listing: ListingId | null
  readonly days?: Days
}

interface Days {
  readonly from: string
  readonly to: string
}

export const FIRST_TEST: FirstTest = { ...FIRST_TERMS, listing: null }

/** The last days that are over at a venue. */
export function lastDays(listing: ListingId | null, count: number, now: number): Days {
  const today = dayNumberAt(zoneOf(listing ? venueOf(listing) : 'XMAD'), now)
  return { from: dayOf(today - count), to: dayOf(today - 1) }
}

export type BacktestForm = ReturnType<typeof useBacktestForm>

/** The form of a backtest. One form has one id: a second tap is the same backtest. */
export function useBacktestForm(strategy: ListedStrategy, facts: StrategyFacts, first: FirstTest) {
  const t = useText('strategies')
  const dayText = useDayText()
  const [id] = useState(newId)
  const [now] = useState(() => Date.now())
  const [listing, setListing] = useState(first.listing)
  const [chosenDays, setDays] = useState(first.days)
  const { ref, tried, count } = useTries()
  const days = chosenDays ?? lastDays(listing, FIRST_DAYS, now)
  const terms = useTerms(strategy, facts, listing ? currencyFor(listing) : 'EUR', first)
  const start = useWrite(startBacktest, {
    onReply: (reply) => {
      markStale(['strategies'])
      replacePage(urlTo(BACKTEST, { id: reply.id }))
    },
    onRefusal: count,
  })
  const period = decidePeriod(days, listing ? venueOf(listing) : 'XMAD', now)
  const wrongPeriod = !isRefused(period)
    ? undefined
    : period.refused === 'backtest_too_long'
      ? t('periodLong', { days: facts.backtests.daysMost })
      : t('periodOver', { latest: dayText(lastDays(listing, 1, now).to) })
  const missing = listing === null ? t('chooseShare') : undefined
  const fields = ['listing', 'budget', 'most', 'lossStop', 'from', 'to', ...terms.fields.map(({ name }) => name)]
  return {
    ref,
    tried,
    listing,
    days,
    terms,
    setListing: start.forgetting(setListing),
    setDays: start.forgetting<Days>(setDays),
    forget: start.forget,
    mistake: start.mistake,
    shareError: (tried ? missing : undefined) ?? start.mistake('listing'),
    periodError: wrongPeriod ?? start.mistake('from') ?? start.mistake('to'),
    /** The number of days; null without a period. */
    length: isRefused(period) ? null : Math.round((Date.parse(days.to) - Date.parse(days.from)) / 86_400_000) + 1,
    elsewhere: start.elsewhere(fields),
    busy: start.isPending,
    now,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const wrong = missing ?? wrongPeriod ?? terms.mistake
      if (wrong !== undefined) return sayMistake(wrong)
      if (listing !== null && terms.request)
        start.mutate({ id, strategy: strategy.id, version: strategy.version, listing, ...days, ...terms.request })
    },
  }
}
