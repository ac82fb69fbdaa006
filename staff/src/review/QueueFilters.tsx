import { QUEUE_SORTS, QUEUE_WHOSE, type QueueSort, type QueueWhose } from '@lonja/core/review/queue.staff.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { exportQueue } from '@lonja/core/reviews.contract'
import { useDownload } from '@lonja/kit/download'
import { Button } from '@lonja/kit/parts/Button'
import { ChoiceFilter, FilterPair, Filters, TextFilter } from '@lonja/kit/parts/Filters'
import { toast } from '@lonja/kit/parts/toast'
import { useText, type TextKey } from '@lonja/kit/text'
import type { FilterName, QueueFilter } from './filters.ts'
import { SaveFilter, SavedFilters } from './SavedFilters.tsx'
import styles from './QueueFilters.module.css'

const WHOSE_WORDS = {
  mine: 'whose_mine',
  second: 'whose_second',
  free: 'whose_free',
  given: 'whose_given',
} as const satisfies Record<QueueWhose, TextKey<'review'>>

const SORT_WORDS = {
  due: 'sort_due',
  oldest: 'sort_oldest',
  newest: 'sort_newest',
  largest: 'sort_largest',
} as const satisfies Record<QueueSort, TextKey<'review'>>

const WAY_WORDS: Readonly<Record<string, TextKey<'review'>>> = {
  crypto: 'way_crypto',
  online: 'way_online',
  wallet: 'way_wallet',
  card: 'way_card',
}

const EUROS = 9

/** The filters and the order of a queue, and its export, behind one line that says how many filters are on. */
export function QueueFilters(props: {
  kind: ReviewKind
  state: 'open' | 'approved' | 'refused' | 'cancelled'
  filter: QueueFilter
}) {
  const { kind, state, filter } = props
  const t = useText('review')
  const { start, isPending } = useDownload(exportQueue, (name) => toast(t('saved', { name }), { kind: 'done' }))
  const { count, input } = filter
  return (
    <>
      <details className={styles.filters} open={count > 0 || undefined}>
        <summary id="queue-filters">{count === 0 ? t('filters') : t('filtersOn', { count })}</summary>
        <Filters>
          {state === 'open' && <Turn filter={filter} />}
          <Flags kind={kind} filter={filter} />
          {kind.ways && <Way ways={kind.ways} filter={filter} />}
          {kind.amount === 'currency' && <Amounts filter={filter} />}
        </Filters>
        <SaveFilter kind={kind.name} filter={filter} />
        <div className={styles.acts}>
          {count > 0 && <Button look="text" small label={t('seeAll')} onClick={filter.clear} />}
          <Button
            look="outline"
            small
            label={t('export')}
            busy={isPending}
            onClick={() => start({ kind: kind.name, state, ...input })}
          />
        </div>
      </details>
      <SavedFilters kind={kind.name} filter={filter} />
    </>
  )
}

/** The turn and the order of what waits. */
function Turn({ filter: { values, set } }: { filter: QueueFilter }) {
  const t = useText('review')
  return (
    <>
      <ChoiceFilter
        label={t('whose')}
        choices={[
          { value: '', label: t('whose_all') },
          ...QUEUE_WHOSE.map((value) => ({ value, label: t(WHOSE_WORDS[value]) })),
        ]}
        value={values.whose}
        onChange={(whose: string) => set('whose', whose)}
      />
      <ChoiceFilter
        label={t('sort')}
        choices={QUEUE_SORTS.map((value) => ({ value, label: t(SORT_WORDS[value]) }))}
        value={values.sort || 'due'}
        onChange={(sort: string) => set('sort', sort === 'due' ? '' : sort)}
      />
    </>
  )
}

function Flags({ kind, filter: { values, set } }: { kind: ReviewKind; filter: QueueFilter }) {
  const t = useText('review')
  const flags: readonly (readonly [FilterName, string, TextKey<'review'>])[] = [
    ['late', 'yes', 'onlyLate'],
    ...(kind.subject === 'customer'
      ? ([
          ['joined', 'new', 'onlyNew'],
          ['restricted', 'yes', 'onlyRestricted'],
        ] as const)
      : []),
  ]
  return flags.map(([name, on, word]) => (
    <label key={name}>
      <input
        type="checkbox"
        checked={values[name] === on}
        onChange={(event) => set(name, event.target.checked ? on : '')}
      />
      {t(word)}
    </label>
  ))
}

function Way({ ways, filter: { values, set } }: { ways: readonly string[]; filter: QueueFilter }) {
  const t = useText('review')
  const named = ways.map((value) => ({ value, label: WAY_WORDS[value] ? t(WAY_WORDS[value]) : value }))
  return (
    <ChoiceFilter
      label={t('way')}
      choices={[{ value: '', label: t('way_all') }, ...named]}
      value={values.way}
      onChange={(way) => set('way', way)}
    />
  )
}

function Amounts({ filter: { values, set } }: { filter: QueueFilter }) {
  const t = useText('review')
  return (
    <FilterPair>
      <TextFilter label={t('least')} value={values.least} most={EUROS} onChange={(euros) => set('least', euros)} />
      <TextFilter label={t('most')} value={values.most} most={EUROS} onChange={(euros) => set('most', euros)} />
    </FilterPair>
  )
}
