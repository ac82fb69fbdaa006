import { back, hrefTo } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import type { ReadError } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { OFFERS } from './offer.ts'

interface OfferAwayProps {
  title: string
  /** Null while the offer is on its way. */
  error: ReadError | null
  onRetry: () => void
  /** The blocks of the page, drawn until it is there. */
  waiting: readonly (readonly [width: string, height: number])[]
}

/** A page about an offer without its offer: it is on its way, could not be read, or the address names none. */
export function OfferAway({ title, error, onRetry, waiting }: OfferAwayProps) {
  const t = useText('ipo')
  const isUnknown = error && 'refused' in error && ['unknown_offer', 'bad_input'].includes(error.refused)
  return (
    <Screen title={title} onBack={back}>
      {isUnknown ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo(OFFERS)} />
      ) : error ? (
        <ErrorView title={t('failedOne')} text={error.msg} onRetry={onRetry} />
      ) : (
        <SkeletonBlocks of={waiting} />
      )}
    </Screen>
  )
}
