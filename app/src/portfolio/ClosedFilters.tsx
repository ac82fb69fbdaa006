import { CURRENCIES, tickerOf } from '@lonja/core/base/amount'
import { CLOSED_RESULTS, SELL_TYPES } from '@lonja/core/orders/lots.rules'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { dayStart } from '@lonja/kit/day-filter'
import { useFormats } from '@lonja/kit/formats'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { SELL_TYPE_TEXTS } from '../orders/sellTypes.ts'
import { ALL_CLOSED, closedFilterOf, isClosedNarrowed, type ClosedChoice } from './closed.ts'
import { DaysFilter, type DayTexts } from './DaysFilter.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import { ChoiceChips, FilterLine } from './FilterLine.tsx'
import { ListingFilter } from './ListingFilter.tsx'

interface ChoiceProps {
  readonly choice: ClosedChoice
  readonly choose: (change: Partial<ClosedChoice>) => void
}

const MARKET_TEXTS = { EUR: 'marketSpain', USD: 'marketUnitedStates' } as const
const DAY_TEXTS: DayTexts = { from: 'firstDay', to: 'lastDay' }
const RESULT_TEXTS = { gains: 'gains', losses: 'losses' } as const

/** Each filter that is set, in words, and the change that removes it. */
export function useClosedWords({ listing, currency, result, sold, from, to }: ClosedChoice) {
  const t = useText('portfolio')
  const f = useFormats()
  const dayIn = (day: string) => f.dayBeside(dayStart(day) ?? 0)
  const words: { readonly label: string; readonly without: Partial<ClosedChoice> }[] = []
  if (listing) words.push({ label: tickerOf(listing), without: { listing: null } })
  if (currency) words.push({ label: t(MARKET_TEXTS[currency]), without: { currency: null } })
  if (result) words.push({ label: t(RESULT_TEXTS[result]), without: { result: null } })
  if (sold) words.push({ label: t(SELL_TYPE_TEXTS[sold]), without: { sold: null } })
  if (from) words.push({ label: t('soldFrom', { day: dayIn(from) }), without: { from: null } })
  if (to) words.push({ label: t('soldUntil', { day: dayIn(to) }), without: { to: null } })
  return words
}

/** Gains and losses one tap away; the other filters behind a button. Each one that is set can be removed by its cross. */
export function ClosedFilters({ choice, choose }: ChoiceProps) {
  const t = useText('portfolio')
  const others = useClosedWords({ ...choice, result: null })
  return (
    <FilterLine
      label={t('whichResults')}
      chosen={others.map(({ label, without }) => ({ label, remove: () => choose(without) }))}
      sheet={(onClose) => <FilterSheet choice={choice} choose={choose} onClose={onClose} />}
    >
      <Results choice={choice} choose={choose} />
    </FilterLine>
  )
}

function Results({ choice, choose }: ChoiceProps) {
  const t = useText('portfolio')
  return (
    <ChoiceChips
      values={CLOSED_RESULTS}
      value={choice.result}
      name={(result) => t(result === null ? 'filterAll' : RESULT_TEXTS[result])}
      choose={(result) => choose({ result })}
    />
  )
}

/** All filters together. The button shows the number of closed positions that they leave. */
function FilterSheet({ choice, choose, onClose }: ChoiceProps & { onClose: () => void }) {
  const t = useText('portfolio')
  const { data } = useRead(readClosedTotals, closedFilterOf(choice), { quiet: true, keep: true })
  const count = data?.rows.reduce((sum, row) => sum + row.count, 0)
  return (
    <Sheet
      title={t('filters')}
      onClose={onClose}
      actions={
        <Buttons>
          {isClosedNarrowed(choice) && (
            <Button look="outline" label={t('resetFilters')} onClick={() => choose(ALL_CLOSED)} />
          )}
          <Button label={count === undefined ? t('showAll') : t('showClosedCount', { count })} onClick={onClose} />
        </Buttons>
      }
    >
      <FilterGroup label={t('filterListing')}>
        <ListingFilter listing={choice.listing} choose={(listing) => choose({ listing })} />
      </FilterGroup>
      <FilterGroup label={t('filterMarket')}>
        <ChoiceChips
          values={CURRENCIES}
          value={choice.currency}
          name={(currency) => t(currency === null ? 'anyMarket' : MARKET_TEXTS[currency])}
          choose={(currency) => choose({ currency })}
        />
      </FilterGroup>
      <FilterGroup label={t('whichResults')}>
        <Results choice={choice} choose={choose} />
      </FilterGroup>
      <FilterGroup label={t('sellType')}>
        <ChoiceChips
          values={SELL_TYPES}
          value={choice.sold}
          name={(sold) => (sold === null ? t('anySellType') : t(SELL_TYPE_TEXTS[sold]))}
          choose={(sold) => choose({ sold })}
        />
      </FilterGroup>
      <DaysFilter choice={choice} choose={choose} labels={DAY_TEXTS} />
    </Sheet>
  )
}
