import { useState } from 'react'
import { currencyFor, type ListingId } from '@lonja/core/base/amount'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { startRun } from '@lonja/core/strategies/runs.contract'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { replacePage, urlTo } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { RUN, staleAfterRun } from './run.ts'
import type { ListedStrategy, StrategyFacts } from './strategy.ts'
import { useTerms, type FirstTerms } from './terms.ts'

export interface FirstRun extends FirstTerms {
  readonly listing: ListingId | null
}

export type RunForm = ReturnType<typeof useRunForm>

/** The form of a run. One form has one id: a second tap is the same run. */
export function useRunForm(strategy: ListedStrategy, facts: StrategyFacts, first: FirstRun) {
  const t = useText('strategies')
  const [id] = useState(newId)
  const [listing, setListing] = useState(first.listing)
  const { ref, tried, count } = useTries()
  const currency = listing ? currencyFor(listing) : 'EUR'
  const terms = useTerms(strategy, facts, currency, first)
  const figures = useRead(readFigures, {}, { quiet: true })
  const free = figures.data?.byCurrency.find((each) => each.currency === currency)?.free ?? null
  const start = useWrite(startRun, {
    onReply: (reply) => {
      staleAfterRun()
      toast(t('started'), { kind: 'done' })
      replacePage(urlTo(RUN, { id: reply.id }))
    },
    onRefusal: () => {
      count()
      staleAfterRun()
    },
  })
  const missing = listing === null ? t('chooseShare') : undefined
  const { budget } = terms
  const overdrawn = budget !== null && free !== null && budget > free ? t('insufficient') : undefined
  const fields = ['listing', 'budget', 'most', 'lossStop', ...terms.fields.map(({ name }) => name)]
  return {
    ref,
    tried,
    listing,
    currency,
    terms,
    free,
    setListing: (next: ListingId) => {
      setListing(next)
      start.forget()
    },
    forget: start.forget,
    /** A lack of cash is shown at once, all other mistakes after a press of the button. */
    mistake: (field: string) => (field === 'budget' ? overdrawn : undefined) ?? start.mistake(field),
    shareError: (tried ? missing : undefined) ?? start.mistake('listing'),
    elsewhere: start.refusal && !fields.some((field) => start.mistake(field)) ? start.refusal.msg : null,
    /** The cash that stays free; null while that is unknown or too little. */
    left: budget === null || free === null || overdrawn !== undefined ? null : free - budget,
    busy: start.isPending,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const wrong = missing ?? terms.mistake ?? overdrawn
      if (wrong !== undefined) return sayMistake(wrong)
      if (listing !== null && terms.request)
        start.mutate({ id, strategy: strategy.id, version: strategy.version, listing, ...terms.request })
    },
  }
}
