import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ENTRY_GROUPS } from '@lonja/core/lists'
import { kindsIn } from './entries.ts'
import { FilterGroup } from './FilterGroup.tsx'
import { SPAN_NAMES, askedFor, type FundsChoice } from './funds.ts'
import styles from './Funds.module.css'

const SPAN_TEXTS = { week: 'spanWeek', month: 'spanMonth', quarter: 'spanQuarter', year: 'spanYear' } as const

interface Chosen {
  readonly choice: FundsChoice
  readonly choose: (change: Partial<FundsChoice>) => void
}

/** Filters for entries: records one tap away; kind and time behind a button, each active one with a cross. */
export function FundsFilters({
  choice,
  choose,
  first,
}: Chosen & { first: ReplyOf<typeof listEntries>['rows'][number] | undefined }) {
  const t = useText('portfolio')
  const [filtering, setFiltering] = useState(false)
  const { records, cause, kind, span } = choice
  return (
    <>
      <div className={styles.filters}>
        <Chips label={t('whichRecords')}>
          {cause !== null && (
            <Chip
              label={t(first?.causeKind === 'order' ? 'oneOrder' : 'oneCause')}
              chosen
              removable
              onClick={() => choose({})}
            />
          )}
          {[null, ...ENTRY_GROUPS].map((group) => (
            <Chip
              key={group}
              label={t(group === null ? 'filterAll' : `group_${group}`)}
              chosen={cause === null && records === group}
              onClick={() => choose({ records: group })}
            />
          ))}
        </Chips>
        <IconButton icon={SlidersHorizontalIcon} label={t('filters')} onClick={() => setFiltering(true)} />
      </div>
      {(kind !== null || span !== null) && (
        <Chips label={t('chosenFilters')}>
          {kind !== null && <Chip label={kindName(kind)} chosen removable onClick={() => choose({ kind: null })} />}
          {span !== null && (
            <Chip label={t(SPAN_TEXTS[span])} chosen removable onClick={() => choose({ span: null })} />
          )}
        </Chips>
      )}
      {filtering && <FilterSheet choice={choice} choose={choose} onClose={() => setFiltering(false)} />}
    </>
  )

  function kindName(of: FundsChoice['kind']): string {
    const known = kindsIn(null).find((each) => each === of)
    return known ? t(`filter_${known}`) : ''
  }
}

/** Kind and time, chosen together. The button shows the number of matching entries. */
function FilterSheet({ choice, choose, onClose }: Chosen & { onClose: () => void }) {
  const t = useText('portfolio')
  const [now] = useState(() => Date.now())
  const { pages } = usePages(listEntries, { ...askedFor(choice, now), limit: 30 }, { quiet: true, keep: true })
  const count = pages[0]?.count ?? null
  const kinds = kindsIn(choice.records)
  return (
    <Sheet
      title={t('filters')}
      onClose={onClose}
      actions={
        <Button label={count === null ? t('showEntries') : t('showEntriesCount', { count })} onClick={onClose} />
      }
    >
      {kinds.length > 1 && (
        <FilterGroup label={t('filterKind')}>
          <Chip label={t('anyKind')} chosen={choice.kind === null} onClick={() => choose({ kind: null })} />
          {kinds.map((kind) => (
            <Chip
              key={kind}
              label={t(`filter_${kind}`)}
              chosen={choice.kind === kind}
              onClick={() => choose({ kind })}
            />
          ))}
        </FilterGroup>
      )}
      <FilterGroup label={t('filterSpan')}>
        <Chip label={t('spanEver')} chosen={choice.span === null} onClick={() => choose({ span: null })} />
        {SPAN_NAMES.map((span) => (
          <Chip key={span} label={t(SPAN_TEXTS[span])} chosen={choice.span === span} onClick={() => choose({ span })} />
        ))}
      </FilterGroup>
    </Sheet>
  )
}
