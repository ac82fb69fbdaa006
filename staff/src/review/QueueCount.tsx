import { countQueues } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './QueueCount.module.css'

const ASKED_MS = 10_000

/** The number waiting in a queue, beside its name; nothing for zero. */
export function QueueCount({ kind }: { kind: string }) {
  const { data } = useRead(countQueues, {}, { quiet: true, refetchMs: ASKED_MS })
  const queue = data?.rows.find((row) => row.kind === kind)
  return <Waiting count={queue?.waiting ?? 0} late={queue?.late ?? 0} />
}

/** The largest count that fits beside a name; the title has the exact number. */
const MOST = 9_999

/** The number waiting, and the number of those overdue. */
export function Waiting({ count, late }: { count: number; late: number }) {
  const t = useText('review')
  const f = useFormats()
  if (count === 0) return null
  return (
    <span className={late > 0 ? styles.late : styles.count} title={t('waiting', { count })}>
      {count > MOST ? `${f.count(MOST)}+` : f.count(count)}
      {late > 0 && <span className="said">, {t('someLate', { count: late })}</span>}
    </span>
  )
}
