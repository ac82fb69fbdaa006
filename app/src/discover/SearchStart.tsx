import type { ListingId } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Section } from '@lonja/kit/parts/blocks'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ClockCounterClockwiseIcon } from '@lonja/kit/parts/late-icons'
import { XIcon } from '@lonja/kit/parts/page-icons'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LiveRow } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { rowsOf } from './lists.ts'
import styles from './search.module.css'

/** The link of a row, if not to the instrument's page. */
export type Leads = ((listing: ListingId) => string) | undefined

/** The recent searches on this device, each with a cross, and a button that clears all. */
export function Recent(props: {
  history: readonly string[]
  onChoose: (words: string) => void
  onForget: (next: readonly string[]) => void
}) {
  const { history, onChoose, onForget } = props
  const t = useText('discover')
  return (
    <Section
      flush
      title={t('recent')}
      right={<Button look="text" small label={t('forgetAll')} onClick={() => onForget([])} />}
    >
      {history.map((words) => (
        <div key={words} className={styles.row} data-choice>
          <button type="button" className={styles.words} onClick={() => onChoose(words)}>
            <ClockCounterClockwiseIcon size={18} />
            {words}
          </button>
          <IconButton
            icon={XIcon}
            size={18}
            label={t('forget', { words })}
            onClick={() => onForget(history.filter((other) => other !== words))}
          />
        </div>
      ))}
    </Section>
  )
}

/** The most ordered instruments of this house, for an empty search. */
export function Popular({ leads }: { leads: Leads }) {
  const t = useText('discover')
  const names = useMarketNames()
  const read = useRead(listInstruments, { list: 'popular', limit: 8, lines: '1' }, { quiet: true })
  return (
    <Section flush title={t('popularNow')}>
      <div data-choices>
        {read.data ? (
          rowsOf(read.data).map((row) => (
            <LiveRow key={row.listing} of={row} caption={names.caption(row.listing)} href={leads?.(row.listing)} />
          ))
        ) : read.error ? (
          <ErrorView title={t('loadFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows />
        )}
      </div>
      <div className={styles.tail} />
    </Section>
  )
}
