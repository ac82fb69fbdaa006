import { Suspense, lazy } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { Section } from '@lonja/kit/parts/blocks'
import { SkeletonCards } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'

/** It stands below what a page is for: its code comes after the page's own. */
const LatestThree = lazy(() => import('./LatestThree.tsx').then((m) => ({ default: m.LatestThree })))

/** The latest three pieces of news, of all or of one listing, and the way to the others. */
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
