import { tickerOf } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { cx } from '@lonja/kit/parts/cx'
import { useText } from '@lonja/kit/text'
import { LiveChange } from '../market/LiveRow.tsx'
import { Headline } from './Headline.tsx'
import { newsHref, useMark, type NewsMark, type NewsRow } from './news.ts'
import styles from './news.module.css'

/** The chip of the news item's origin: violet for a market, grey for the house and for outside. */
export function Mark({ of: { icon: Shape, label, isMarket } }: { of: NewsMark }) {
  return (
    <span className={cx(styles.mark, isMarket && styles.market)}>
      <Shape size={14} />
      <span className={styles.teller}>{label}</span>
    </span>
  )
}

/** One news item in a list: mark and time, title, and listings. The first of a list is larger. */
export function NewsCard({ of, lead, dated }: { of: NewsRow; lead?: boolean; dated?: boolean }) {
  const f = useFormats()
  const markOf = useMark()
  return (
    <a className={styles.card} href={newsHref(of.id)}>
      <span className={styles.head}>
        <Mark of={markOf(of)} />
        <time dateTime={new Date(of.at).toISOString()}>{dated ? f.date(of.at) : f.time(of.at)}</time>
      </span>
      <span className={cx(styles.title, lead && styles.lead, of.withdrawn && styles.withdrawn)}>
        <Headline text={of.title} />
      </span>
      <Caption of={of} />
    </a>
  )
}

function Caption({ of }: { of: NewsRow }) {
  const t = useText('news')
  const minutes = of.minutes > 0 ? t('minutes', { count: of.minutes }) : null
  if (of.withdrawn) return <span className={styles.caption}>{t('withdrawn')}</span>
  if (of.origin === 'outside') return <span className={styles.caption}>{t('unrelated')}</span>
  return (
    <span className={styles.caption}>
      {of.related.map((each) => (
        <span key={each.listing} className={styles.related}>
          <strong>{each.kind === 'index' ? each.name : tickerOf(each.listing)}</strong> {t('dayNow')}{' '}
          <LiveChange of={each} />
        </span>
      ))}
      {of.origin === 'house' && minutes}
    </span>
  )
}
