import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { Evidence } from './Evidence.tsx'

/** Withdrawals that wait for staff: whose it is, where it goes, what the house has compared, and the decision beside it. */
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
      evidence={(withdrawal) => <Evidence withdrawal={withdrawal} />}
    />
  )
}
