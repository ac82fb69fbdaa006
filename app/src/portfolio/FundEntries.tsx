import { useState } from 'react'
import { isCurrency, tickerOf, type Amount as AmountOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { entryIcon, entryText } from './entries.ts'
import { askedFor, isNarrowed, type FundsChoice } from './funds.ts'
import { FundsTop, type FundsList } from './FundsTop.tsx'
import { PostingLines } from './PostingLines.tsx'
import styles from './Funds.module.css'

type Entry = ReplyOf<typeof listEntries>['rows'][number]

/** The entries of a balance, newest first, under day headings. Each opens to its posting, whose lines sum to zero. */
export function FundEntries({ choice, choose, now, empty }: FundsList) {
  const t = useText('portfolio')
  const entries = usePages(listEntries, { ...askedFor(choice, now), limit: 30 }, { keep: true })
  const [first] = entries.pages
  const rows = entries.isPending ? undefined : entries.pages.flatMap((page) => page.rows)
  const error = entries.error && (
    <ErrorView title={t('loadFailedFunds')} text={entries.error.msg} onRetry={() => void entries.refetch()} />
  )
  return (
    <>
      <FundsTop
        choice={choice}
        choose={choose}
        summary={first && <ListSaid choice={choice} page={first} />}
        first={first?.rows[0]}
      />
      <List
        label={t('funds')}
        items={rows && byDay(rows, now)}
        keyOf={(each) => ('item' in each ? each.item.id : each.head)}
        measured
        waiting={<SkeletonRows line={false} byDay boxed />}
        empty={empty}
        {...(error ? { error } : {})}
        onEnd={entries.hasMore ? entries.more : undefined}
        loadingMore={entries.isFetchingMore}
        row={(each, index) =>
          'item' in each ? (
            <EntryRow entry={each.item} />
          ) : (
            <DayHead of={each} right={index === 0 ? <span>{t('balance')}</span> : undefined} />
          )
        }
      />
    </>
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
    isCurrency(amount.asset) ? f.amount(amount, sign) : f.units(amount.units, 0, sign)
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
