import { isCurrency, type Asset } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { drawTimeOf, type Application, type WholeOffer } from './offer.ts'

/** One posting: what it changed in cash, and whether it brought shares. */
interface WayPosting {
  readonly posting: number
  readonly at: number
  readonly asset: Asset
  readonly free: bigint
  readonly held: bigint
  readonly bringsShares: boolean
}

/** The way of the money: the postings that were made, then the steps that are still to come. */
export function MoneyWay({ offer, own }: { offer: WholeOffer; own: Application | null }) {
  const t = useText('ipo')
  const sayPosted = useStep()
  const coming = useComing(offer, own)
  const past = own ? postingsOf(offer).map(sayPosted) : []
  // The step that is waited for; without an application none is.
  const isUnderWay = own?.state === 'subscribed' || own?.state === 'won'
  const steps = coming.map((step, place) =>
    isUnderWay && place === 0 && step.state === 'next' ? { ...step, state: 'now' as const } : step,
  )
  return <Timeline label={t('moneyWay')} steps={[...past, ...steps]} />
}

/** The entries of an application by posting, oldest first: one posting may have several. */
export function postingsOf({ money, currency }: Pick<WholeOffer, 'money' | 'currency'>): WayPosting[] {
  const postings = [...new Set(money.map(({ posting }) => posting))]
  return postings.map((posting) => {
    const entries = money.filter((entry) => entry.posting === posting)
    const cash = entries.filter(({ free }) => free.asset === currency)
    return {
      posting,
      at: entries[0]?.at ?? 0,
      asset: currency,
      free: cash.reduce((sum, { free }) => sum + free.units, 0n),
      held: cash.reduce((sum, { held }) => sum + held.units, 0n),
      bringsShares: cash.length < entries.length,
    }
  })
}

/** A posting in words, which follow from the changes of the free and the held balance. */
function useStep(): (step: WayPosting, order: number) => TimelineStep {
  const t = useText('ipo')
  const f = useFormats()
  return ({ posting, at, asset, free, held, bringsShares }, order) => {
    const amount = (units: bigint) => f.amount({ asset, units })
    const base = { at: f.date(at), state: 'done' as const }
    const number = f.count(BigInt(posting))
    const paid = -(free + held)
    if (paid > 0n) {
      const note = t('stepPaidNote', { paid: amount(paid), back: amount(free), number })
      return { ...base, label: t('stepPaid'), note }
    }
    if (bringsShares) return { ...base, label: t('stepDelivered'), note: t('posting', { number }) }
    const key = held > 0n ? (order === 0 ? 'stepHeld' : 'stepHeldMore') : 'stepReleased'
    return { ...base, label: t(key), note: t('stepNote', { amount: amount(held > 0n ? held : -held), number }) }
  }
}

/** The steps that are still to come for an application, or for one who has none yet. */
function useComing(offer: WholeOffer, own: Application | null): TimelineStep[] {
  const { state, closes, delivers, lists, money } = offer
  const t = useText('ipo')
  const f = useFormats()
  const next = (label: string, at: number, note: string): TimelineStep => ({
    label,
    at: f.date(at),
    note,
    state: 'next',
  })
  const hold: TimelineStep = { label: t('stepHeld'), note: t('comingHeld'), state: 'next' }
  const change = next(t('comingChange'), closes, t('comingChangeNote'))
  const draw = next(t('stepPaid'), drawTimeOf(offer), t('comingDraw'))
  const isDelivered = money.some(({ free, held }) => !isCurrency(free.asset) || !isCurrency(held.asset))
  const shares = [
    ...(isDelivered || state === 'listed' ? [] : [next(t('stepDelivered'), delivers, t('comingDelivered'))]),
    state === 'listed'
      ? { label: t('comingListed'), at: f.date(lists), note: t('comingListedNote'), state: 'good' as const }
      : next(t('comingListed'), lists, t('comingListedNote')),
  ]
  if (state === 'cancelled') return []
  if (own === null || own.state === 'withdrawn') {
    return state === 'subscribing' || state === 'not_started' ? [hold, change, draw, ...shares] : [draw, ...shares]
  }
  if (own.state === 'subscribed') return [...(state === 'subscribing' ? [change] : []), draw, ...shares]
  return own.state === 'won' ? shares : []
}
