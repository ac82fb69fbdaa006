import type { ListingId } from '@lonja/core/base/amount'
import { listNews } from '@lonja/core/news/news.contract'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { SkeletonCards } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { NewsCard } from './NewsCard.tsx'
import styles from './news.module.css'

const LATEST = 3
const REFETCH_MS = 60_000

/** The latest three news items, of all or of one listing, and a link to the rest. */
export function LatestThree({ listing }: { listing?: ListingId }) {
  const t = useText('news')
  const input = listing === undefined ? { limit: LATEST } : { limit: LATEST, listings: [listing] }
  const { data, error, refetch } = useRead(listNews, input, { quiet: true, refetchMs: REFETCH_MS })
  const all = hrefTo('/subPackages/news/list', listing === undefined ? {} : { listing })
  const more = data && data.rows.length > 0 && (
    <span className={styles.more}>
      <Button look="text" small label={t('seeAll')} href={all} />
    </span>
  )
  return (
    <Section flush title={t('title')} right={more}>
      {data ? (
        data.rows.map((row) => <NewsCard key={row.id} of={row} dated />)
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards cards={LATEST} marked />
      )}
      {data?.rows.length === 0 && <p className={styles.none}>{listing === undefined ? t('none') : t('noneOfThis')}</p>}
    </Section>
  )
}
