import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { useDeciding } from '../review/deciding.ts'
import { NotOpened, Opened } from '../review/Opened.tsx'
import { useOpening } from '../review/opening.ts'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { DepositEvidence, type Deposit } from './DepositEvidence.tsx'

/** One deposit: what was sent, what it becomes, and the decision beside it. */
export function DepositReview({ id, onNext }: { id: string; onNext: (() => void) | null }) {
  const opening = useOpening(openDeposit, id)
  if (!opening.shown) return <NotOpened opening={opening} />
  return <Shown deposit={opening.shown} onNext={onNext} onAgain={opening.again} />
}

function Shown(props: { deposit: Deposit; onNext: (() => void) | null; onAgain: () => void }) {
  const { deposit, onNext, onAgain } = props
  const { cash, number, at, dueAt } = deposit
  const t = useText('deposits')
  const f = useFormats()
  const deciding = useDeciding(decideDeposit, deposit, (after) => t(`state_${after}`), onAgain)
  const { state } = deciding
  const what = f.amount(cash)
  const panel = (
    <ReviewPanel
      what={what}
      reviewed={deposit}
      {...deciding.panel}
      then={(opinion) => [
        { label: t('thenCredited'), value: opinion === 'approve' ? what : t('nothing') },
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
      customer={deposit.customer.id}
      decision={panel}
    >
      <DepositEvidence deposit={deposit} />
    </Opened>
  )
}
