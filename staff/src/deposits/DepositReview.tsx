import { useState } from 'react'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { markAllStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { NotOpened, Opened } from '../review/Opened.tsx'
import { useOpening } from '../review/opening.ts'
import { ReviewPanel, type Decided } from '../review/ReviewPanel.tsx'
import { DepositEvidence, type Deposit } from './DepositEvidence.tsx'

/** One deposit: what was sent, what it becomes, and the decision beside it. */
export function DepositReview({ id, onNext }: { id: string; onNext: (() => void) | null }) {
  const opening = useOpening(openDeposit, id)
  if (!opening.shown) return <NotOpened opening={opening} />
  return <Shown deposit={opening.shown} onNext={onNext} onAgain={opening.again} />
}

function Shown(props: { deposit: Deposit; onNext: (() => void) | null; onAgain: () => void }) {
  const { deposit, onNext, onAgain } = props
  const { id, cash, number, seen, at, dueAt } = deposit
  const t = useText('deposits')
  const f = useFormats()
  const [decided, setDecided] = useState<Decided | null>(null)
  const [state, setState] = useState(deposit.state)
  const decide = useWrite(decideDeposit, {
    quiet: true,
    onReply: ({ outcome, state: after }) => {
      setState(after)
      setDecided({ outcome, state: t(`state_${after}`) })
      markAllStale()
    },
  })
  const what = f.amount(cash)
  const panel = (
    <ReviewPanel
      what={what}
      reviewed={deposit}
      decided={decided}
      busy={decide.isPending}
      refusal={decide.refusal}
      then={(opinion) => [
        { label: t('thenCredited'), value: opinion === 'approve' ? what : t('nothing') },
        { label: t('thenNotice'), value: t('thenNoticeWhat') },
      ]}
      onDecide={({ note, ...given }) => decide.mutate({ id, seen, ...given, ...(note === null ? {} : { note }) })}
      onNext={onNext}
      onAgain={() => {
        decide.forget()
        onAgain()
      }}
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
