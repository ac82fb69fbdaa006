import { withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { useFormats } from '@lonja/kit/formats'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { staleAfterApplication, type Application } from './offer.ts'

/** Confirm withdrawing an application, with the amount that becomes free again. */
export function WithdrawApplication(props: { own: Application; onClose: () => void; onDone: () => void }) {
  const { own, onClose, onDone } = props
  const t = useText('ipo')
  const f = useFormats()
  const withdraw = useWrite(withdrawApplication, {
    onReply: () => {
      staleAfterApplication()
      toast(t('withdrawnDone'), { kind: 'done' })
      onDone()
    },
    onRefusal: staleAfterApplication,
  })
  return (
    <Confirm
      title={t('confirmWithdraw')}
      text={t('application', { number: own.number })}
      rows={[{ label: t('freeAgain'), value: f.amount(own.hold) }]}
      confirm={t('withdraw')}
      cancel={t('keep')}
      busy={withdraw.isPending}
      error={withdraw.refusal?.msg}
      onConfirm={() => withdraw.mutate({ id: own.id })}
      onCancel={onClose}
    />
  )
}
