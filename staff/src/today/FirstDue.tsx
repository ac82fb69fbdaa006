import { use, useRef } from 'react'
import { isCurrency, tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listQueue } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { hrefTo, usePlace } from '@lonja/kit/nav'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import { isPressing, spanIn, useNow } from '../review/clock.ts'
import { QueuePlaces } from '../review/places.ts'
import type { QueueRow } from '../review/queue.ts'
import { standing } from '../review/standing.ts'
import { useColleague } from '../staff/colleague.ts'
import styles from './Today.module.css'

interface QueueRead {
  readonly data: ReplyOf<typeof listQueue> | undefined
  readonly error: { readonly msg: string } | null
  refetch(): unknown
}

/** The reviews of all queues of the seat that are due first. Masked: nothing is decided from this list. */
export function FirstDue({ queue, chosen }: { queue: QueueRead; chosen: string | null }) {
  const t = useText('today')
  const r = useText('review')
  const { path } = usePlace()
  const rows = queue.data?.rows ?? []
  const list = useRef<HTMLUListElement>(null)
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[at < 0 ? 0 : at + by]?.focus()
  }
  useKeys([
    { key: 'j', label: t('keyMove'), act: () => move(1) },
    { key: 'k', label: t('keyMove'), act: () => move(-1) },
    ...(chosen === null
      ? []
      : [{ key: 'Escape', label: t('keyAll'), act: () => (location.hash = hrefTo(path)), quiet: true }]),
  ])
  return (
    <section className={styles.card} aria-label={t('firstDue')}>
      <h2>
        {t('firstDue')}
        {chosen !== null && <a href={hrefTo(path)}>{t('seeAll')}</a>}
      </h2>
      {!queue.data && !queue.error && <SkeletonRows rows={7} dense line={false} />}
      {queue.error && !queue.data && (
        <ErrorView title={r('queueFailed')} text={queue.error.msg} onRetry={() => void queue.refetch()} />
      )}
      {queue.data && rows.length === 0 && <Empty text={t('nothingWaits')} />}
      <ul ref={list} className={styles.due}>
        {rows.map((row) => (
          <DueRow key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > 0 && <p className={styles.soft}>{t('masked')}</p>}
    </section>
  )
}

function DueRow({ row }: { row: QueueRow }) {
  const c = useText('console')
  const r = useText('review')
  const colleague = useColleague()
  const f = useFormats()
  const now = useNow()
  const place = use(QueuePlaces).find(({ kind }) => kind === row.kind)
  const { about, amount, customer, dueAt } = row
  const sum =
    amount && (isCurrency(amount.asset) ? f.amount(amount) : `${f.count(amount.units)} ${tickerOf(amount.asset)}`)
  return (
    <li>
      <a className={styles.row} href={hrefTo(place?.path ?? '/', { id: row.id })}>
        <strong>{place ? c(place.label) : row.kind}</strong>
        <span>{sum ? `${row.number} · ${sum}` : row.number}</span>
        <small>{customer?.phone ?? about?.name ?? about?.listing ?? r('theHouse')}</small>
        <span className={isPressing(dueAt, now) ? styles.bad : undefined}>
          {dueAt < now ? r('late', { span: spanIn(r, now - dueAt) }) : spanIn(r, dueAt - now)}
        </span>
        <small>{standing(r, row, colleague)}</small>
      </a>
    </li>
  )
}
