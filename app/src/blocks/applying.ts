import { useState } from 'react'
import { priceE4, wholeShares, type PriceE4, type Shares } from '@lonja/core/base/amount'
import { applyForBlock } from '@lonja/core/blocks/blocks.contract'
import { blockCost, blockHold } from '@lonja/core/blocks/blocks.rules'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { staleAfterBlock, type BlockOffer, type BlockOffers } from './block.ts'

/** The cap that the form begins with: a twentieth above the price of now, in whole cents. */
const capFor = ({ price }: BlockOffer): bigint | null => (price === null ? null : ((price * 21n) / 2_000n + 1n) * 100n)

/** The hold of an application, with its parts; null while shares or cap are missing. */
function heldFor({ listing }: BlockOffer, { fees }: BlockOffers, shares: Shares | null, cap: PriceE4 | null) {
  if (shares === null || cap === null || shares < 1n || cap < 1n) return null
  return { ...blockCost(listing, shares, cap, fees.feeTable), hold: blockHold(listing, shares, cap, fees.feeTable) }
}

/** The form of an application. One form has one id: a second tap is the same application. */
export function useApplying(offer: BlockOffer, house: BlockOffers, onDone: (id: string) => void) {
  const t = useText('blocks')
  const f = useFormats()
  const [id] = useState(newId)
  const [typed, setTyped] = useState<bigint | null>(offer.least)
  const [typedCap, setTypedCap] = useState<bigint | null>(() => capFor(offer))
  const { ref, tried, count } = useTries()
  const shares = typed === null ? null : wholeShares(typed)
  const cap = typedCap === null ? null : priceE4(typedCap)
  const held = heldFor(offer, house, shares, cap)
  const free = house.free.find(({ asset }) => asset === offer.currency)?.units ?? 0n
  const send = useSending(onDone, count)
  const missing = shares === null || shares < 1n ? t('positiveInteger') : undefined
  const range = { least: f.count(offer.least), most: f.count(offer.mostNow) }
  const outside = shares !== null && (shares < offer.least || shares > offer.mostNow) ? t('outside', range) : undefined
  const overdrawn = held !== null && held.hold.units > free ? t('insufficient') : undefined
  const wrongShares = missing ?? outside ?? overdrawn
  const wrongCap = cap === null ? t('missing') : cap < 1n ? t('capPositive') : undefined
  const changed =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      send.forget()
    }
  return {
    ref,
    shares,
    cap,
    held,
    /** The cash that stays free; null while that is unknown or too little. */
    left: held === null || held.hold.units > free ? null : free - held.hold.units,
    /** The free cash, where it is too little; null otherwise. */
    short: overdrawn === undefined ? null : free,
    setShares: changed<bigint | null>(setTyped),
    setCap: changed<bigint | null>(setTypedCap),
    /** The missing is said after the button was pressed, all else at once. */
    sharesError: (tried ? wrongShares : (overdrawn ?? (missing ? undefined : outside))) ?? send.mistake('shares'),
    capError: (tried ? wrongCap : undefined) ?? send.mistake('cap'),
    elsewhere:
      send.refusal && send.mistake('shares') === undefined && send.mistake('cap') === undefined
        ? send.refusal.msg
        : null,
    busy: send.isPending,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const wrong = wrongShares ?? wrongCap
      if (wrong !== undefined) return sayMistake(wrong)
      if (shares !== null && cap !== null) send.mutate({ id, offer: offer.offer, shares, cap })
    },
  }
}

function useSending(onDone: (id: string) => void, onRefusal: () => void) {
  const t = useText('blocks')
  return useWrite(applyForBlock, {
    onReply: (reply) => {
      staleAfterBlock()
      toast(t('done'), { kind: 'done' })
      onDone(reply.id)
    },
    // The free cash, or the shares that are left, may have changed since.
    onRefusal: () => {
      onRefusal()
      staleAfterBlock()
    },
  })
}
