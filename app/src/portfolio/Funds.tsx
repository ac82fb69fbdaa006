import { useState, type ReactNode } from 'react'
import { isCurrency, tickerOf, type Amount as AmountOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import { listEntries, type EntryRecords } from '@lonja/core/ledger/ledger.contract'
import { GROUPS, RECORD_PAGES } from '@lonja/core/lists'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { back, goTo, hrefTo, replaceQuery, useQuery } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { List } from '@lonja/kit/parts/List'
import { CaretRightIcon, DownloadSimpleIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { Empty, ErrorView, Skeleton, SkeletonRows } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { usePages, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { entryIcon, entryText } from './entries.ts'
import { STATEMENTS } from './figures.ts'
import { askedFor, changed, choiceFor, isNarrowed, queryOf, type FundsChoice } from './funds.ts'
import { FundsFilters } from './FundsFilters.tsx'
import { PostingLines } from './PostingLines.tsx'
import styles from './Funds.module.css'

type Entry = ReplyOf<typeof listEntries>['rows'][number]

/** Funds details: a balance, the entries that sum to it, and each entry's posting with lines that sum to zero. */
export function Funds() {
  const t = useText('portfolio')
  const choice = choiceFor(useQuery())
  const choose = (change: Partial<FundsChoice>): void => replaceQuery(queryOf(changed(choice, change)))
  const [now] = useState(() => Date.now())
  const entries = usePages(listEntries, { ...askedFor(choice, now), limit: 30 }, { keep: true })
  const figures = useRead(readFigures, {})
  const refresh = async () => {
    const answers = await Promise.all([entries.refetch(), figures.refetch()])
    if (answers.every(({ isSuccess }) => isSuccess)) toast(t('refreshed'))
  }
  const [first] = entries.pages
  return (
    <Screen
      title={t('funds')}
      onBack={back}
      onRefresh={refresh}
      right={<IconButton icon={DownloadSimpleIcon} label={t('statements')} onClick={() => goTo(STATEMENTS)} />}
    >
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
          {first && <ListSaid choice={choice} page={first} />}
        </p>
        <FundsFilters choice={choice} choose={choose} first={first?.rows[0]} />
        <Records of={choice.records} />
      </div>
      <Entries
        rows={entries.isPending ? undefined : entries.pages.flatMap((page) => page.rows)}
        onEnd={entries.hasMore ? entries.more : undefined}
        loadingMore={entries.isFetchingMore}
        error={
          entries.error && (
            <ErrorView title={t('loadFailedFunds')} text={entries.error.msg} onRetry={() => void entries.refetch()} />
          )
        }
        empty={<Nothing choice={choice} choose={choose} />}
        now={now}
      />
    </Screen>
  )
}

/** The list's description: all entries of the balance, the filtered ones, or those of one cause. */
function ListSaid({ choice, page }: { choice: FundsChoice; page: ReplyOf<typeof listEntries> }) {
  const t = useText('portfolio')
  const { count, rows } = page
  if (choice.cause !== null) return t(rows[0]?.causeKind === 'order' ? 'oneOrderWhy' : 'oneCauseWhy')
  if (count === null) return t(isNarrowed(choice) ? 'entriesFoundMany' : 'sumOfMany')
  return t(isNarrowed(choice) ? 'entriesFound' : 'sumOf', { count })
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

/** An empty list: a filter can be removed; a balance without entries links to a first step. */
function Nothing({ choice, choose }: { choice: FundsChoice; choose: (change: Partial<FundsChoice>) => void }) {
  const t = useText('portfolio')
  const { records, kind, span, cause } = choice
  if (kind !== null || span !== null || cause !== null) {
    const all = () => choose({ records: null, kind: null, span: null })
    return <Empty text={t('noEntries')} action={t('showAll')} onAction={all} />
  }
  if (records === null) {
    return (
      <Empty
        text={t('emptyFunds')}
        why={t('emptyFundsWhy')}
        action={t('deposit')}
        href={hrefTo(GROUPS.deposits.first)}
      />
    )
  }
  const { first } = GROUPS[records]
  return <Empty text={t(`empty_${records}`)} action={t(`first_${records}`)} href={hrefTo(first)} />
}

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

interface EntriesProps {
  rows: readonly Entry[] | undefined
  onEnd: (() => void) | undefined
  loadingMore: boolean
  error: ReactNode
  empty: ReactNode
  now: number
}

/** The entries, newest first, under day headings. */
function Entries({ rows, onEnd, loadingMore, error, empty, now }: EntriesProps) {
  const t = useText('portfolio')
  return (
    <List
      label={t('funds')}
      items={rows && byDay(rows, now)}
      keyOf={(each) => ('item' in each ? each.item.id : each.head)}
      measured
      waiting={<SkeletonRows line={false} byDay boxed />}
      empty={empty}
      {...(error ? { error } : {})}
      onEnd={onEnd}
      loadingMore={loadingMore}
      row={(each, index) =>
        'item' in each ? (
          <EntryRow entry={each.item} />
        ) : (
          <DayHead of={each} right={index === 0 ? <span>{t('balance')}</span> : undefined} />
        )
      }
    />
  )
}

/** An entry changes the sum of free and held, or moves an amount between the two. */
function EntryRow({ entry }: { entry: Entry }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [open, setOpen] = useState(false)
  const moved: AmountOf = entry.free.units === 0n ? entry.held : entry.free
  const what = entry.causeNumber ?? (entry.listing && tickerOf(entry.listing))
  // A payment from a hold leaves the free balance unchanged, so the sum of free does not count it.
  const paid = entry.free.units === 0n ? t('fromHeld') : null
  const write = (amount: AmountOf, sign?: 'results') =>
    isCurrency(amount.asset) ? f.cents(amount.units, sign) : f.units(amount.units, 0, sign)
  const after = isCurrency(entry.freeAfter.asset)
    ? f.amount(entry.freeAfter)
    : t('sharesOf', { shares: f.count(entry.freeAfter.units) })
  return (
    <>
      <Row
        icon={entryIcon(entry.kind)}
        iconBoxed
        // A payment from a hold says so after its number; on a narrow phone that takes a second line.
        wraps={paid !== null}
        title={entryText(t, entry)}
        caption={
          <>
            {[f.time(entry.at), what].filter((each) => each !== null).join(' · ')}
            {paid !== null && ' · '}
            {paid !== null && <span className={styles.paid}>{paid}</span>}
          </>
        }
        value={write(moved, 'results')}
        valueCaption={after}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && <PostingLines posting={entry.posting} />}
    </>
  )
}
