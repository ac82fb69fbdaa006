import { use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { replacePage, hrefTo, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { CheckCircleIcon } from '@lonja/kit/parts/page-icons'
import { usePages, useRead } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { FindBox } from './FindBox.tsx'
import { MovedSince, useMovedIn } from './moved.ts'
import { nextOf, type QueueRow } from './queue.ts'
import { QueuePlaces } from './places.ts'
import { QueueRows } from './QueueRows.tsx'
import { useSameCount } from './same-count.ts'
import { useSettled } from './settled.ts'
import styles from './QueuePage.module.css'

/** The polling interval of a visible queue; one scrolled far is reloaded only by hand. */
const ASKED_MS = 8_000
const MOST_PAGES_ASKED = 4

const STATES = ['open', 'approved', 'refused', 'cancelled'] as const
type Shown = (typeof STATES)[number]
const STATE_WORDS = {
  open: 'state_open',
  approved: 'state_approved',
  refused: 'state_refused',
  cancelled: 'state_cancelled',
} as const satisfies Record<Shown, TextKey<'review'>>

const shownIn = (stateInQuery: string | null): Shown => STATES.find((state) => state === stateInQuery) ?? 'open'

/**
 * A review queue used by keyboard: the list at the left updates as others decide, and the opened review beside it stays
 * until the seat leaves it. `opened` draws a review with its evidence; `onNext` opens the next one.
 */
export function QueuePage(props: {
  kind: string
  title: string
  /** Drawn above the queue's search. */
  above?: ReactNode
  opened: (id: string, onNext: (() => void) | null) => ReactNode
}) {
  const { kind, title, above, opened } = props
  const { path } = usePlace()
  const query = useQuery()
  const id = query.get('id')
  const state = shownIn(query.get('state'))
  const [loaded, setLoaded] = useState(1)
  const [words, setWords] = useState('')
  const find = useSettled(words.trim())
  const input = find === '' ? { kind, state } : { kind, state, find }
  const queue = usePages(listQueue, input, { quiet: true, keep: find !== '', ...askedFor(loaded) })
  if (queue.pages.length !== loaded && queue.pages.length > 0) setLoaded(queue.pages.length)
  const rows = useMemo(() => queue.pages.flatMap((page) => page.rows), [queue.pages])
  const show = (next: string | null, shown: Shown = state) =>
    replacePage(urlTo(path, { state: shown === 'open' ? undefined : shown, id: next ?? undefined }))
  const isOpen = state === 'open'
  const all = isOpen && find === '' && isWhole(queue) ? rows : null
  useSameCount(kind, all?.length ?? null, queue.refetch)
  useHeldSoon(id, loaded <= MOST_PAGES_ASKED ? queue.refetch : null)
  const moved = useMovedIn(all, id)
  const next = useNext(rows, id)
  const goNext = next === null ? null : () => show(next)
  useQueueKeys({ id, state, goNext, before: nextOf(rows, id, -1), show })
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={title}>
        <header className={styles.head}>
          <div className={styles.title}>
            <h1>{title}</h1>
            <HowMany count={rows.length} hasMore={queue.hasMore} />
            <StateChoice value={state} onChange={(next) => show(null, next)} />
          </div>
          {above}
          <FindBox words={words} onWords={setWords} onFirst={() => rows[0] && show(rows[0].id)} />
        </header>
        <QueueRows
          queue={queue}
          rows={rows}
          opened={id}
          hrefOf={(row) => hrefFor(path, state, row)}
          isOpen={isOpen}
          find={find}
        />
      </section>
      {id === null ? (
        <Nothing some={rows.length > 0} isEmpty={isHeard(queue) && find === ''} isOpen={isOpen} />
      ) : (
        <MovedSince value={moved}>{opened(id, goNext)}</MovedSince>
      )}
    </div>
  )
}

/** J and K go to the next and previous one, F changes the state filter, Escape leaves the opened one. */
function useQueueKeys(on: {
  id: string | null
  state: Shown
  goNext: (() => void) | null
  before: string | null
  show: (next: string | null, shown?: Shown) => void
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

interface Heard {
  readonly isPending: boolean
  readonly error: unknown
}
const isHeard = ({ isPending, error }: Heard): boolean => !isPending && !error

/** True if the list is complete and up to date. */
const isWhole = (queue: Heard & { hasMore: boolean }): boolean => !queue.hasMore && isHeard(queue)

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

function HowMany({ count, hasMore }: { count: number; hasMore: boolean }) {
  const t = useText('review')
  const f = useFormats()
  if (count === 0) return null
  if (!hasMore) return <small>{f.count(count)}</small>
  return (
    <small>
      <span aria-hidden>{f.count(count)}+</span>
      <span className="said">{t('firstOf', { count })}</span>
    </small>
  )
}

function StateChoice({ value, onChange }: { value: Shown; onChange: (state: Shown) => void }) {
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

const hrefFor = (path: string, state: Shown, { id }: QueueRow): string =>
  `#${urlTo(path, { state: state === 'open' ? undefined : state, id })}`

/** The review after the opened one, even if the opened one has left the queue: its place is remembered. */
function useNext(rows: readonly QueueRow[], id: string | null): string | null {
  const place = useRef(0)
  const at = rows.findIndex((row) => row.id === id)
  useEffect(() => {
    if (at >= 0) place.current = at
  }, [at])
  if (id === null || at >= 0) return nextOf(rows, id, 1)
  return (rows[place.current] ?? rows[0])?.id ?? null
}

/** Beside a list without an opened review; empty while it loads or after an error. */
function Nothing({ some, isEmpty, isOpen }: { some: boolean; isEmpty: boolean; isOpen: boolean }) {
  const t = useText('review')
  const { path } = usePlace()
  if (!some && !isEmpty) return <div className={styles.nothing} />
  const text = isOpen ? (some ? 'openOne' : 'nothingWaits') : some ? 'openDecided' : 'noneInState'
  return (
    <div className={styles.nothing}>
      <CheckCircleIcon size={28} />
      <p>{t(text)}</p>
      {some && <p>{t('masked')}</p>}
      {!some && isOpen && <Elsewhere />}
      {!some && !isOpen && (
        <a className={styles.elsewhere} href={`#${path}`}>
          {t('seeOpen')}
        </a>
      )}
    </div>
  )
}

/** The other queues of this seat in which something waits. */
function Elsewhere() {
  const t = useText('review')
  const c = useText('console')
  const places = use(QueuePlaces)
  const { data } = useRead(countQueues, {}, { quiet: true })
  const waiting = (kind: string): number => data?.rows.find((row) => row.kind === kind)?.waiting ?? 0
  return places
    .filter(({ kind }) => waiting(kind) > 0)
    .map(({ kind, path, label }) => (
      <a key={kind} className={styles.elsewhere} href={hrefTo(path)}>
        {c(label)}: {t('waiting', { count: waiting(kind) })}
      </a>
    ))
}
