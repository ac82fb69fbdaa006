import { depositReview } from '@lonja/core/deposits/deposits.review'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { DepositEvidence } from './DepositEvidence.tsx'

/** Deposits that wait for staff: what was sent, what it becomes, and the decision beside it. */
export function Deposits() {
  const t = useText('deposits')
  const f = useFormats()
  return (
    <ReviewPage
      kind={depositReview}
      title={t('title')}
      open={openDeposit}
      decide={decideDeposit}
      stateIn={(state) => t(`state_${state}`)}
      head={({ cash, number, at }) => ({ what: f.amount(cash), number, at })}
      then={({ cash }, opinion) => [
        { label: t('thenCredited'), value: opinion === 'approve' ? f.amount(cash) : t('nothing') },
        { label: t('thenNotice'), value: t('thenNoticeWhat') },
      ]}
      evidence={(deposit) => <DepositEvidence deposit={deposit} />}
    />
  )
}
