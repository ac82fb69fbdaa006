import { useState } from 'react'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { markAllStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Opened, NotOpened } from '../review/Opened.tsx'
import { useOpening } from '../review/opening.ts'
import { ReviewPanel, type Decided } from '../review/ReviewPanel.tsx'
import { Evidence, type Withdrawal } from './Evidence.tsx'

/** One withdrawal: whose it is, where it goes, what the house has compared, and the decision beside it. */
export function WithdrawalReview({ id, onNext }: { id: string; onNext: (() => void) | null }) {
  const opening = useOpening(openWithdrawal, id)
  if (!opening.shown) return <NotOpened opening={opening} />
  return <Shown withdrawal={opening.shown} onNext={onNext} onAgain={opening.again} />
}

function Shown(props: { withdrawal: Withdrawal; onNext: (() => void) | null; onAgain: () => void }) {
  const { withdrawal, onNext, onAgain } = props
  const { id, amount, number, seen, at, dueAt } = withdrawal
  const t = useText('withdrawals')
  const f = useFormats()
  const [decided, setDecided] = useState<Decided | null>(null)
  const [state, setState] = useState(withdrawal.state)
  const decide = useWrite(decideWithdrawal, {
    quiet: true,
    onReply: ({ outcome, state: after }) => {
      setState(after)
      setDecided({ outcome, state: t(`state_${after}`) })
      markAllStale()
    },
  })
  const what = f.amount(amount)
  const panel = (
    <ReviewPanel
      what={what}
      reviewed={withdrawal}
      decided={decided}
      busy={decide.isPending}
      refusal={decide.refusal}
      then={(opinion) => [
        { label: t(opinion === 'approve' ? 'thenSent' : 'thenFree'), value: what },
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
      customer={withdrawal.customer.id}
      decision={panel}
    >
      <Evidence withdrawal={withdrawal} />
    </Opened>
  )
}
