import { use } from 'react'
import { countQueues } from '@lonja/core/reviews.contract'
import { hrefTo } from '@lonja/kit/nav'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { QueuePlaces } from './places.ts'
import styles from './QueuePage.module.css'

/** Links to the queues of this seat in which something waits. */
export function Elsewhere() {
  const t = useText('review')
  const c = useText('console')
  const places = use(QueuePlaces)
  const { data } = useRead(countQueues, {}, { quiet: true })
  const waiting = (kind: string): number => data?.rows.find((row) => row.kind === kind)?.waiting ?? 0
  return places
    .filter(({ kind }) => waiting(kind) > 0)
    .map(({ kind, path, label }) => (
      <a key={kind} className={styles.elsewhere} href={hrefTo(path)}>
        {t('elsewhere', { queue: c(label), waiting: t('waiting', { count: waiting(kind) }) })}
      </a>
    ))
}
