import { useState } from 'react'
import { currencyFor, type ListingId } from '@lonja/core/base/amount'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { startOwnRun } from '@lonja/core/strategies/own.contract'
import { startRun } from '@lonja/core/strategies/runs.contract'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { hrefTo, replacePage, urlTo } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { OWN_TEXT } from './own/own.ts'
import { RUN, RUNS, staleAfterRun } from './run.ts'
import type { FormStrategy, StrategyFacts } from './strategy.ts'
import { useTerms, type FirstTerms, type Terms } from './terms.ts'

export interface FirstRun extends FirstTerms {
  readonly listing: ListingId | null
}

export type RunForm = ReturnType<typeof useRunForm>

/** The form of a run. One form has one id: a second tap is the same run. */
export function useRunForm(strategy: FormStrategy, facts: StrategyFacts, first: FirstRun) {
  const t = useText('strategies')
  const f = useFormats()
  const [listing, setListing] = useState(first.listing)
  const { ref, tried, count } = useTries()
  const currency = listing ? currencyFor(listing) : 'EUR'
  const terms = useTerms(strategy, facts, currency, first)
  const figures = useRead(readFigures, {}, { quiet: true })
  const free = figures.data?.byCurrency.find((each) => each.currency === currency)?.free ?? null
  const start = useStart(strategy, count)
  const missing = listing === null ? t('chooseShare') : undefined
  const { budget } = terms
  const overdrawn =
    budget !== null && free !== null && budget > free
      ? t('insufficientOf', { free: f.amount({ asset: currency, units: free }) })
      : undefined
  const fields = ['listing', 'budget', 'most', 'lossStop', ...terms.fields.map(({ name }) => name)]
  return {
    ref,
    tried,
    listing,
    currency,
    terms,
    free,
    setListing: start.forgetting<ListingId>(setListing),
    forget: start.forget,
    /** A lack of cash is shown at once, all other mistakes after a press of the button. */
    mistake: (field: string) => (field === 'budget' ? overdrawn : undefined) ?? start.mistake(field),
    shareError: (tried ? missing : undefined) ?? start.mistake('listing'),
    elsewhere: start.elsewhere(fields),
    remedy: start.remedy,
    /** The cash that stays free; null while that is unknown or too little. */
    left: budget === null || free === null || overdrawn !== undefined ? null : free - budget,
    busy: start.isPending,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const wrong = missing ?? terms.mistake ?? overdrawn
      if (wrong !== undefined) return sayMistake(wrong === overdrawn ? t('insufficient') : wrong)
      if (listing !== null && terms.request) start.send(listing, terms.request)
    },
  }
}

/** Starts a run of a strategy of the house, or of a version of an own one. The house answers both alike. */
function useStart({ id: strategy, version, own }: FormStrategy, count: () => void) {
  const t = useText('strategies')
  const ownText = useText('own')
  const [id] = useState(newId)
  const options = {
    onReply: (reply: { readonly id: string }) => {
      staleAfterRun()
      toast(t('started'), { kind: 'done' })
      replacePage(urlTo(RUN, { id: reply.id }))
    },
    onRefusal: () => {
      count()
      staleAfterRun()
    },
  }
  const house = useWrite(startRun, options)
  const written = useWrite(startOwnRun, options)
  const { refusal, mistake, elsewhere, forget, forgetting, isPending } = own === null ? house : written
  const refused = refusal && 'refused' in refusal ? refusal.refused : null
  const line = refusal && 'detail' in refusal ? refusal.detail['line'] : undefined
  return {
    mistake,
    elsewhere,
    forget,
    forgetting,
    isPending,
    /** Leads to the place at which the cause of a refusal is removed; null if there is none. */
    remedy:
      refused === 'too_many_own_runs' || refused === 'too_many_runs'
        ? { label: t('allRuns'), href: hrefTo(RUNS) }
        : refused === 'own_text_faults' && own !== null && typeof line === 'string'
          ? {
              label: ownText('toLine', { line }),
              href: hrefTo(OWN_TEXT, { id: own.id, version: String(version), line }),
            }
          : null,
    send: (listing: ListingId, { parameters, ...amounts }: NonNullable<Terms['request']>): void =>
      own === null
        ? house.mutate({ id, strategy, version, listing, ...amounts, parameters })
        : written.mutate({ id, own: own.id, version, listing, ...amounts }),
  }
}
