import { useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { downloadRecords } from '@lonja/core/portfolio/records.contract'
import { dayStart } from '@lonja/kit/day-filter'
import { useDownload } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { replacePage, useQuery } from '@lonja/kit/nav'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { DownloadSimpleIcon } from '@lonja/kit/parts/late-icons'
import { SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { DaysFilter, type DayTexts } from './DaysFilter.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import { ListingFilter } from './ListingFilter.tsx'
import {
  ALL_RECORDS,
  isRecordsNarrowed,
  recordsChoiceFor,
  recordsFilterOf,
  recordsUrl,
  type RecordsChoice,
} from './records.ts'
import styles from './Funds.module.css'

type Choose = (change: Partial<RecordsChoice>) => void

const DAY_TEXTS: DayTexts = { from: 'firstOrderDay', to: 'lastOrderDay' }

/** The filter in the address of a tab, and a setter that replaces it, so that Back leaves the page. */
export function useRecordsChoice(tab: 'filled' | 'ended'): [RecordsChoice, Choose] {
  const query = useQuery()
  const [choice, setChoice] = useState(() => (query.get('tab') === tab ? recordsChoiceFor(query) : ALL_RECORDS))
  const choose: Choose = (change) => {
    const next = { ...choice, ...change }
    setChoice(next)
    replacePage(recordsUrl(tab, next))
  }
  return [choice, choose]
}

interface Props {
  readonly which: 'filled' | 'ended'
  readonly choice: RecordsChoice
  readonly choose: Choose
}

/** The filters of the records by listing and day, each that is set with a cross, and what they leave as a file. */
export function RecordFilters({ which, choice, choose }: Props) {
  const t = useText('portfolio')
  const f = useFormats()
  const { start, isPending } = useDownload(downloadRecords, (name) =>
    toast(t('statementSaved', { name }), { kind: 'done' }),
  )
  const [filtering, setFiltering] = useState(false)
  const { listing, from, to } = choice
  const dayIn = (day: string) => f.day(dayStart(day) ?? 0)
  return (
    <>
      <div className={styles.filters}>
        <Chips label={t('chosenFilters')}>
          {listing && <Chip label={tickerOf(listing)} chosen removable onClick={() => choose({ listing: null })} />}
          {from && (
            <Chip label={t('sinceDay', { day: dayIn(from) })} chosen removable onClick={() => choose({ from: null })} />
          )}
          {to && (
            <Chip label={t('untilDay', { day: dayIn(to) })} chosen removable onClick={() => choose({ to: null })} />
          )}
          {!isRecordsNarrowed(choice) && <Chip label={t('filterAll')} chosen onClick={() => setFiltering(true)} />}
        </Chips>
        <span>
          <IconButton
            icon={DownloadSimpleIcon}
            label={isPending ? t('statementSaving') : t('statementSave', { format: 'CSV' })}
            onClick={() => start({ which, ...recordsFilterOf(choice) })}
          />
          <IconButton icon={SlidersHorizontalIcon} label={t('filters')} onClick={() => setFiltering(true)} />
        </span>
      </div>
      {filtering && <FilterSheet choice={choice} choose={choose} onClose={() => setFiltering(false)} />}
    </>
  )
}

function FilterSheet({ choice, choose, onClose }: { choice: RecordsChoice; choose: Choose; onClose: () => void }) {
  const t = useText('portfolio')
  return (
    <Sheet
      title={t('filters')}
      onClose={onClose}
      actions={
        <Buttons>
          {isRecordsNarrowed(choice) && (
            <Button look="outline" label={t('resetFilters')} onClick={() => choose(ALL_RECORDS)} />
          )}
          <Button label={t('showRecords')} onClick={onClose} />
        </Buttons>
      }
    >
      <FilterGroup label={t('filterListing')}>
        <ListingFilter listing={choice.listing} choose={(listing) => choose({ listing })} />
      </FilterGroup>
      <DaysFilter choice={choice} choose={choose} labels={DAY_TEXTS} />
    </Sheet>
  )
}
