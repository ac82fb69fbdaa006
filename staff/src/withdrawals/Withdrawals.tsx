import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { Evidence } from './Evidence.tsx'
import { Recall } from './Recall.tsx'

/** Waiting withdrawals: the customer, the destination, the automatic checks, and the decision beside them. */
export function Withdrawals() {
  const t = useText('withdrawals')
  const f = useFormats()
  return (
    <ReviewPage
      kind={withdrawalReview}
      title={t('title')}
      open={openWithdrawal}
      decide={decideWithdrawal}
      stateIn={(state) => t(`state_${state}`)}
      head={({ amount, number, at }) => ({ what: f.amount(amount), number, at })}
      then={({ amount }, opinion) => [
        { label: t(opinion === 'approve' ? 'thenSent' : 'thenFree'), value: f.amount(amount) },
        { label: t('thenNotice'), value: t('thenNoticeWhat') },
      ]}
      evidence={(withdrawal, again) => (
        <>
          {withdrawal.state === 'approved' && <Recall id={withdrawal.id} onDone={again} />}
          <Evidence withdrawal={withdrawal} />
        </>
      )}
    />
  )
}
