import type { ReplyOf } from '@lonja/core/base/contract'
import { blockWithdrawalReview } from '@lonja/core/blocks/blocks.review'
import { decideBlockWithdrawal, openBlockWithdrawal } from '@lonja/core/blocks/withdrawals.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { roleNames } from '../staff/roles.ts'
import { OfferTerms } from './OfferTerms.tsx'
import { ProposeWithdrawal } from './ProposeWithdrawal.tsx'

type Withdrawal = ReplyOf<typeof openBlockWithdrawal>

/** Withdrawals of published block offers that one seat proposes, with the reason that everybody reads, and another confirms. */
export function BlockWithdrawals() {
  const t = useText('blocks')
  const f = useFormats()
  return (
    <ReviewPage
      kind={blockWithdrawalReview}
      title={t('withdrawalsTitle')}
      above={<ProposeWithdrawal />}
      open={openBlockWithdrawal}
      decide={decideBlockWithdrawal}
      stateIn={(state) => t(`state_${state}`)}
      head={({ company, number, at }) => ({ what: t('withdrawWhat', { company }), number, at })}
      then={({ applications, released, offerNumber }, opinion) =>
        opinion === 'refuse'
          ? [{ label: t('thenStays'), value: offerNumber }]
          : [{ label: t('thenWithdrawn'), note: f.amount(released), value: f.count(applications) }]
      }
      evidence={(withdrawal) => <Evidence withdrawal={withdrawal} />}
    />
  )
}

function Evidence({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText('blocks')
  const s = useText('staff')
  const f = useFormats()
  const { reason, applications, released, staying, proposedBy, offerNumber } = withdrawal
  const seat = s('seatAndRole', { number: String(proposedBy.number), role: roleNames(s, f, [proposedBy.role]) })
  return (
    <Cards>
      <Card title={t('withdrawal')}>
        <DefinitionRows
          tight
          rows={[
            { label: t('publicReason'), value: reason.title, long: true },
            { label: t('ends_applications'), value: f.count(applications) },
            { label: t('ends_released'), value: f.amount(released) },
            { label: t('ends_staying'), value: f.count(staying) },
            { label: t('proposedBy'), value: seat },
          ]}
        />
      </Card>
      <Card title={t('offer', { number: offerNumber })}>
        <OfferTerms offer={withdrawal} />
      </Card>
    </Cards>
  )
}
