import { removePayee } from '@lonja/core/payees/payees.contract'
import { useFormats } from '@lonja/kit/formats'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { nameOf, type Payee } from './payee.ts'

/** Confirm removing a wallet or a bank card (spec section 8): the text names what is removed and what stays. */
export function RemovePayee({ payee, hours, onClose }: { payee: Payee; hours: number; onClose: () => void }) {
  const t = useText('payees')
  const f = useFormats()
  const send = useWrite(removePayee, {
    onReply: () => {
      onClose()
      markStale(['payees'])
      toast(t('deleted'), { kind: 'done' })
    },
  })
  const { ending, card } = payee
  const name = nameOf(payee)
  const again = hours > 0 && t('removeAgain', { count: hours })
  const texts = card
    ? {
        title: t('removeCardAsk', { ending }),
        text: f.sentences(t('removeCardWhy', { bank: name, holder: card.accountName }), again),
        act: t('removeCard'),
      }
    : {
        title: t('removeWalletAsk', { ending }),
        text: f.sentences(t('removeWalletWhy', { name }), again),
        act: t('removeWallet'),
      }
  return (
    <Confirm
      title={texts.title}
      text={texts.text}
      confirm={texts.act}
      cancel={t('goBack')}
      busy={send.isPending}
      error={send.refusal?.msg}
      onConfirm={() => send.mutate({ id: payee.id })}
      onCancel={onClose}
    />
  )
}
