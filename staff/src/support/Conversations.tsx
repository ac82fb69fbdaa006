import { useMemo, useRef, useState, type RefObject } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { replacePage, urlTo, useIdIn, usePlace } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { CheckCircleIcon } from '@lonja/kit/parts/page-icons'
import { useEndless } from '@lonja/kit/parts/lists'
import { Empty, ErrorView, SkeletonRows } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { spanIn, useNow } from '../review/clock.ts'
import { Conversation } from './Conversation.tsx'
import styles from './Conversations.module.css'

/** The polling interval; a list scrolled far is reloaded only by hand. */
const ASKED_MS = 6_000
const MOST_PAGES_ASKED = 4

type Thread = ReplyOf<typeof listThreads>['rows'][number]

/** Threads with customers, the longest wait first. Opening one counts as a view that the customer sees in it. */
export function Conversations() {
  const t = useText('support')
  const f = useFormats()
  const { path } = usePlace()
  const customer = useIdIn<'customer'>('customer')
  const [which, setWhich] = useState<Which>('open')
  const threads = useThreads(which)
  const rows = useMemo(() => threads.pages.flatMap((page) => page.rows), [threads.pages])
  const list = useRef<HTMLDivElement>(null)
  useMoves(list)
  useKeys([
    { key: 'f', label: t('keyFilter'), act: () => setWhich(which === 'open' ? 'closed' : 'open') },
    { key: 'Escape', label: t('keyLeave'), act: () => replacePage(path), quiet: true },
  ])
  const end = useEndless(list, threads.hasMore ? threads.more : undefined, threads.isFetchingMore)
  const waiting = which === 'open' ? (threads.pages[0]?.waiting ?? 0) : 0
  const failed = threads.error && rows.length === 0
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={t('title')}>
        <header className={styles.head}>
          <h1>{t('title')}</h1>
          {waiting > 0 && <small>{f.count(waiting)}</small>}
          <WhichChoice value={which} onChange={setWhich} />
        </header>
        <div ref={list} className={styles.rows}>
          {threads.isPending && !failed && <SkeletonRows rows={8} dense line={false} />}
          {failed && <ErrorView title={t('failed')} text={threads.error?.msg} onRetry={() => void threads.refetch()} />}
          {!threads.isPending && !failed && rows.length === 0 && (
            <Empty text={t(which === 'open' ? 'empty' : 'emptyClosed')} />
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

type Which = 'open' | 'closed'

/** Beside a list without an opened thread; empty while it loads or after an error. */
function Nothing({ some, isEmpty, which }: { some: boolean; isEmpty: boolean; which: Which }) {
  const t = useText('support')
  if (!some && !isEmpty) return <div className={styles.nothing} />
  return (
    <div className={styles.nothing}>
      <CheckCircleIcon size={28} />
      <p>{t(some ? 'openOne' : which === 'open' ? 'noneOpen' : 'noneClosed')}</p>
    </div>
  )
}

function useThreads(which: Which) {
  const [loaded, setLoaded] = useState(1)
  const polling = loaded <= MOST_PAGES_ASKED ? { refetchMs: ASKED_MS } : {}
  const threads = usePages(listThreads, { which }, { quiet: true, ...polling })
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
      onChange={(event) => onChange(event.target.value === 'closed' ? 'closed' : 'open')}
    >
      <option value="open">{t('open')}</option>
      <option value="closed">{t('closed')}</option>
    </select>
  )
}

function Row({ row, href, chosen }: { row: Thread; href: string; chosen: boolean }) {
  const t = useText('support')
  const r = useText('review')
  const f = useFormats()
  const now = useNow()
  const { phone, waitingSince, lastAt, rating } = row
  return (
    <a className={styles.row} href={href} aria-current={chosen ? 'true' : undefined}>
      <strong>{phone}</strong>
      <span className={waitingSince === null ? styles.calm : styles.waits}>
        {waitingSince === null ? t('answered') : t('waits', { span: spanIn(r, now - waitingSince) })}
      </span>
      <small>{f.date(lastAt)}</small>
      <small>{rating === null ? '' : t('rated', { rating: String(rating) })}</small>
    </a>
  )
}
