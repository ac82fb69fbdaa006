import { formatDay } from '@lonja/core/base/dates'
import { readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Row } from '@lonja/kit/parts/Row'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

/** The leaf of a fill in the signed root of its day. It opens the page that checks it. */
export function RootRow({ fill, order }: { fill: OrderStory['fills'][number]; order: OrderStory['order'] }) {
  const t = useText('proof')
  const f = useFormats()
  const { data, error } = useRead(readOrderLeaves, { order: order.id }, { quiet: true })
  const leaf = data?.fills.find((each) => each.fill === fill.id)
  const day = leaf?.proof?.day
  const words = leaf
    ? leaf.proof
      ? t('leafShort', { leaf: `${leaf.leaf.slice(0, 4)}…${leaf.leaf.slice(-4)}` })
      : t(leaf.late ? 'leafLate' : 'leafDue', { time: f.date(leaf.due) })
    : t(error ? 'leafFailed' : 'leafReading')
  const shownDay = formatDay(day === undefined ? fill.at : Date.parse(`${day}T12:00:00Z`), 'UTC')
  return (
    <div className={styles.root} aria-busy={!leaf && !error}>
      <Row
        wraps
        caret
        title={t('leafInRoot', { day: shownDay })}
        caption={words}
        href={hrefTo('/subPackages/proof/leaf', { id: order.id, fill: fill.id })}
      />
    </div>
  )
}
