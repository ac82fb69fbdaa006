import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { useDeciding } from '../review/deciding.ts'
import { Opened, NotOpened } from '../review/Opened.tsx'
import { useOpening } from '../review/opening.ts'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { Evidence, type Withdrawal } from './Evidence.tsx'

/** One withdrawal: whose it is, where it goes, what the house has compared, and the decision beside it. */
export function WithdrawalReview({ id, onNext }: { id: string; onNext: (() => void) | null }) {
  const opening = useOpening(openWithdrawal, id)
  if (!opening.shown) return <NotOpened opening={opening} />
  return <Shown withdrawal={opening.shown} onNext={onNext} onAgain={opening.again} />
}

function Shown(props: { withdrawal: Withdrawal; onNext: (() => void) | null; onAgain: () => void }) {
  const { withdrawal, onNext, onAgain } = props
  const { amount, number, at, dueAt } = withdrawal
  const t = useText('withdrawals')
  const f = useFormats()
  const deciding = useDeciding(decideWithdrawal, withdrawal, (after) => t(`state_${after}`), onAgain)
  const { state } = deciding
  const what = f.amount(amount)
  const panel = (
    <ReviewPanel
      what={what}
      reviewed={withdrawal}
      {...deciding.panel}
      then={(opinion) => [
        { label: t(opinion === 'approve' ? 'thenSent' : 'thenFree'), value: what },
        { label: t('thenNotice'), value: t('thenNoticeWhat') },
      ]}
      onDecide={deciding.decide}
      onNext={onNext}
    />
  )
  return (
    <Opened
      what={what}
      number={number}
      state={{ code: state, label: t(`state_${state}`) }}
      at={at}
      dueAt={dueAt}
      customer={withdrawal.customer.id}
      decision={panel}
    >
      <Evidence withdrawal={withdrawal} />
    </Opened>
  )
}
