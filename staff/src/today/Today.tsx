import { useMemo } from 'react'
import { mayCall, type Role } from '@lonja/core/base/contract'
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
import { ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { spanIn, useNow } from '../review/clock.ts'
import { useSeat } from '../staff/seat.ts'
import { Books } from './Books.tsx'
import { FirstDue } from './FirstDue.tsx'
import { COUNTED, figuresFor, namesFor, type Figure, type FigureName } from './figures.ts'
import { QueueTable } from './QueueTable.tsx'
import styles from './Today.module.css'

const OFTEN = { quiet: true, refetchMs: 10_000 }
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
  const { counts, slots } = useFigures(roles, now)
  const health = useRead(readHealth, {}, { ...OFTEN, enabled: mayCall(roles, readHealth) })
  const isFailed = counts.error !== null && !counts.data
  const list = slots.find(({ name }) => name === show)?.figure?.list ?? {}
  const queue = useRead(listQueue, { ...list, limit: LISTED }, { ...OFTEN, keep: true })
  useFigureKeys(slots, path)
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
          {slots.map(({ name, figure }, n) => (
            <li key={name}>
              {figure ? (
                <FigureCard figure={figure} number={n + 1} chosen={name === show} path={path} />
              ) : (
                <FigureWaiting name={name} number={n + 1} />
              )}
            </li>
          ))}
        </ul>
      )}
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

/** A figure’s place, which it has before its answer is there; null until then. */
interface Slot {
  readonly name: FigureName
  readonly figure: Figure | null
}

/** The figures that the seat may read, each in its place from the beginning. One whose read fails has none. */
function useFigures(roles: readonly Role[], now: number) {
  const counts = useRead(countQueues, {}, OFTEN)
  const may = {
    restricted: mayCall(roles, listRestricted),
    threads: mayCall(roles, listThreads),
    day: mayCall(roles, readHouseDay),
  }
  const restricted = useRead(listRestricted, { limit: COUNTED }, { ...OFTEN, enabled: may.restricted })
  const threads = useRead(listThreads, { which: 'open', limit: 1 }, { ...OFTEN, enabled: may.threads })
  const day = useBooksOf(dayAt(now), may.day)
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
  const isOpen = (is: boolean, { data, error }: { data?: unknown; error: unknown }) => is && (!error || Boolean(data))
  const names = namesFor({
    restricted: isOpen(may.restricted, restricted),
    threads: isOpen(may.threads, threads),
    day: isOpen(may.day, day),
  })
  const slots = names.map((name): Slot => ({ name, figure: figures.find((each) => each.name === name) ?? null }))
  return { counts, slots }
}

/** Opens the list of a figure by its number. */
function useFigureKeys(slots: readonly Slot[], path: string): void {
  const t = useText('today')
  useKeys(
    slots.flatMap(({ name, figure }, n) =>
      figure
        ? {
            key: String(n + 1),
            label: t('keyFigure'),
            full: t(`figure_${name}`),
            act: () => goTo(urlTo(figure.open.path ?? path, figure.open.query)),
          }
        : [],
    ),
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
  )
}

/** The card of a figure whose answer is on its way, as high as with it. */
function FigureWaiting({ name, number }: { name: FigureName; number: number }) {
  const t = useText('today')
  return (
    <div className={styles.figure} data-waiting>
      <span className={styles.name}>
        {t(`figure_${name}`)}
        <KeyCap of={String(number)} />
      </span>
      <strong>
        <Skeleton width={48} height={20} />
      </strong>
      <small>
        <Skeleton width={88} height={11} />
      </small>
    </div>
  )
}
