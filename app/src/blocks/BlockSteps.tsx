import type { PriceE4 } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { useExactPrice, type Block } from './block.ts'

/** The steps of an application: those that were made, and those that are still to come. */
export function BlockSteps({ block }: { block: Block }) {
  const t = useText('blocks')
  const steps = [...useAsked(block), ...usePriced(block), ...useSold(block)]
  return <Timeline label={t('steps')} steps={steps} />
}

/** The application, and its review. */
function useAsked({
  at,
  dueAt,
  shares,
  cap,
  currency,
  granted,
  approvedAt,
  state,
  endedAt,
  reason,
  withdrawal,
  offered,
}: Block): TimelineStep[] {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const application: TimelineStep = {
    label: t('stepAsked'),
    at: f.date(at),
    note: t('asked', { count: f.count(shares), price: exact(cap, currency) }),
    state: 'done',
  }
  if (state === 'offered' && offered)
    return [
      application,
      { label: t('stepOffered', { count: f.count(offered.shares) }), note: reason?.title, state: 'done' },
      { label: t('stepAnswer'), at: offered.endsAt === null ? undefined : f.date(offered.endsAt), state: 'now' },
    ]
  if (state === 'pending' || state === 'in_review' || state === 'offered')
    return [application, { label: t('stepReviewed'), at: f.date(dueAt), state: 'now' }]
  const ended = endedAt === null ? undefined : f.date(endedAt)
  if (state === 'withdrawn')
    return [application, { label: t('state_withdrawn'), at: ended, note: withdrawal?.reason.title, state: 'bad' }]
  if (granted === null || state === 'declined' || state === 'expired')
    return [application, { label: t(`state_${state}`), at: ended, note: reason?.title, state: 'bad' }]
  const approved = approvedAt === null ? undefined : f.date(approvedAt)
  return [
    application,
    { label: t('stepApproved', { count: f.count(granted) }), at: approved, note: reason?.title, state: 'done' },
  ]
}

/** The price: awaited, made with its evidence, or the end without one. */
function usePriced(block: Block): TimelineStep[] {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const names = useMarketNames()
  const { state, granted, priceAfter, purchase, aboveCap, discountBps, currency, endedAt } = block
  if (granted === null || priceAfter === null) return []
  const evidenceOf = ({ ask, at, source }: { ask: PriceE4; at: number; source: string }) =>
    t('stepEvidence', {
      ask: f.price(ask, currency),
      time: f.time(at),
      source: names.source(source),
      discount: f.rate(BigInt(discountBps)),
    })
  if (purchase)
    return [
      {
        label: t('stepBought', { price: exact(purchase.price, currency) }),
        at: f.date(purchase.boughtAt),
        note: evidenceOf(purchase.evidence),
        state: 'done',
      },
    ]
  const ended = endedAt === null ? undefined : f.date(endedAt)
  if (aboveCap)
    return [
      {
        label: t('stepAbove', { price: exact(aboveCap.price, currency) }),
        at: ended,
        note: evidenceOf(aboveCap),
        state: 'bad',
      },
    ]
  if (state === 'approved') return [{ label: t('stepPriceNext'), at: f.date(priceAfter), state: 'now' }]
  return [{ label: t(`state_${state}`), at: ended, state: 'bad' }]
}

/** The lock with its end, and the sale. */
function useSold({ purchase, currency, lockDays }: Block): TimelineStep[] {
  const t = useText('blocks')
  const f = useFormats()
  if (!purchase) return []
  const { until, freedAt, sellPrice, state } = purchase
  const lock: TimelineStep = {
    label: t('stepLocked'),
    at: t('lockFor', { count: BigInt(lockDays) }),
    note: t('stepLockedNote'),
    state: freedAt === null ? 'now' : 'done',
  }
  const free: TimelineStep = {
    label: t('stepFree'),
    at: f.date(freedAt ?? until),
    note: t('stepFreeNote'),
    state: freedAt === null ? 'next' : 'done',
  }
  if (state === 'handed_back') return [lock, free, { label: t('status_handed_back'), state: 'done' }]
  if (sellPrice === null) return [lock, free]
  return [lock, free, { label: t('stepSold', { price: f.price(sellPrice, currency) }), state: 'done' }]
}
