import { useText } from '@lonja/kit/text'
import { QueuePage } from '../review/QueuePage.tsx'
import { IdentityReview } from './IdentityReview.tsx'

/** The queue of identity checks, what is due first on top. */
export function Identities() {
  const t = useText('kyc')
  return (
    <QueuePage
      kind="kyc"
      title={t('title')}
      opened={(id, onNext) => <IdentityReview key={id} id={id} onNext={onNext} />}
    />
  )
}
