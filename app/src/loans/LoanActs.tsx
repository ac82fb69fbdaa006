import { useState } from 'react'
import { cancelLoan, cancelRepayment } from '@lonja/core/loans/loans.contract'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { LOAN, repaymentWaiting, staleAfterLoan, type Repayment, type WholeLoan } from './loan.ts'
import { RepaySheet } from './RepaySheet.tsx'

/** True if its customer can still do something with a loan: one that nothing is owed of any more is only read. */
export const allowsActs = ({ state }: WholeLoan): boolean => {
  if (mayReapply(state)) return !isOff('loans')
  return state !== 'repaid' && state !== 'written_off'
}

/** True if a loan has ended in a state after which another one can be applied for. */
const mayReapply = (state: WholeLoan['state']): boolean => state === 'refused' || state === 'cancelled'

/** The acts that a loan allows now. */
export function LoanActs({ loan }: { loan: WholeLoan }) {
  const { state } = loan
  const waiting = repaymentWaiting(loan)
  if (state === 'pending' || state === 'in_review') return <TakeBack loan={loan} />
  if (mayReapply(state)) return <Reapply />
  return waiting ? <CancelRepayment repayment={waiting} /> : <Repay loan={loan} />
}

function Reapply() {
  const t = useText('loans')
  return <Button label={t('reapply')} href={hrefTo(LOAN)} />
}

function Repay({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button label={t('repay')} second={t('repayWhy')} onClick={() => setOpen(true)} />
      {isOpen && <RepaySheet loan={loan} onClose={() => setOpen(false)} />}
    </>
  )
}

function TakeBack({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const f = useFormats()
  const [isOpen, setOpen] = useState(false)
  const cancel = useWrite(cancelLoan, {
    onReply: () => {
      staleAfterLoan()
      toast(t('takenBack'), { kind: 'done' })
      setOpen(false)
    },
    onRefusal: staleAfterLoan,
  })
  return (
    <>
      <Button look="outline" label={t('takeBack')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Confirm
          title={t('confirmTakeBack')}
          rows={[{ label: t('loanNumber', { number: loan.number }), value: f.amount(loan.amount) }]}
          confirm={t('takeBack')}
          cancel={t('keep')}
          busy={cancel.isPending}
          error={cancel.refusal?.msg}
          onConfirm={() => cancel.mutate({ id: loan.id })}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}

function CancelRepayment({ repayment }: { repayment: Repayment }) {
  const t = useText('loans')
  const f = useFormats()
  const [isOpen, setOpen] = useState(false)
  const cancel = useWrite(cancelRepayment, {
    onReply: () => {
      staleAfterLoan()
      toast(t('repaymentCancelled'), { kind: 'done' })
      setOpen(false)
    },
    onRefusal: staleAfterLoan,
  })
  const amount = f.amount(repayment.amount)
  return (
    <>
      <Button
        look="outline"
        label={t('cancelRepayment')}
        second={t('frees', { amount })}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Confirm
          title={t('confirmCancelRepayment')}
          rows={[{ label: t('freeAgain'), value: amount }]}
          confirm={t('cancelRepayment')}
          cancel={t('keep')}
          busy={cancel.isPending}
          error={cancel.refusal?.msg}
          onConfirm={() => cancel.mutate({ id: repayment.id })}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
