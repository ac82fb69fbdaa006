import type { ReplyOf } from '@lonja/core/base/contract'
import type { openThread } from '@lonja/core/support/support.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { useText } from '@lonja/kit/text'
import { kindIn } from '../audit/acts.ts'
import { useReviewPath } from '../review/places.ts'
import { RECORD_STATES } from '../review/records.ts'
import styles from './Conversations.module.css'

type ThreadRecord = ReplyOf<typeof openThread>['records'][number]

/** The customer's newest requests, each with the way to its review for seats that see it; nothing without any. */
export function Records({ records }: { records: readonly ThreadRecord[] }) {
  const t = useText('support')
  if (records.length === 0) return null
  return (
    <ul className={styles.records} aria-label={t('records')}>
      {records.map((record) => (
        <li key={record.id}>
          <OneRecord record={record} />
        </li>
      ))}
    </ul>
  )
}

function OneRecord({ record: { id, kind, number, state, at } }: { record: ThreadRecord }) {
  const r = useText('review')
  const a = useText('audit')
  const f = useFormats()
  const path = useReviewPath(kind)
  const words = [number, kindIn(a, kind), r(RECORD_STATES[state]), f.date(at)].join(' · ')
  return path === null ? <span>{words}</span> : <a href={hrefTo(path, { id })}>{words}</a>
}
