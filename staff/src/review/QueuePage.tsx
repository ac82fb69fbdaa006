import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { listQueue } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { replacePage, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { CheckCircleIcon } from '@lonja/kit/parts/late-icons'
import { usePages } from '@lonja/kit/pages'
import { useText, type TextKey } from '@lonja/kit/text'
import { Elsewhere } from './Elsewhere.tsx'
import { FindBox } from './FindBox.tsx'
import { MovedSince, useMovedIn } from './moved.ts'
import { firstToDecide, nextOf, type QueueRow } from './queue.ts'
import { QueueRows } from './QueueRows.tsx'
import { useSameCount } from './same-count.ts'
import { useQueueFilter, type QueueFilter, type QueueInput } from './filters.ts'
import { QueueFilters } from './QueueFilters.tsx'
import { useSettled } from './settled.ts'
import styles from './QueuePage.module.css'

/** The polling interval of a visible queue; one scrolled far is reloaded only by hand. */
const ASKED_MS = 8_000
const MOST_PAGES_ASKED = 4

/** The next page is loaded while so many rows are left after the opened one. */
const NEAR_END = 10

const STATES = ['open', 'approved', 'refused', 'cancelled'] as const
type QueueState = (typeof STATES)[number]
const STATE_WORDS = {
  open: 'state_open',
  approved: 'state_approved',
  refused: 'state_refused',
  cancelled: 'state_cancelled',
} as const satisfies Record<QueueState, TextKey<'review'>>

const shownIn = (stateInQuery: string | null): QueueState => STATES.find((state) => state === stateInQuery) ?? 'open'

/**
 * A review queue used by keyboard: the list at the left updates as others decide, and the opened review beside it stays
 * until the seat leaves it. `opened` draws a review with its evidence; `onNext` opens the next one.
 */
export function QueuePage(props: {
  kind: ReviewKind
  title: string
  /** Drawn above the queue's search. */
  above?: ReactNode
  opened: (id: string, onNext: (() => void) | null) => ReactNode
}) {
  const { kind, title, above, opened } = props
  const filter = useQueueFilter()
  const { path } = usePlace()
  const query = useQuery()
  const id = query.get('id')
  const state = shownIn(query.get('state'))
  const { queue, rows, loaded, words, setWords, find } = useQueueList(kind.name, state, filter)
  const hrefOf = (next: string | null, shown: QueueState = state) =>
    urlTo(path, { state: shown === 'open' ? undefined : shown, ...filter.query, id: next ?? undefined })
  const show = (next: string | null, shown?: QueueState) => replacePage(hrefOf(next, shown))
  const isOpen = state === 'open'
  // A narrowed list is not the whole queue, whose count the menu shows.
  const all = isOpen && find === '' && filter.count === 0 && isWhole(queue) ? rows : null
  useSameCount(kind.name, all?.length ?? null, queue.refetch)
  useHeldSoon(id, loaded <= MOST_PAGES_ASKED ? queue.refetch : null)
  const isEmpty = isHeard(queue) && find === '' && filter.count === 0
  const moved = useMovedIn(all, id)
  const goNext = useNext(rows, id, queue, show)
  useQueueKeys({ id, state, goNext, before: nextOf(rows, id, -1), show })
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={title}>
        <header className={styles.head}>
          <div className={styles.title}>
            <h1>{title}</h1>
            <HowMany count={queue.pages[0]?.count ?? rows.length} isAll={!queue.hasMore || isCounted(queue)} />
            <StateChoice value={state} onChange={(next) => show(null, next)} />
          </div>
          {above !== undefined && <div className={styles.above}>{above}</div>}
          <QueueFilters kind={kind} state={state} filter={filter} />
          <FindBox words={words} onWords={setWords} onFirst={() => rows[0] && show(rows[0].id)} />
        </header>
        <QueueRows
          queue={queue}
          rows={rows}
          opened={id}
          hrefOf={({ id }) => `#${hrefOf(id)}`}
          isOpen={isOpen}
          find={find}
          isNarrowed={filter.count > 0}
        />
      </section>
      {id === null ? (
        <Nothing some={rows.length > 0} isEmpty={isEmpty} isOpen={isOpen} isMasked={kind.subject === 'customer'} />
      ) : (
        <MovedSince value={moved}>{opened(id, goNext)}</MovedSince>
      )}
    </div>
  )
}

/** The pages of the list that were asked for, as its state, filters and search say. */
function useQueueList(kind: string, state: QueueState, filter: QueueFilter) {
  const [loaded, setLoaded] = useState(1)
  const [words, setWords] = useState('')
  const find = useSettled(words.trim())
  const narrowed = { kind, state, ...narrowing(state, filter.input) }
  const input = find === '' ? narrowed : { ...narrowed, find }
  const queue = usePages(listQueue, input, { quiet: true, keep: find !== '', ...askedFor(loaded) })
  if (queue.pages.length !== loaded && queue.pages.length > 0) setLoaded(queue.pages.length)
  const rows = useMemo(() => queue.pages.flatMap((page) => page.rows), [queue.pages])
  return { queue, rows, loaded, words, setWords, find }
}

/** J and K go to the next and previous one, F changes the state filter, Escape leaves the opened one. */
function useQueueKeys(on: {
  id: string | null
  state: QueueState
  goNext: (() => void) | null
  before: string | null
  show: (next: string | null, shown?: QueueState) => void
}): void {
  const { id, state, goNext, before, show } = on
  const t = useText('review')
  useKeys([
    { key: 'j', label: t('keyNext'), act: () => goNext?.() },
    { key: 'k', label: t('keyBefore'), act: () => before && show(before), quiet: true },
    { key: 'f', label: t('keyFilter'), act: () => show(null, STATES[(STATES.indexOf(state) + 1) % STATES.length]) },
    ...(id === null ? [] : [{ key: 'Escape', label: t('keyLeave'), act: () => show(null), quiet: true }]),
  ])
}

const askedFor = (loaded: number) => (loaded <= MOST_PAGES_ASKED ? { refetchMs: ASKED_MS } : {})

interface ReadResult {
  readonly isPending: boolean
  readonly error: unknown
}
const isHeard = ({ isPending, error }: ReadResult): boolean => !isPending && !error

/** True if the list is complete and up to date. */
const isWhole = (queue: ReadResult & { hasMore: boolean }): boolean => !queue.hasMore && isHeard(queue)

const HELD_MS = 1_000

/** An opened review is held from then on, so reload the list soon. */
function useHeldSoon(id: string | null, ask: (() => unknown) | null): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (id === null) return
    const soon = setTimeout(() => latest.current?.(), HELD_MS)
    return () => clearTimeout(soon)
  }, [id])
}

/** Turn and order belong to what waits; completed reviews are nobody's turn. */
function narrowing(state: QueueState, { whose, sort, ...rest }: QueueInput): QueueInput {
  return state === 'open' ? { ...rest, ...(whose && { whose }), ...(sort && { sort }) } : rest
}

/** True if the house has counted the rows of all pages. */
const isCounted = ({ pages }: { pages: readonly { count: number | null }[] }): boolean =>
  typeof pages[0]?.count === 'number'

function HowMany({ count, isAll }: { count: number; isAll: boolean }) {
  const t = useText('review')
  const f = useFormats()
  if (count === 0) return null
  if (isAll) return <small>{f.count(count)}</small>
  return (
    <small>
      <span aria-hidden>{f.count(count)}+</span>
      <span className="said">{t('firstOf', { count })}</span>
    </small>
  )
}

function StateChoice({ value, onChange }: { value: QueueState; onChange: (state: QueueState) => void }) {
  const t = useText('review')
  return (
    <select
      className={styles.filter}
      aria-label={t('filter')}
      value={value}
      onChange={(event) => onChange(shownIn(event.target.value))}
    >
      {STATES.map((each) => (
        <option key={each} value={each}>
          {t(STATE_WORDS[each])}
        </option>
      ))}
    </select>
  )
}

/**
 * Opens the review after the opened one, even if the opened one has left the queue: its place is remembered, and if it was
 * the last one, the first that the seat can still decide on follows. Null only after the last one of the whole queue: the
 * next page is loaded before the end of those that are there.
 */
function useNext(
  rows: readonly QueueRow[],
  id: string | null,
  queue: { hasMore: boolean; error: unknown; more: () => void },
  show: (next: string) => void,
): (() => void) | null {
  const place = useRef(0)
  const waitsAfter = useRef<string | null>(null)
  const at = rows.findIndex((row) => row.id === id)
  const next = id === null || at >= 0 ? nextOf(rows, id, 1) : (rows[place.current]?.id ?? firstToDecide(rows))
  useEffect(() => {
    if (at >= 0) place.current = at
    if (id !== null && place.current >= rows.length - NEAR_END && queue.hasMore && !queue.error) queue.more()
  })
  useEffect(() => {
    if (waitsAfter.current !== id) waitsAfter.current = null
    if (waitsAfter.current === null || next === null) return
    waitsAfter.current = null
    show(next)
  })
  if (next !== null) return () => show(next)
  if (!queue.hasMore) return null
  return () => {
    waitsAfter.current = id
  }
}

/** Beside a list without an opened review; empty while it loads or after an error. */
function Nothing(props: {
  some: boolean
  isEmpty: boolean
  isOpen: boolean
  /** Its rows are about customers. */
  isMasked: boolean
}) {
  const { some, isEmpty, isOpen, isMasked } = props
  const t = useText('review')
  const { path } = usePlace()
  if (!some && !isEmpty) return <div className={styles.nothing} />
  const text = isOpen ? (some ? 'openOne' : 'nothingWaits') : some ? 'openDecided' : 'noneInState'
  return (
    <div className={styles.nothing}>
      <CheckCircleIcon size={28} />
      <p>{t(text)}</p>
      {some && isMasked && <p>{t('masked')}</p>}
      {!some && isOpen && <Elsewhere />}
      {!some && !isOpen && (
        <a className={styles.elsewhere} href={`#${path}`}>
          {t('seeOpen')}
        </a>
      )}
    </div>
  )
}
