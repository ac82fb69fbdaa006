import { tickerOf } from '@lonja/core/base/amount'
import { cancelOrder, type OrderRow } from '@lonja/core/orders/orders.contract'
import { useFormats } from '@lonja/kit/formats'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { useHeldText } from './held.ts'

/** The spec's question before an order is cancelled (section 8), with the amount that it releases. */
export function CancelOrder({ order, onClose }: { order: OrderRow; onClose: () => void }) {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const done = () => {
    markStale(['orders', 'balances'])
    onClose()
  }
  const cancel = useWrite(cancelOrder, {
    onReply: () => {
      toast(t('cancelled'), { kind: 'done' })
      done()
    },
    onRefusal: () => markStale(['orders', 'balances']),
  })
  const what = { shares: f.count(order.shares), code: tickerOf(order.listing) }
  return (
    <Confirm
      title={t('confirmCancel')}
      text={order.side === 'buy' ? t('buyingOf', what) : t('sellingOf', what)}
      rows={[{ label: t('cancelReleases'), value: held(order.heldNow) }]}
      confirm={t('cancelOrder')}
      cancel={t('back')}
      busy={cancel.isPending}
      error={cancel.refusal?.msg}
      onConfirm={() => cancel.mutate({ id: order.id })}
      onCancel={onClose}
    />
  )
}
