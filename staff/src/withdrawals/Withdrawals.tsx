import { QueuePage } from '../review/QueuePage.tsx'
import { useText } from '@lonja/kit/text'
import { WithdrawalReview } from './WithdrawalReview.tsx'

/** The queue of withdrawals, what is due first on top. */
export function Withdrawals() {
  const t = useText('withdrawals')
  return (
    <QueuePage
      kind="withdrawal"
      title={t('title')}
      opened={(id, onNext) => <WithdrawalReview key={id} id={id} onNext={onNext} />}
    />
  )
}
