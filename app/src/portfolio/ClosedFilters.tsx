import { useState } from 'react'
import { CURRENCIES, tickerOf } from '@lonja/core/base/amount'
import { CLOSED_RESULTS, SELL_TYPES } from '@lonja/core/orders/lots.rules'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { dayStart } from '@lonja/kit/day-filter'
import { useFormats } from '@lonja/kit/formats'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { Field } from '@lonja/kit/parts/Field'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { SELL_TYPE_TEXTS } from '../orders/sellTypes.ts'
import { ALL_CLOSED, closedFilterOf, isClosedNarrowed, type ClosedChoice } from './closed.ts'
import { FilterGroup } from './FilterGroup.tsx'
import { ListingFilter } from './ListingFilter.tsx'
import styles from './Funds.module.css'

interface Chosen {
  readonly choice: ClosedChoice
  readonly choose: (change: Partial<ClosedChoice>) => void
}

const MARKET_TEXTS = { EUR: 'marketSpain', USD: 'marketUnitedStates' } as const
const RESULT_TEXTS = { gains: 'gains', losses: 'losses' } as const

/** Each filter that is set, in words, and the change that removes it. */
export function useClosedWords({ listing, currency, result, sold, from, to }: ClosedChoice) {
  const t = useText('portfolio')
  const f = useFormats()
  const dayIn = (day: string) => f.day(dayStart(day) ?? 0)
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
export function ClosedFilters({ choice, choose }: Chosen) {
  const t = useText('portfolio')
  const [filtering, setFiltering] = useState(false)
  const others = useClosedWords({ ...choice, result: null })
  return (
    <>
      <div className={styles.filters}>
        <Chips label={t('whichResults')}>
          {[null, ...CLOSED_RESULTS].map((result) => (
            <Chip
              key={result}
              label={t(result === null ? 'filterAll' : RESULT_TEXTS[result])}
              chosen={choice.result === result}
              onClick={() => choose({ result })}
            />
          ))}
        </Chips>
        <IconButton icon={SlidersHorizontalIcon} label={t('filters')} onClick={() => setFiltering(true)} />
      </div>
      {others.length > 0 && (
        <Chips label={t('chosenFilters')}>
          {others.map(({ label, without }) => (
            <Chip key={label} label={label} chosen removable onClick={() => choose(without)} />
          ))}
        </Chips>
      )}
      {filtering && <FilterSheet choice={choice} choose={choose} onClose={() => setFiltering(false)} />}
    </>
  )
}

/** All filters together. The button shows the number of closed positions that they leave. */
function FilterSheet({ choice, choose, onClose }: Chosen & { onClose: () => void }) {
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
        {[null, ...CURRENCIES].map((currency) => (
          <Chip
            key={currency}
            label={t(currency === null ? 'anyMarket' : MARKET_TEXTS[currency])}
            chosen={choice.currency === currency}
            onClick={() => choose({ currency })}
          />
        ))}
      </FilterGroup>
      <FilterGroup label={t('whichResults')}>
        {[null, ...CLOSED_RESULTS].map((result) => (
          <Chip
            key={result}
            label={t(result === null ? 'filterAll' : RESULT_TEXTS[result])}
            chosen={choice.result === result}
            onClick={() => choose({ result })}
          />
        ))}
      </FilterGroup>
      <FilterGroup label={t('sellType')}>
        {[null, ...SELL_TYPES].map((sold) => (
          <Chip
            key={sold}
            label={sold === null ? t('anySellType') : t(SELL_TYPE_TEXTS[sold])}
            chosen={choice.sold === sold}
            onClick={() => choose({ sold })}
          />
        ))}
      </FilterGroup>
      <Days choice={choice} choose={choose} />
    </Sheet>
  )
}

/** The first and the last day of the sales. */
function Days({ choice, choose }: Chosen) {
  const t = useText('portfolio')
  return (
    <FilterGroup label={t('filterSpan')}>
      <div className={styles.day}>
        <Field
          type="date"
          label={t('firstDay')}
          value={choice.from ?? ''}
          onChange={(day) => choose({ from: day === '' ? null : day })}
        />
      </div>
      <div className={styles.day}>
        <Field
          type="date"
          label={t('lastDay')}
          value={choice.to ?? ''}
          onChange={(day) => choose({ to: day === '' ? null : day })}
          error={isBackwards(choice) ? t('lastDayEarlier') : undefined}
        />
      </div>
    </FilterGroup>
  )
}

/** The last day is before the first one, so that no sale can be between them. */
const isBackwards = ({ from, to }: ClosedChoice): boolean => from !== null && to !== null && to < from
