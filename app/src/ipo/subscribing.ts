import { useState } from 'react'
import { cents, type Currency } from '@lonja/core/base/amount'
import { changeApplication, subscribeToOffer, type Wish } from '@lonja/core/ipo/ipo.contract'
import { amountFor, lotsFor, sharesFor } from '@lonja/core/ipo/ipo.rules'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { staleAfterApplication, type Application, type WholeOffer } from './offer.ts'

export type By = 'lots' | 'amount'

/**
 * The form of an application, by lots or by an amount: what it holds, what is left, and its submission. One form has one id:
 * a second tap is the same application.
 */
export function useSubscribing(offer: WholeOffer, running: Application | null, onDone: (reply: Application) => void) {
  const t = useText('ipo')
  const f = useFormats()
  const { currency, most } = offer
  const [id] = useState(newId)
  const [by, setBy] = useState<By>('lots')
  const [typedLots, setTypedLots] = useState<bigint | null>(running?.lots ?? 1n)
  const [amount, setAmount] = useState<bigint | null>(null)
  const { ref, tried, count } = useTries()
  const heldNow = running?.hold.units ?? 0n
  const free = useFree(currency)

  const entry = by === 'lots' ? typedLots : amount
  const lots = entry === null ? null : wholeLots(by === 'lots' ? entry : lotsFor(offer, cents(entry)))
  const hold = lots === null ? null : amountFor(offer, lots)
  const least = f.amount({ asset: currency, units: amountFor(offer, wholeLots(1n)) })
  const tooFew = lots !== null && lots < 1n ? t('minimum', { min: least }) : undefined
  const tooMany = lots !== null && lots > most ? t('most', { most: f.count(most) }) : undefined
  const lacks = hold !== null && free !== undefined && hold > free + heldNow ? hold - free - heldNow : null
  const atOnce = tooMany ?? (lacks === null ? undefined : t('insufficient'))
  const wrong = entry === null ? t('missing') : (tooFew ?? atOnce)

  const { subscribe, change, refusal, refused, forget, busy } = useSending(running, onDone, count)
  const setterOf =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      forget()
    }
  return {
    ref,
    by,
    typedLots,
    amount,
    hold,
    heldNow,
    free,
    lacks,
    /** The accepted size; null while it is missing or out of the limits. */
    accepted: lots === null || lots < 1n || lots > most ? null : { lots, shares: sharesFor(offer, lots) },
    least,
    setBy: setterOf<By>(setBy),
    setLots: setterOf<bigint | null>(setTypedLots),
    setAmount: setterOf<bigint | null>(setAmount),
    /** Exceeding a limit is said at once, the rest after the button was pressed. */
    error: (tried ? wrong : atOnce) ?? refused,
    elsewhere: refusal && refused === undefined ? refusal.msg : null,
    busy,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      if (wrong !== undefined) return sayMistake(wrong)
      if (entry === null || lots === null) return
      const wish: Wish = by === 'lots' ? { lots } : { amount: { asset: currency, units: entry } }
      if (running) change.mutate({ id: running.id, wish })
      else subscribe.mutate({ id, offer: offer.id, wish })
    },
  }
}

/** The free cash of a currency; undefined until it is here. */
function useFree(currency: Currency): bigint | undefined {
  const figures = useRead(readFigures, {})
  return figures.data?.byCurrency.find((each) => each.currency === currency)?.free
}

/** The two calls of the form: a new application, and the change of a running one. */
function useSending(running: Application | null, onDone: (reply: Application) => void, onRefusal: () => void) {
  const t = useText('ipo')
  const answers = {
    onReply: (reply: Application) => {
      staleAfterApplication()
      toast(t(running ? 'changed' : 'done'), { kind: 'done' })
      onDone(reply)
    },
    // The free amount, the state or the application may have changed since they were shown.
    onRefusal: () => {
      onRefusal()
      staleAfterApplication()
    },
  }
  const subscribe = useWrite(subscribeToOffer, answers)
  const change = useWrite(changeApplication, answers)
  const send = running ? change : subscribe
  return {
    subscribe,
    change,
    refusal: send.refusal,
    /** The error of the size, in words. */
    refused: send.mistake('lots') ?? send.mistake('amount') ?? send.mistake('wish'),
    forget: (): void => {
      subscribe.forget()
      change.forget()
    },
    busy: subscribe.isPending || change.isPending,
  }
}
