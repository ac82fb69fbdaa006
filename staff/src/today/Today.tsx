import { useMemo } from 'react'
import { mayCall } from '@lonja/core/base/contract'
import { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { dayAt, dayEnd, dayStart } from '@lonja/kit/day-filter'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { cx } from '@lonja/kit/parts/cx'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { spanIn, useNow } from '../review/clock.ts'
import { useSeat } from '../staff/seat.ts'
import { Books } from './Books.tsx'
import { FirstDue } from './FirstDue.tsx'
import { COUNTED, figuresFor, type Figure } from './figures.ts'
import { QueueTable } from './QueueTable.tsx'
import styles from './Today.module.css'

const ASKED_MS = 10_000
const BOOKS_ASKED_MS = 30_000
const LISTED = 20

/** The console's first page: figures that open their lists, what is due first, each queue, and the state of the house. */
export function Today() {
  const t = useText('today')
  const f = useFormats()
  const { path } = usePlace()
  const show = useQuery().get('show')
  const roles = useSeat().data?.roles ?? []
  const now = useNow()
  const often = { quiet: true, refetchMs: ASKED_MS }
  const counts = useRead(countQueues, {}, often)
  const restricted = useRead(listRestricted, { limit: COUNTED }, { ...often, enabled: mayCall(roles, listRestricted) })
  const threads = useRead(listThreads, { which: 'open', limit: 1 }, { ...often, enabled: mayCall(roles, listThreads) })
  const health = useRead(readHealth, {}, { ...often, enabled: mayCall(roles, readHealth) })
  const day = useBooksOf(dayAt(now), mayCall(roles, readHouseDay))
  const figures = useMemo(
    () =>
      figuresFor({
        counts: counts.data?.rows,
        restricted: restricted.data?.rows,
        threads: threads.data,
        day: day.data?.currencies,
        now,
      }),
    [counts.data, restricted.data, threads.data, day.data, now],
  )
  const isFailed = counts.error !== null && !counts.data
  const list = figures.find(({ name }) => name === show)?.list ?? {}
  const queue = useRead(listQueue, { ...list, limit: LISTED }, { ...often, keep: true })
  useFigureKeys(figures, path)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title', { day: f.dayBeside(now) })}</h1>
        <small>{t('eachOpens')}</small>
      </header>
      {isFailed ? (
        <ErrorView title={t('failed')} text={counts.error.msg} onRetry={() => void counts.refetch()} />
      ) : (
        <ul className={styles.figures} aria-label={t('figures')}>
          {figures.map((figure, n) => (
            <FigureCard key={figure.name} figure={figure} number={n + 1} chosen={figure.name === show} path={path} />
          ))}
        </ul>
      )}
      {figures.length === 0 && !counts.error && <SkeletonRows rows={2} dense line={false} />}
      <div className={styles.parts}>
        <FirstDue queue={queue} chosen={show} />
        <div className={styles.side}>
          {isFailed ? null : <QueueTable rows={counts.data?.rows} now={now} />}
          {mayCall(roles, readHealth) && <Books health={health} />}
        </div>
      </div>
    </div>
  )
}

/** Opens the list of a figure by its number. */
function useFigureKeys(figures: ReturnType<typeof figuresFor>, path: string): void {
  const t = useText('today')
  useKeys(
    figures.map(({ name, open }, n) => ({
      key: String(n + 1),
      label: t('keyFigure'),
      full: t(`figure_${name}`),
      act: () => goTo(urlTo(open.path ?? path, open.query)),
    })),
  )
}

/** The books of a day, for a seat that may read them. */
const useBooksOf = (day: string, enabled: boolean) =>
  useRead(
    readHouseDay,
    { from: dayStart(day) ?? 0, to: dayEnd(day) ?? 0 },
    { quiet: true, refetchMs: BOOKS_ASKED_MS, enabled },
  )

function FigureCard(props: { figure: Figure; number: number; chosen: boolean; path: string }) {
  const { figure, number, chosen, path } = props
  const { name, count, amount, isMore, isBad, note, open } = figure
  const t = useText('today')
  const r = useText('review')
  const f = useFormats()
  return (
    <li>
      <a
        className={cx(styles.figure, chosen && styles.chosen)}
        href={hrefTo(open.path ?? path, open.query)}
        aria-current={chosen ? 'true' : undefined}
      >
        <span className={styles.name}>
          {t(`figure_${name}`)}
          <KeyCap of={String(number)} />
        </span>
        <strong className={cx(isBad && styles.bad)}>
          {amount ? f.amount(amount) : f.count(count)}
          {isMore && '+'}
        </strong>
        <small>{note(t, f, (ms) => spanIn(r, ms))}</small>
      </a>
    </li>
  )
}
