import { cancelWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { useFormats } from '@lonja/kit/formats'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { placeName, placeNumber, type Whole } from './withdrawal.ts'

/** Confirm cancelling a withdrawal, with the amount that becomes free again. */
export function CancelWithdrawal({
  withdrawal,
  onClose,
}: {
  withdrawal: Whole
  onClose: (isCancelled: boolean) => void
}) {
  const t = useText('withdrawals')
  const f = useFormats()
  const stale = () => markStale(['withdrawals', 'balances', 'notices', 'payees'])
  const cancel = useWrite(cancelWithdrawal, {
    onReply: () => {
      toast(t('cancelledDone'), { kind: 'done' })
      stale()
      onClose(true)
    },
    onRefusal: stale,
  })
  return (
    <Confirm
      title={t('confirmCancel')}
      text={`${placeName(withdrawal.place)} · ${placeNumber(withdrawal.place)}`}
      rows={[{ label: t('freeAgain'), value: f.amount(withdrawal.amount) }]}
      confirm={t('cancel')}
      cancel={t('back')}
      busy={cancel.isPending}
      error={cancel.refusal?.msg}
      onConfirm={() => cancel.mutate({ id: withdrawal.id })}
      onCancel={() => onClose(false)}
    />
  )
}
