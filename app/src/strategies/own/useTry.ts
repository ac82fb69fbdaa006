import { useState } from 'react'
import { currencyFor, type ListingId } from '@lonja/core/base/amount'
import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import type { Day as DayText } from '@lonja/core/base/instant'
import { startOwnBacktest } from '@lonja/core/strategies/own.contract'
import { listBacktests, listStrategies } from '@lonja/core/strategies/strategies.contract'
import { newId } from '@lonja/kit/ids'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { amountsOf, FIRST_AMOUNTS, type TypedAmounts } from '../terms.ts'
import { lastDayOf, staleAfterOwn } from './own.ts'
import type { Day } from './useCheck.ts'

/** The days before the last one in a form's first period, which is a week. */
const WEEK_BEFORE = 6

/** The period of a backtest, as typed. */
interface Period {
  readonly from: string
  readonly to: string
}

/** The data of a try: a day for the check, a period and amounts for a backtest, and the newest backtest of the strategy. */
export function useTry(own: string, listing: ListingId | null) {
  const [typed, setTyped] = useState<Partial<Period>>({})
  const [typedAmounts, setAmounts] = useState(FIRST_AMOUNTS)
  const amounts = amountsOf(typedAmounts)
  const [openedAt] = useState(() => Date.now())
  const [id, setId] = useState(newId)
  const { data: bounds } = useRead(listStrategies, {}, { quiet: true })
  const { pages, error, refetch } = usePages(listBacktests, {})
  const start = useWrite(startOwnBacktest, {
    onReply: () => {
      setId(newId())
      staleAfterOwn()
      void refetch()
    },
  })
  const last = listing && lastDayOf(listing, openedAt)
  const to = typed.to ?? last ?? ''
  const from = typed.from ?? (last === null ? '' : dayOf(dayNumberOf(last as DayText) - WEEK_BEFORE))
  const rows = pages.length === 0 ? undefined : pages.flatMap((page) => page.rows).filter((row) => row.own?.id === own)
  const { budget, most, lossStop } = amounts
  const day: Day | null = listing && to !== '' ? { listing, day: to } : null
  return {
    listing,
    currency: listing && currencyFor(listing),
    /** The day of the check: the last of the period. */
    day,
    from,
    to,
    amounts,
    bounds,
    setPeriod: start.forgetting((next: Partial<Period>) => setTyped((before) => ({ ...before, ...next }))),
    setAmounts: start.forgetting((next: Partial<TypedAmounts>) => setAmounts((before) => ({ ...before, ...next }))),
    start: (version: number): void => {
      if (!listing || budget === null || most === null || lossStop === null) return
      start.mutate({ id, own, version, listing, from, to, budget, most, lossStop })
    },
    isStarting: start.isPending,
    refusal: start.refusal,
    mistake: start.mistake,
    /** The backtests of this strategy, newest first; `rows` is undefined before the list is here. */
    backtests: { rows, error, refetch },
    /** The newest of them; undefined before the list is here, null if there is none. */
    newest: rows && (rows[0] ?? null),
  }
}

export type Attempt = ReturnType<typeof useTry>
