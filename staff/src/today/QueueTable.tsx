import { use } from 'react'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { useText } from '@lonja/kit/text'
import { spanIn } from '../review/clock.ts'
import { QueuePlaces } from '../review/places.ts'
import type { QueueCount } from './figures.ts'
import styles from './Today.module.css'

/** Each queue of this seat: how much waits, since when the oldest waits, and how much is past its deadline. */
export function QueueTable({ rows, now }: { rows: readonly QueueCount[] | undefined; now: number }) {
  const t = useText('today')
  return (
    <section className={styles.card}>
      <h2>{t('queues')}</h2>
      {rows === undefined ? <SkeletonRows rows={4} dense line={false} /> : <Table rows={rows} now={now} />}
    </section>
  )
}

function Table({ rows, now }: { rows: readonly QueueCount[]; now: number }) {
  const t = useText('today')
  const c = useText('console')
  const r = useText('review')
  const f = useFormats()
  const places = use(QueuePlaces)
  const own = places.flatMap(({ kind, path, label }) => {
    const count = rows.find((row) => row.kind === kind)
    return count ? [{ ...count, path, label }] : []
  })
  return (
    <table className={styles.queues}>
      <thead>
        <tr>
          <th scope="col">{t('queue')}</th>
          <th scope="col">{t('waiting')}</th>
          <th scope="col">{t('oldest')}</th>
          <th scope="col">{t('late')}</th>
        </tr>
      </thead>
      <tbody>
        {own.map(({ kind, path, label, waiting, oldestAt, late }) => (
          <tr key={kind}>
            <th scope="row">
              <a href={hrefTo(path)}>{c(label)}</a>
            </th>
            <td>{f.count(waiting)}</td>
            <td>{oldestAt === null ? '-' : spanIn(r, now - oldestAt)}</td>
            <td className={late > 0 ? styles.bad : undefined}>
              {late > 0 ? <a href={hrefTo(path, { late: 'yes' })}>{f.count(late)}</a> : f.count(late)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
