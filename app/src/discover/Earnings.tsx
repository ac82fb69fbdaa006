import { useMemo, useState } from 'react'
import { EARNINGS, listEarnings } from '@lonja/core/discover/discover.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Change } from '@lonja/kit/parts/Change'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { Segments } from '@lonja/kit/parts/Segments'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { HaltMark } from '../market/HaltMark.tsx'
import { LiveChange, LivePrice, instrumentHref } from '../market/LiveRow.tsx'
import type { Choice } from './choice.ts'
import { daysAhead, earningsRows, isRow, withDays, type EarningsItem, type EarningsRow } from './earnings.ts'
import { filterRequest } from './MarketRows.tsx'
import styles from './discover.module.css'

type Which = (typeof EARNINGS)[number]

/** The earnings calendar: upcoming reports, or past ones with their price moves. */
export function EarningsList({ choice }: { choice: Choice }) {
  const t = useText('discover')
  const none = useText('home')
  const [which, setWhich] = useState<Which>('upcoming')
  const pages = usePages(listEarnings, { which, ...filterRequest(choice), limit: 50 }, { keep: true })
  const items = useMemo(() => withDays(earningsRows(pages.pages)), [pages.pages])
  return (
    <>
      <div className={styles.which}>
        <Segments
          label={t('earnings')}
          value={which}
          onChange={setWhich}
          options={EARNINGS.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <List<EarningsItem>
        key={which}
        label={t('earnings')}
        items={pages.isPending ? undefined : items}
        keyOf={(item) => (isRow(item) ? `${item.day} ${item.listing}` : item.day)}
        measured
        waiting={<Waiting />}
        empty={<Empty text={none('home23')} />}
        {...(pages.error && items.length === 0
          ? {
              error: (
                <ErrorView title={t('earningsFailed')} text={pages.error.msg} onRetry={() => void pages.refetch()} />
              ),
            }
          : {})}
        onEnd={pages.hasMore ? pages.more : undefined}
        loadingMore={pages.isFetchingMore}
        row={(item) => <Item of={item} which={which} />}
      />
    </>
  )
}

/** The next reports, on the home page. */
export function NextEarnings() {
  const t = useText('discover')
  const none = useText('home')
  const { data, error, refetch } = useRead(listEarnings, { which: 'upcoming', limit: 8 })
  if (error && !data) {
    return <ErrorView title={t('earningsFailed')} text={error.msg} onRetry={() => void refetch()} />
  }
  if (!data) return <Waiting />
  const items = withDays(earningsRows([data]))
  return (
    <>
      {items.map((item) => (
        <Item key={isRow(item) ? item.listing : item.day} of={item} which="upcoming" />
      ))}
      {items.length === 0 && <Empty text={none('home23')} />}
      <div className={styles.more}>
        <Button
          look="text"
          small
          icon={CaretRightIcon}
          label={t('seeCalendar')}
          href={hrefTo('/pages/market/index', { list: 'earnings', venue: 'all' })}
        />
      </div>
    </>
  )
}

/** The calendar's placeholder: the first day's heading and its rows. */
function Waiting() {
  return (
    <>
      <div className={styles.day} aria-hidden>
        {'\u00a0'}
      </div>
      <SkeletonRows line={false} />
    </>
  )
}

function Item({ of, which }: { of: EarningsItem; which: Which }) {
  return isRow(of) ? <Report of={of} which={which} /> : <DayHead day={of.day} count={of.count} />
}

function DayHead({ day, count }: { day: string; count: number }) {
  const t = useText('discover')
  const f = useFormats()
  const [today] = useState(() => new Date())
  const ahead = daysAhead(day, today)
  const date = f.day(Date.parse(`${day}T12:00:00Z`))
  return (
    <h2 className={styles.day}>
      <span>{ahead === 0 ? t('onToday', { date }) : ahead === 1 ? t('onTomorrow', { date }) : f.calendarDay(day)}</span>
      <span>{t('companies', { count })}</span>
    </h2>
  )
}

function Report({ of, which }: { of: EarningsRow; which: Which }) {
  const t = useText('discover')
  const names = useMarketNames()
  return (
    <Row
      title={of.name}
      caption={
        <>
          <HaltMark of={of} />
          {names.caption(of.listing)}
        </>
      }
      value={<LivePrice of={of} currency={of.currency} />}
      valueCaption={
        which === 'upcoming' ? (
          <LiveChange of={of} />
        ) : (
          <>
            {t('onReport')} <Change bps={of.move} />
          </>
        )
      }
      href={instrumentHref(of.listing)}
    />
  )
}
