import { useState, type ReactNode } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ENTRY_FILTERS } from './entries.ts'
import { SPAN_NAMES, askedFor, kindsIn, type FundsChoice } from './funds.ts'
import styles from './Funds.module.css'

const RECORDS = [
  { records: null, text: 'filterAll' },
  { records: 'trades', text: 'filterTrades' },
  { records: 'deposits', text: 'filterDeposits' },
  { records: 'withdrawals', text: 'filterWithdrawals' },
] as const
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
          {RECORDS.map((each) => (
            <Chip
              key={each.text}
              label={t(each.text)}
              chosen={cause === null && records === each.records}
              onClick={() => choose({ records: each.records })}
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
    const text = ENTRY_FILTERS.find((each) => each.kind === of)?.text
    return text ? t(text) : ''
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
        <Group label={t('filterKind')}>
          <Chip label={t('anyKind')} chosen={choice.kind === null} onClick={() => choose({ kind: null })} />
          {ENTRY_FILTERS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, text }) => (
            <Chip key={kind} label={t(text)} chosen={choice.kind === kind} onClick={() => choose({ kind })} />
          ))}
        </Group>
      )}
      <Group label={t('filterSpan')}>
        <Chip label={t('spanEver')} chosen={choice.span === null} onClick={() => choose({ span: null })} />
        {SPAN_NAMES.map((span) => (
          <Chip key={span} label={t(SPAN_TEXTS[span])} chosen={choice.span === span} onClick={() => choose({ span })} />
        ))}
      </Group>
    </Sheet>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.group} role="group" aria-label={label}>
      <h3>{label}</h3>
      <div>{children}</div>
    </div>
  )
}
