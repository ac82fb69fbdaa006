import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { isOpen } from '@lonja/core/orders/orders.rules'
import { useFormats } from '@lonja/kit/formats'
import type { TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { useHeldText } from './held.ts'
import { useKindText } from './kinds.ts'
import type { OrderStory } from './story.ts'
import { END_TEXTS } from './states.ts'

/** In a replay the market has a clock of its own, and an order both times. Otherwise they are milliseconds apart. */
const hasClockOfItsOwn = ({ placedAt, marketAt }: Pick<OrderStory['order'], 'placedAt' | 'marketAt'>): boolean =>
  Math.abs(placedAt - marketAt) >= MINUTE

const together = (...notes: readonly (string | false | null)[]): string => notes.filter(Boolean).join(' · ')

/** The step that an open order waits for. */
const waitsFor = ({ stop, kind, triggered }: OrderStory['order']) =>
  (stop !== null || kind === 'trailing') && !triggered ? 'waitsForStop' : 'waitsForFill'

/** The steps between: the stop that was reached, and the shares that are filled. */
function useProgress(): (
  order: OrderStory['order'],
) => Readonly<Record<'reached' | 'partly', readonly TimelineStep[]>> {
  const t = useText('orders')
  const f = useFormats()
  return (order) => {
    const { triggered } = order
    const reached: TimelineStep[] = triggered
      ? [
          {
            label: t('stopReached', { price: f.price(triggered.stop, order.currency) }),
            at: f.time(triggered.at),
            state: 'done',
          },
        ]
      : []
    const partly: TimelineStep[] =
      order.filled > 0n && order.state !== 'filled'
        ? [
            {
              label: t('filledOf', { filled: f.count(order.filled), shares: f.count(order.shares) }),
              at: f.time(order.filledAt ?? order.placedAt),
              state: 'done',
            },
          ]
        : []
    return { reached, partly }
  }
}

/** The splits that adjusted an order, each with the terms of before. */
function useSplits(): (story: OrderStory) => readonly TimelineStep[] {
  const t = useText('orders')
  const f = useFormats()
  const kind = useKindText()
  return ({ order: { currency }, changed = [] }) =>
    changed.flatMap(({ at, split, shares, ...terms }) => {
      if (!split) return []
      const ratio = { to: f.count(split.to), from: f.count(split.from) }
      const note = t('termsWere', { shares: f.count(shares), price: kind({ ...terms, currency }) })
      return [{ label: t('adjustedAtSplit', ratio), at: f.time(at), note, state: 'done' } as const]
    })
}

/** An order's steps, and the one it waits for. */
export function useOrderSteps(story: OrderStory): readonly TimelineStep[] {
  const { order, fills, opened } = story
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const market = (at: Instant | null) => hasClockOfItsOwn(order) && at !== null && t('marketTime', { time: f.date(at) })
  const received: TimelineStep = {
    label: t('received'),
    at: f.time(order.placedAt),
    note: together(t('heldLine', { held: held(order.held) }), market(order.marketAt)),
    state: 'done',
  }
  const { reached, partly } = useProgress()(order)
  const splits = useSplits()(story)
  if (isOpen(order)) {
    const end = order.endsAt === null ? t('noEnd') : t('endsAt', { time: f.date(order.endsAt) })
    const note = hasClockOfItsOwn(order) && order.endsAt !== null ? together(end, t('marketClock')) : end
    return [received, ...splits, ...reached, ...partly, { label: t(waitsFor(order)), note, state: 'next' }]
  }
  if (order.state === 'filled') {
    const note =
      together(
        opened.length > 0 && t('lotOpened', { number: opened.map(({ number }) => number).join(', ') }),
        market(fills.at(-1)?.quote.at ?? null),
      ) || undefined
    return [
      received,
      ...splits,
      ...reached,
      { label: t('stateFilled'), at: f.time(order.filledAt ?? order.placedAt), note, state: 'good' },
    ]
  }
  const label = order.state === 'cancelled' ? 'stateCancelled' : 'stateExpired'
  const why = order.endReason ? `${t(END_TEXTS[order.endReason])}. ` : ''
  return [
    received,
    ...splits,
    ...reached,
    ...partly,
    {
      label: t(label),
      at: f.time(order.endedAt ?? order.placedAt),
      note: why + (order.filled === 0n ? t('released', { held: held(order.held) }) : t('restReleased')),
      state: 'done',
    },
  ]
}
