import { countQueues } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './QueueCount.module.css'

const ASKED_MS = 10_000

/** How many wait in a queue, beside its name; none says nothing. */
export function QueueCount({ kind }: { kind: string }) {
  const { data } = useRead(countQueues, {}, { quiet: true, refetchMs: ASKED_MS })
  const queue = data?.rows.find((row) => row.kind === kind)
  return <Waiting count={queue?.waiting ?? 0} late={queue?.late ?? 0} />
}

/** As many as there is room for beside a name; how many exactly is in the title. */
const MOST = 9_999

/** How many wait, and how many of them too long. */
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
