import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { customerNumber } from '@lonja/core/base/numbers'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { replacePage, urlTo, useIdIn, usePlace } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { CheckCircleIcon } from '@lonja/kit/parts/late-icons'
import { useEndless } from '@lonja/kit/parts/lists'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type TextKey } from '@lonja/kit/text'
import { useColleague } from '../staff/colleague.ts'
import { spanIn, useNow } from '../review/clock.ts'
import { FindBox } from '../review/FindBox.tsx'
import { useSettled } from '../review/settled.ts'
import { Conversation } from './Conversation.tsx'
import styles from './Conversations.module.css'

/** The polling interval; a list scrolled far is reloaded only by hand. */
const ASKED_MS = 6_000
const MOST_PAGES_ASKED = 4

type Thread = ReplyOf<typeof listThreads>['rows'][number]

/** Threads with customers, the longest wait first. Opening one counts as a view that the customer sees in it. */
export function Conversations() {
  const t = useText('support')
  const { path } = usePlace()
  const customer = useIdIn<'customer'>('customer')
  const [which, setWhich] = useState<Which>('open')
  const [words, setWords] = useState('')
  const find = useSettled(words.trim())
  const threads = useThreads(which, find)
  const rows = useMemo(() => threads.pages.flatMap((page) => page.rows), [threads.pages])
  const list = useRef<HTMLDivElement>(null)
  useMoves(list)
  useListKeys(which, setWhich)
  const end = useEndless(list, threads.hasMore ? threads.more : undefined, threads.isFetchingMore)
  const waiting = which === 'open' && find === '' ? (threads.pages[0]?.waiting ?? 0) : 0
  const failed = threads.error && rows.length === 0
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={t('title')}>
        <ListHead waiting={waiting} which={which} onWhich={setWhich}>
          <FindBox
            words={words}
            onWords={setWords}
            onFirst={() => rows[0] && replacePage(urlTo(path, { customer: rows[0].customer }))}
            label={t('find')}
            hint={t('findHint')}
          />
        </ListHead>
        <div ref={list} className={styles.rows}>
          {threads.isPending && !failed && <SkeletonRows rows={8} dense line={false} />}
          {failed && <ErrorView title={t('failed')} text={threads.error?.msg} onRetry={() => void threads.refetch()} />}
          {!threads.isPending && !failed && rows.length === 0 && (
            <Empty text={t(find === '' ? EMPTY_WORDS[which] : 'notFound')} />
          )}
          <ul>
            {rows.map((row) => (
              <li key={row.thread}>
                <Row
                  row={row}
                  href={`#${urlTo(path, { customer: row.customer })}`}
                  chosen={row.customer === customer}
                />
              </li>
            ))}
          </ul>
          {threads.hasMore && (
            <div ref={end} className={styles.more}>
              <Button look="text" small label={t('more')} busy={threads.isFetchingMore} onClick={threads.more} />
            </div>
          )}
        </div>
      </section>
      {customer === null ? (
        <Nothing some={rows.length > 0} isEmpty={!threads.isPending && !threads.error} which={which} />
      ) : (
        <Conversation key={customer} customer={customer} />
      )}
    </div>
  )
}

function ListHead(props: { waiting: number; which: Which; onWhich: (which: Which) => void; children: ReactNode }) {
  const { waiting, which, onWhich, children } = props
  const t = useText('support')
  const f = useFormats()
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{t('title')}</h1>
        {waiting > 0 && <small>{f.count(waiting)}</small>}
        <WhichChoice value={which} onChange={onWhich} />
      </div>
      {children}
    </header>
  )
}

/** The list's filter by its key, and Escape, which leaves the opened thread. */
function useListKeys(which: Which, onWhich: (which: Which) => void): void {
  const t = useText('support')
  const { path } = usePlace()
  useKeys([
    {
      key: 'f',
      label: t('keyFilter'),
      act: () => onWhich(WHICH[(WHICH.indexOf(which) + 1) % WHICH.length] ?? 'open'),
    },
    { key: 'Escape', label: t('keyLeave'), act: () => replacePage(path), quiet: true },
  ])
}

const WHICH = ['open', 'mine', 'free', 'closed'] as const
type Which = (typeof WHICH)[number]

const EMPTY_WORDS = {
  open: 'empty',
  mine: 'emptyMine',
  free: 'empty',
  closed: 'emptyClosed',
} as const satisfies Record<Which, TextKey<'support'>>

const INPUTS = {
  open: { which: 'open' },
  mine: { which: 'open', whose: 'mine' },
  free: { which: 'open', whose: 'free' },
  closed: { which: 'closed' },
} as const satisfies Record<Which, object>

/** Beside a list without an opened thread; empty while it loads or after an error. */
function Nothing({ some, isEmpty, which }: { some: boolean; isEmpty: boolean; which: Which }) {
  const t = useText('support')
  if (!some && !isEmpty) return <div className={styles.nothing} />
  return (
    <div className={styles.nothing}>
      <CheckCircleIcon size={28} />
      <p>{t(some ? 'openOne' : which === 'closed' ? 'noneClosed' : 'noneOpen')}</p>
    </div>
  )
}

function useThreads(which: Which, find: string) {
  const [loaded, setLoaded] = useState(1)
  const polling = loaded <= MOST_PAGES_ASKED ? { refetchMs: ASKED_MS } : {}
  const threads = usePages(listThreads, { ...INPUTS[which], ...(find !== '' && { find }) }, { quiet: true, ...polling })
  if (threads.pages.length !== loaded && threads.pages.length > 0) setLoaded(threads.pages.length)
  return threads
}

/** Arrow keys move the focus between rows. */
function useMoves(list: RefObject<HTMLElement | null>): void {
  const t = useText('support')
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const focused = links.findIndex((link) => link === document.activeElement)
    const from = focused >= 0 ? focused : links.findIndex((link) => link.hasAttribute('aria-current'))
    links[from < 0 ? 0 : from + by]?.focus()
  }
  useKeys([
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
  ])
}

function WhichChoice({ value, onChange }: { value: Which; onChange: (which: Which) => void }) {
  const t = useText('support')
  return (
    <select
      className={styles.filter}
      aria-label={t('filter')}
      value={value}
      onChange={(event) => onChange(WHICH.find((each) => each === event.target.value) ?? 'open')}
    >
      {WHICH.map((each) => (
        <option key={each} value={each}>
          {t(each)}
        </option>
      ))}
    </select>
  )
}

function Row({ row, href, chosen }: { row: Thread; href: string; chosen: boolean }) {
  const t = useText('support')
  const r = useText('review')
  const f = useFormats()
  const now = useNow()
  const colleague = useColleague()
  const { customer, phone, waitingSince, lastAt, closedAt, rating, language, last, holder } = row
  const preview = last.text === '' ? t('pictures', { count: last.pictures }) : last.text
  return (
    <a className={styles.row} href={href} aria-current={chosen ? 'true' : undefined}>
      <strong>{customerNumber(customer)}</strong>
      <span className={waitingSince === null ? styles.calm : styles.waits}>
        {closedAt !== null
          ? t('isClosed')
          : waitingSince === null
            ? t('answered')
            : t('waits', { span: spanIn(r, now - waitingSince) })}
      </span>
      <span className={styles.preview}>{last.seat === null ? preview : t('fromUs', { text: preview })}</span>
      <small>
        {phone} · {LANGUAGE_NAMES[language]}
      </small>
      <small>{f.date(lastAt)}</small>
      {holder !== null && <small className={styles.preview}>{t('heldBy', { seat: colleague(holder) })}</small>}
      {rating !== null && <small>{t('rated', { rating: String(rating) })}</small>}
    </a>
  )
}
