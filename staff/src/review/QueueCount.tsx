import type { ReviewKind } from '@lonja/core/review/review.contract'
import { countQueues } from '@lonja/core/review/review.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './QueueCount.module.css'

const ASKED_MS = 10_000

/** How many wait in a queue, beside its name; none says nothing. */
export function QueueCount({ kind }: { kind: ReviewKind }) {
  const t = useText('review')
  const f = useFormats()
  const { data } = useRead(countQueues, {}, { quiet: true, refetchMs: ASKED_MS })
  const own = data?.rows.find((row) => row.kind === kind)
  if (!own || own.waiting === 0) return null
  return (
    <span className={own.late > 0 ? styles.late : styles.count} title={t('waiting', { count: own.waiting })}>
      {f.count(own.waiting)}
      {own.late > 0 && <span className="said">, {t('someLate', { count: own.late })}</span>}
    </span>
  )
}
