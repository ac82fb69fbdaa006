import type { ReplyOf } from '@lonja/core/base/contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { useFormats } from '@lonja/kit/formats'
import { useToday } from '@lonja/kit/now'
import { Button } from '@lonja/kit/parts/Button'
import { Chip } from '@lonja/kit/parts/Chip'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { ENTRY_GROUPS } from '@lonja/core/lists'
import { kindsIn } from './entries.ts'
import { FilterGroup } from './FilterGroup.tsx'
import { ChoiceChips, FilterLine } from './FilterLine.tsx'
import { SPAN_NAMES, askedFor, showsEntries, type FundsChoice } from './funds.ts'

const SPAN_TEXTS = { week: 'spanWeek', month: 'spanMonth', quarter: 'spanQuarter', year: 'spanYear' } as const

interface ChoiceProps {
  readonly choice: FundsChoice
  readonly choose: (change: Partial<FundsChoice>) => void
}

/** Filters for the fund flow: records one tap away; kind and time behind a button, each active one with a cross. */
export function FundsFilters({
  choice,
  choose,
  first,
}: ChoiceProps & { first: ReplyOf<typeof listEntries>['rows'][number] | undefined }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { records, cause, kind, span, since, held } = choice
  return (
    <FilterLine
      label={t('whichRecords')}
      chosen={[
        ...(held ? [{ label: t('held'), remove: () => choose({ held: false }) }] : []),
        ...(kind === null ? [] : [{ label: kindName(kind), remove: () => choose({ kind: null }) }]),
        ...(since === null || span !== null
          ? []
          : [{ label: t('sinceDay', { day: f.day(since) }), remove: () => choose({ since: null }) }]),
        ...(span === null ? [] : [{ label: t(SPAN_TEXTS[span]), remove: () => choose({ span: null }) }]),
      ]}
      sheet={(onClose) => <FilterSheet choice={choice} choose={choose} onClose={onClose} />}
    >
      {cause !== null && (
        <Chip
          label={t(first?.causeKind === 'order' ? 'oneOrder' : 'oneCause')}
          chosen
          removable
          onClick={() => choose({})}
        />
      )}
      <ChoiceChips
        values={ENTRY_GROUPS}
        value={cause === null ? records : undefined}
        name={(group) => t(group === null ? 'filterAll' : `group_${group}`)}
        choose={(group) => choose({ records: group })}
      />
    </FilterLine>
  )

  function kindName(of: FundsChoice['kind']): string {
    const known = kindsIn(null).find((each) => each === of)
    return known ? t(`filter_${known}`) : ''
  }
}

/** Kind (of entries) and time, chosen together. The button shows the number of matching entries. */
function FilterSheet({ choice, choose, onClose }: ChoiceProps & { onClose: () => void }) {
  const t = useText('portfolio')
  const now = useToday()
  const ofEntries = showsEntries(choice)
  const request = { ...askedFor(choice, now), limit: 30 }
  const { pages } = usePages(listEntries, request, { quiet: true, keep: true, enabled: ofEntries })
  const count = (ofEntries && pages[0]?.count) || null
  const kinds = kindsIn(choice.records)
  return (
    <Sheet
      title={t('filters')}
      onClose={onClose}
      actions={
        <Button
          label={ofEntries ? (count === null ? t('showEntries') : t('showEntriesCount', { count })) : t('showEvents')}
          onClick={onClose}
        />
      }
    >
      {ofEntries && kinds.length > 1 && (
        <FilterGroup label={t('filterKind')}>
          <ChoiceChips
            values={kinds}
            value={choice.kind}
            name={(kind) => t(kind === null ? 'anyKind' : `filter_${kind}`)}
            choose={(kind) => choose({ kind })}
          />
        </FilterGroup>
      )}
      <FilterGroup label={t('filterSpan')}>
        <ChoiceChips
          values={SPAN_NAMES}
          value={choice.span}
          name={(span) => t(span === null ? 'spanEver' : SPAN_TEXTS[span])}
          choose={(span) => choose({ span })}
        />
      </FilterGroup>
    </Sheet>
  )
}
