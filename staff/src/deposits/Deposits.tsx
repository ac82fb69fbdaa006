import { useText } from '@lonja/kit/text'
import { QueuePage } from '../review/QueuePage.tsx'
import { DepositReview } from './DepositReview.tsx'

/** The queue of deposits, what is due first on top. */
export function Deposits() {
  const t = useText('deposits')
  return (
    <QueuePage
      kind="deposit"
      title={t('title')}
      opened={(id, onNext) => <DepositReview key={id} id={id} onNext={onNext} />}
    />
  )
}
