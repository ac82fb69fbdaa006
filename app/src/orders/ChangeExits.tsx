import { useText } from '@lonja/kit/text'
import { ExitLink } from './AttachedExits.tsx'
import { formOf, hasOwnExits, pricedForm } from './change.ts'
import type { TicketProps, TicketRefusal } from './facts.ts'
import type { WrongExit } from './exits.ts'
import type { OrderStory } from './story.ts'
import { TicketExits } from './TicketExits.tsx'
import styles from './OrderTicket.module.css'

interface Props extends TicketProps {
  order: OrderStory['order']
  refusal: TicketRefusal
  wrong: WrongExit | null
}

/** The exits of a buy that is changed. Once its first fill has placed them, they are changed at their own order. */
export function ChangeExits({ order, ...fields }: Props) {
  const t = useText('orders')
  if (order.side === 'sell') return null
  if (hasOwnExits(order))
    return <TicketExits {...fields} form={pricedForm(fields.form, order)} was={formOf(order).exits} />
  if (order.exits === null) return null
  return (
    <div className={styles.standing}>
      <p className={styles.hint}>{t('exitsPlaced')}</p>
      <ExitLink order={order} />
    </div>
  )
}
