import { tickerOf } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { isReverse } from '@lonja/core/market/actions'
import { isOpen } from '@lonja/core/orders/orders.rules'
import { useFormats } from '@lonja/kit/formats'
import { useToday } from '@lonja/kit/now'
import type { TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { useHeldText } from './held.ts'
import { useWholeTermsText } from './kinds.ts'
import type { OrderStory, ShownOrder } from './story.ts'
import { END_TEXTS } from './states.ts'

/** In a replay the market has a clock of its own, and an order both times. Otherwise they are milliseconds apart. */
const hasClockOfItsOwn = ({ placedAt, marketAt }: Pick<OrderStory['order'], 'placedAt' | 'marketAt'>): boolean =>
  Math.abs(placedAt - marketAt) >= MINUTE

const together = (...notes: readonly (string | false | null)[]): string => notes.filter(Boolean).join(' · ')

/** The step that an open order waits for. */
function waitsFor({ stop, kind, triggered, timeInForce }: OrderStory['order']) {
  if (timeInForce === 'open') return 'waitsForOpen'
  if (timeInForce === 'close') return 'waitsForClose'
  return (stop !== null || kind === 'trailing') && !triggered ? 'waitsForStop' : 'waitsForFill'
}

type DatedStep = TimelineStep & { readonly instant: Instant }

/** The times of an order's steps: with their days, unless all of them are of today. */
function useStamp(): (story: ShownOrder) => (at: Instant) => string {
  const f = useFormats()
  const today = f.dayBeside(useToday())
  return ({ order, fills, former }) => {
    const { placedAt, triggered, filledAt, endedAt } = order
    const instants = [
      placedAt,
      triggered?.at,
      filledAt,
      endedAt,
      ...fills.map(({ at }) => at),
      ...former.map(({ at }) => at),
    ]
    const isToday = instants.every((at) => at === undefined || at === null || f.dayBeside(at) === today)
    return (at) => (isToday ? f.time(at) : f.date(at))
  }
}

/** The steps between: the changes of the terms, the stop that was reached, and the parts that are filled. */
function useProgress(): (story: ShownOrder) => readonly TimelineStep[] {
  const t = useText('orders')
  const f = useFormats()
  const terms = useWholeTermsText()
  const stampOf = useStamp()
  return (story) => {
    const { order, fills, former } = story
    const stamp = stampOf(story)
    const step = (label: string, instant: Instant, note?: string): DatedStep => ({
      label,
      at: stamp(instant),
      note,
      state: 'done',
      instant,
    })
    const { triggered } = order
    const changed = former.map(({ split, move, fill, ...was }) => {
      if (move) {
        const tickers = { from: tickerOf(move.listing), to: tickerOf(move.successor) }
        return step(t('movedToTicker', tickers), was.at)
      }
      const ratio = split && { to: f.count(split.to), from: f.count(split.from) }
      const adjusted = split && isReverse(split) ? 'adjustedAtReverse' : 'adjustedAtSplit'
      const label = ratio ? t(adjusted, ratio) : t(fill === null ? 'stepChanged' : 'stepGrew')
      return step(label, was.at, t('stepBefore', { terms: terms({ ...order, ...was }) }))
    })
    const reached = triggered
      ? [step(t('stopReached', { price: f.price(triggered.stop, order.currency) }), triggered.at)]
      : []
    // A fill that completes the order is the last step.
    const parts = order.state === 'filled' ? fills.slice(0, -1) : fills
    const sumTo = (at: number): bigint => parts.slice(0, at + 1).reduce((sum, fill) => sum + fill.shares, 0n)
    const partly = parts.map((fill, at) =>
      step(
        t('filledOf', { filled: f.count(sumTo(at)), shares: f.count(order.shares) }),
        fill.at,
        t('stepPart', { shares: f.count(fill.shares), price: f.price(fill.price, order.currency) }),
      ),
    )
    const steps = [...changed, ...reached, ...partly]
    // By two clocks, instants cannot be compared.
    return hasClockOfItsOwn(order) ? steps : steps.toSorted((one, other) => one.instant - other.instant)
  }
}

/** An order's steps, and the one it waits for. */
export function useOrderSteps(story: ShownOrder): readonly TimelineStep[] {
  const { order, fills, opened, former } = story
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const stamp = useStamp()(story)
  const market = (at: Instant | null) => hasClockOfItsOwn(order) && at !== null && t('marketTime', { time: f.date(at) })
  const received: TimelineStep = {
    label: t('received'),
    at: stamp(order.placedAt),
    note: together(t('heldLine', { held: held(former[0]?.held ?? order.held) }), market(order.marketAt)),
    state: 'done',
  }
  const progress = useProgress()(story)
  if (isOpen(order)) {
    // Its end stands above, in its terms, and here once more if it is by another clock than the steps.
    const note =
      hasClockOfItsOwn(order) && order.endsAt !== null
        ? together(t('endsAt', { time: f.date(order.endsAt) }), t('marketClock'))
        : undefined
    return [received, ...progress, { label: t(waitsFor(order)), note, state: 'next' }]
  }
  if (order.state === 'filled') {
    const note =
      together(
        opened.length > 0 && t('lotOpened', { number: opened.map(({ number }) => number).join(', ') }),
        market(fills.at(-1)?.quote.at ?? null),
      ) || undefined
    return [
      received,
      ...progress,
      { label: t('stateFilled'), at: stamp(order.filledAt ?? order.placedAt), note, state: 'good' },
    ]
  }
  const label = order.state === 'cancelled' ? 'stateCancelled' : 'stateExpired'
  const why = order.endReason ? `${t(END_TEXTS[order.endReason])}. ` : ''
  return [
    received,
    ...progress,
    {
      label: t(label),
      at: stamp(order.endedAt ?? order.placedAt),
      note: why + (order.filled === 0n ? t('released', { held: held(order.held) }) : t('restReleased')),
      state: 'done',
    },
  ]
}
