import type { ReactNode } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import type { EntryRecords, listEntries } from '@lonja/core/ledger/ledger.contract'
import { RECORD_PAGES } from '@lonja/core/lists'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { Segments } from '@lonja/kit/parts/Segments'
import { Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { showsEntries, type FundsChoice } from './funds.ts'
import { FundsFilters } from './FundsFilters.tsx'
import styles from './Funds.module.css'

/** The choice of a list of funds, how to change it, and what stands where the list is empty. */
export interface FundsList {
  readonly choice: FundsChoice
  readonly choose: (change: Partial<FundsChoice>) => void
  readonly now: number
  readonly empty: ReactNode
}

/** Above the list: which balance, what is free and held of it, what the list is, its two views, and its filters. */
export function FundsTop({
  choice,
  choose,
  summary,
  first,
}: Pick<FundsList, 'choice' | 'choose'> & {
  summary: ReactNode
  first?: ReplyOf<typeof listEntries>['rows'][number] | undefined
}) {
  const t = useText('portfolio')
  const figures = useRead(readFigures, {})
  return (
    <div className={styles.top}>
      <Segments
        label={t('whichFunds')}
        value={choice.asset}
        onChange={(asset) => choose({ asset })}
        options={[
          { value: 'EUR', label: t('euros') },
          { value: 'USD', label: t('dollars') },
          { value: 'shares', label: t('sharesTab') },
        ]}
      />
      {choice.asset !== 'shares' && (figures.data !== undefined || figures.error === null) && (
        <Balance shown={choice.asset} figures={figures.data} />
      )}
      <p className={styles.why} role="status">
        {summary}
      </p>
      <Segments
        plain
        label={t('whichView')}
        value={showsEntries(choice) ? 'entries' : 'events'}
        onChange={(view) => choose(view === 'entries' ? { entries: true } : { entries: false, kind: null })}
        options={[
          { value: 'events', label: t('allEvents') },
          { value: 'entries', label: t('allEntries') },
        ]}
      />
      <FundsFilters choice={choice} choose={choose} first={first} />
      <Records of={choice.records} />
    </div>
  )
}

/** The records of a group, where they have states of their own. */
function Records({ of }: { of: EntryRecords | null }) {
  const t = useText('portfolio')
  if (of === null || !hasRecords(of)) return null
  return (
    <a className={styles.records} href={hrefTo(RECORD_PAGES[of])}>
      {t(`records_${of}`)}
      <CaretRightIcon size={14} />
    </a>
  )
}

const hasRecords = (of: EntryRecords): of is EntryRecords & NameIn<'recordPages'> => of in RECORD_PAGES

function Balance({ shown, figures }: { shown: 'EUR' | 'USD'; figures: ReplyOf<typeof readFigures> | undefined }) {
  const t = useText('portfolio')
  const balance = figures?.byCurrency.find(({ currency }) => currency === shown)
  if (!balance) {
    return (
      <div className={styles.balance}>
        <Skeleton width={180} height={40} />
        <Skeleton width={70} height={28} />
      </div>
    )
  }
  const currency = shown === 'EUR' ? t('eurosName') : t('dollarsName')
  return (
    <div className={styles.balance}>
      <Amount label={t('availableIn', { currency })} of={{ asset: shown, units: balance.free }} size={32} />
      <Amount label={t('held')} of={{ asset: shown, units: balance.held }} size={14} align="end" />
    </div>
  )
}
