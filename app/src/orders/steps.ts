import { isOpen } from '@lonja/core/orders/orders.rules'
import { useFormats } from '@lonja/kit/formats'
import type { TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { useHeldText } from './held.ts'
import type { OrderStory } from './story.ts'
import { END_TEXTS } from './states.ts'

/** An order's steps, and the one it waits for. */
export function useOrderSteps({ order, opened }: OrderStory): readonly TimelineStep[] {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const received: TimelineStep = {
    label: t('received'),
    at: f.time(order.placedAt),
    note: t('heldLine', { held: held(order.held) }),
    state: 'done',
  }
  if (isOpen(order)) {
    const end = order.endsAt === null ? t('noEnd') : t('endsAt', { time: f.date(order.endsAt) })
    return [received, { label: t('waitsForFill'), note: end, state: 'next' }]
  }
  if (order.state === 'filled') {
    const note = opened ? t('lotOpened', { number: opened.number }) : undefined
    return [received, { label: t('stateFilled'), at: f.time(order.filledAt ?? order.placedAt), note, state: 'good' }]
  }
  const label = order.state === 'cancelled' ? 'stateCancelled' : 'stateExpired'
  const why = order.endReason ? `${t(END_TEXTS[order.endReason])}. ` : ''
  return [
    received,
    {
      label: t(label),
      at: f.time(order.endedAt ?? order.placedAt),
      note: why + t('released', { held: held(order.held) }),
      state: 'done',
    },
  ]
}
