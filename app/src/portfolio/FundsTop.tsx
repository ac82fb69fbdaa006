import type { ReactNode } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import { listEvents } from '@lonja/core/ledger/events.contract'
import type { EntryRecords, listEntries } from '@lonja/core/ledger/ledger.contract'
import { RECORD_PAGES } from '@lonja/core/lists'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { Segments } from '@lonja/kit/parts/Segments'
import { Skeleton } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
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
        <Balance shown={choice.asset} figures={figures.data} choose={choose} />
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

function Balance({
  shown,
  figures,
  choose,
}: Pick<FundsList, 'choose'> & { shown: 'EUR' | 'USD'; figures: ReplyOf<typeof readFigures> | undefined }) {
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
      <Held of={{ asset: shown, units: balance.held }} choose={choose} />
    </div>
  )
}

/** The number of events that still hold an amount is counted up to here. */
const COUNTED_MOST = 30

/** The held amount, the number of events that hold it, and the way to those. */
function Held({ of, choose }: Pick<FundsList, 'choose'> & { of: { asset: 'EUR' | 'USD'; units: bigint } }) {
  const t = useText('portfolio')
  const request = { asset: of.asset, held: 'yes' as const, limit: COUNTED_MOST }
  const isAny = of.units !== 0n
  const holding = usePages(listEvents, request, { quiet: true, keep: true, enabled: isAny })
  const count = holding.hasMore ? 0 : (holding.pages[0]?.rows.length ?? 0)
  const amount = <Amount label={count ? t('heldIn', { count }) : t('held')} of={of} size={14} align="end" />
  if (!isAny) return amount
  return (
    <button
      type="button"
      className={styles.held}
      onClick={() => choose({ records: null, kind: null, entries: false, held: true })}
    >
      {amount}
      <CaretRightIcon size={14} />
    </button>
  )
}
