import { useEffect, useRef } from 'react'
import { isCurrency, tickerOf, type Amount } from '@lonja/core/base/amount'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { cx } from '@lonja/kit/parts/cx'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useEndless } from '@lonja/kit/parts/lists'
import { useText, type Say } from '@lonja/kit/text'
import { isPressing, spanIn, useNow } from './clock.ts'
import { linesOf, type QueueRow } from './queue.ts'
import { standing } from './standing.ts'
import { useColleague } from '../staff/colleague.ts'
import styles from './QueuePage.module.css'

interface Pages {
  readonly isPending: boolean
  readonly isFetchingMore: boolean
  readonly hasMore: boolean
  readonly error: { readonly msg: string } | null
  more(): void
  refetch(): unknown
}

/** The rows of a queue: arrows move the focus, Enter opens. An error with rows present is shown below them. */
export function QueueRows(props: {
  queue: Pages
  rows: readonly QueueRow[]
  opened: string | null
  hrefOf: (row: QueueRow) => string
  /** They wait: show the time left; otherwise the time of the decision. */
  isOpen: boolean
  /** The search text; empty for all. */
  find: string
  /** Filters leave rows out. */
  isNarrowed: boolean
}) {
  const { queue, rows, opened, hrefOf, isOpen, find, isNarrowed } = props
  const t = useText('review')
  const list = useRef<HTMLDivElement>(null)
  const open = () => list.current?.querySelector('a')?.click()
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const focused = links.findIndex((link) => link === document.activeElement)
    const from = focused >= 0 ? focused : links.findIndex((link) => link.hasAttribute('aria-current'))
    links[from < 0 ? 0 : from + by]?.focus()
  }
  useKeys([
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
    { key: 'Enter', label: t('keyOpen'), act: open },
  ])
  useEffect(() => showRow(list.current), [opened])
  const end = useEndless(list, queue.hasMore ? queue.more : undefined, queue.isFetchingMore)
  const failed = queue.error && (
    <ErrorView title={t('queueFailed')} text={queue.error.msg} onRetry={() => void queue.refetch()} />
  )
  return (
    <div ref={list} className={styles.rows}>
      {queue.isPending && !failed && <SkeletonRows rows={10} dense line={false} />}
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} href={hrefOf(row)} chosen={row.id === opened} isFound={find !== ''} />
            </li>
          ))}
        </ul>
      )}
      {failed}
      {!queue.isPending && !failed && rows.length === 0 && (
        <Empty text={t(find !== '' ? 'notFound' : isNarrowed ? 'noneLeft' : isOpen ? 'empty' : 'emptyState')} />
      )}
      {queue.hasMore && (
        <div ref={end} className={styles.more}>
          <Button look="text" small label={t('more')} busy={queue.isFetchingMore} onClick={queue.more} />
        </div>
      )}
    </div>
  )
}

/** Scrolls the list, and nothing around it, until the opened row is in sight. */
function showRow(list: HTMLElement | null): void {
  const row = list?.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!list || !row) return
  const { top, bottom } = list.getBoundingClientRect()
  if (row.top < top) list.scrollTop -= top - row.top
  else if (row.bottom > bottom) list.scrollTop += row.bottom - bottom
}

function Row(props: {
  row: QueueRow
  href: string
  chosen: boolean
  /** It was found by its number, in whatever state: name the state. */
  isFound: boolean
}) {
  const { row, href, chosen, isFound } = props
  const t = useText('review')
  const f = useFormats()
  const now = useNow()
  const colleague = useColleague()
  const { about, amount, dueAt, endedAt, openedAt } = row
  const act = about && t(`act_${about.act}`)
  const { title, line } = linesOf(row, { amount: amount && amountIn(f, amount), house: t('theHouse'), act })
  return (
    <a
      className={styles.row}
      href={href}
      aria-current={chosen ? 'true' : undefined}
      title={t('askedAt', { time: f.date(openedAt) })}
    >
      <strong>{title}</strong>
      {endedAt === null ? (
        <span className={cx(styles.right, isPressing(dueAt, now) ? styles.pressing : styles.left)}>
          {dueAt < now ? t('late', { span: spanIn(t, now - dueAt) }) : spanIn(t, dueAt - now)}
        </span>
      ) : (
        <span className={cx(styles.right, styles.left)}>{f.dayBeside(endedAt)}</span>
      )}
      <small>{line}</small>
      <small className={styles.right}>{isFound ? foundIn(t, row, colleague) : standing(t, row, colleague)}</small>
    </a>
  )
}

/** Cash, or shares with their ticker. */
const amountIn = (f: Formats, amount: Amount): string =>
  isCurrency(amount.asset) ? f.amount(amount) : `${f.count(amount.units)} ${tickerOf(amount.asset)}`

/** The state of a row that was found in any state: its name, and for an open one whom it waits for. */
const foundIn = (t: Say<'review'>, row: QueueRow, colleague: (number: number) => string): string =>
  row.endedAt === null ? standing(t, row, colleague) : t(`state_${row.state}`)
