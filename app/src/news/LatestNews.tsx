import { Suspense, lazy } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { Section } from '@lonja/kit/parts/blocks'
import { SkeletonCards } from '@lonja/kit/parts/SkeletonRows'
import { useText } from '@lonja/kit/text'

/** It is below the main content, so its code loads after the page's own. */
const LatestThree = lazy(() => import('./LatestThree.tsx').then((m) => ({ default: m.LatestThree })))

/** The latest three news items, of all or of one listing, and a link to the rest. */
export function LatestNews(of: { listing?: ListingId }) {
  return (
    <Suspense fallback={<Waiting />}>
      <LatestThree {...of} />
    </Suspense>
  )
}

function Waiting() {
  const t = useText('news')
  return (
    <Section flush title={t('title')}>
      <SkeletonCards cards={3} marked />
    </Section>
  )
}
