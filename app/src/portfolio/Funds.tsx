import { useState } from 'react'
import { isCurrency, tickerOf, type Amount as AmountOf } from '@lonja/core/base/amount'
import { listEntries, type EntryKind } from '@lonja/core/ledger/ledger.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { back, goTo, hrefTo, isPage, useQuery } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { List } from '@lonja/kit/parts/List'
import { CaretRightIcon, DownloadSimpleIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { Empty, ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { usePages, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { DayHead } from './DayHead.tsx'
import { ENTRY_FILTERS, ENTRY_LOOKS } from './entries.ts'
import { STATEMENTS } from './figures.ts'
import { PostingLines } from './PostingLines.tsx'
import styles from './Funds.module.css'

type Entry = ReplyOf<typeof listEntries>['rows'][number]
const ASSETS = ['EUR', 'USD', 'shares'] as const
type Shown = (typeof ASSETS)[number]

/** What is shown: one balance, all kinds or one; or everything that one order caused, as its page leads here. */
function useFilter() {
  const query = useQuery()
  const [asset, setAsset] = useState<Shown>(ASSETS.find((each) => each === query.get('asset')) ?? 'EUR')
  const [kind, setKind] = useState<EntryKind | null>(
    ENTRY_FILTERS.find((filter) => filter.kind === query.get('kind'))?.kind ?? null,
  )
  const [cause, setCause] = useState(query.get('cause'))
  return {
    asset,
    kind,
    cause,
    show: (next: Shown) => {
      setCause(null)
      setAsset(next)
    },
    narrow: (next: EntryKind | null) => {
      setCause(null)
      setKind(next)
    },
  }
}
type Filter = ReturnType<typeof useFilter>

/** Funds details: a balance, the entries it is the sum of, and each entry down to lines that sum to zero. */
export function Funds() {
  const t = useText('portfolio')
  const filter = useFilter()
  const { asset, kind, cause } = filter
  const entries = usePages(listEntries, { ...(cause ? { cause } : { asset }), ...(kind ? { kind } : {}), limit: 30 })
  const figures = useRead(readFigures, {})
  const refresh = async () => {
    const answers = await Promise.all([entries.refetch(), figures.refetch()])
    if (answers.every(({ isSuccess }) => isSuccess)) toast(t('refreshed'))
  }
  return (
    <Screen
      title={t('funds')}
      onBack={back}
      onRefresh={refresh}
      right={<IconButton icon={DownloadSimpleIcon} label={t('statements')} onClick={() => goTo(STATEMENTS)} />}
    >
      <Top filter={filter} figures={figures.data} failed={figures.error !== null && !figures.data} />
      <Entries
        rows={entries.isPending ? undefined : entries.pages.flatMap((page) => page.rows)}
        onEnd={entries.hasMore ? entries.more : undefined}
        loadingMore={entries.isFetchingMore}
        error={
          entries.error && (
            <ErrorView title={t('loadFailedFunds')} text={entries.error.msg} onRetry={() => void entries.refetch()} />
          )
        }
        onAll={kind || cause ? () => filter.narrow(null) : undefined}
      />
    </Screen>
  )
}

interface TopProps {
  filter: Filter
  figures: ReplyOf<typeof readFigures> | undefined
  failed: boolean
}

function Top({ filter, figures, failed }: TopProps) {
  const t = useText('portfolio')
  const { asset, kind, cause, show, narrow } = filter
  return (
    <div className={styles.top}>
      <Segments
        label={t('whichFunds')}
        value={asset}
        onChange={show}
        options={[
          { value: 'EUR', label: t('euros') },
          { value: 'USD', label: t('dollars') },
          { value: 'shares', label: t('sharesTab') },
        ]}
      />
      {asset !== 'shares' && !failed && <Balance shown={asset} figures={figures} />}
      <p className={styles.why}>{t(cause ? 'oneOrderWhy' : 'sumNotWritten')}</p>
      <Chips label={t('filters')}>
        {cause && <Chip label={t('oneOrder')} chosen removable onClick={() => narrow(null)} />}
        {ENTRY_FILTERS.map((each) => (
          <Chip
            key={each.text}
            label={t(each.text)}
            chosen={kind === each.kind && !cause}
            onClick={() => narrow(each.kind)}
          />
        ))}
      </Chips>
      <Records kind={kind} />
    </div>
  )
}

/** What asked for the money to come or go has records of its own, with their states: they are named where their page is built. */
const RECORDS = {
  deposit: { text: 'depositRecords', path: '/subPackages/recharge/record' },
  withdrawal: { text: 'withdrawalRecords', path: '/subPackages/withdraw/record' },
} as const

function Records({ kind }: { kind: EntryKind | null }) {
  const t = useText('portfolio')
  if (kind !== 'deposit' && kind !== 'withdrawal') return null
  const { text, path } = RECORDS[kind]
  if (!isPage(path)) return null
  return (
    <a className={styles.records} href={hrefTo(path)}>
      {t(text)}
      <CaretRightIcon size={14} />
    </a>
  )
}

function Balance({ shown, figures }: { shown: 'EUR' | 'USD'; figures: ReplyOf<typeof readFigures> | undefined }) {
  const t = useText('portfolio')
  const own = figures?.byCurrency.find(({ currency }) => currency === shown)
  if (!own) {
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
      <Amount label={t('availableIn', { currency })} of={{ asset: shown, units: own.free }} size={32} />
      <Amount label={t('held')} of={{ asset: shown, units: own.held }} size={14} align="end" />
    </div>
  )
}

interface EntriesProps {
  rows: readonly Entry[] | undefined
  onEnd: (() => void) | undefined
  loadingMore: boolean
  error: React.ReactNode
  onAll: (() => void) | undefined
}

/** The entries, newest first, each day under its head. */
function Entries({ rows, onEnd, loadingMore, error, onAll }: EntriesProps) {
  const t = useText('portfolio')
  const [now] = useState(() => Date.now())
  return (
    <List
      label={t('funds')}
      items={rows && byDay(rows, now)}
      keyOf={(each) => ('item' in each ? each.item.id : each.head)}
      measured
      empty={<Empty text={t('noEntries')} action={onAll && t('showAll')} {...(onAll ? { onAction: onAll } : {})} />}
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

/** What a person owns of an asset changes by what is free and what is held together, or moves between the two. */
function EntryRow({ entry }: { entry: Entry }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [open, setOpen] = useState(false)
  const look = ENTRY_LOOKS[entry.kind]
  const moved: AmountOf = entry.free.units === 0n ? entry.held : entry.free
  const what = entry.listing && tickerOf(entry.listing)
  // Paid out of what was held: what is free stays, so its sum does not count this line.
  const paid = entry.free.units === 0n ? t('fromHeld') : null
  const write = (amount: AmountOf, sign?: 'results') =>
    isCurrency(amount.asset) ? f.cents(amount.units, sign) : f.units(amount.units, 0, sign)
  const after = isCurrency(entry.freeAfter.asset)
    ? f.amount(entry.freeAfter)
    : t('sharesOf', { shares: f.count(entry.freeAfter.units) })
  return (
    <>
      <Row
        icon={look.icon}
        iconBoxed
        title={t(look.text)}
        caption={[f.time(entry.at), what, paid].filter((each) => each !== null).join(' · ')}
        value={write(moved, 'results')}
        valueCaption={after}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && <PostingLines posting={entry.posting} />}
    </>
  )
}
