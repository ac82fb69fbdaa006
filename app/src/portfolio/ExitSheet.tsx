import { useState } from 'react'
import { tickerOf, wholeShares, type PriceE4 } from '@lonja/core/base/amount'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Notice } from '@lonja/kit/parts/blocks'
import { Price } from '@lonja/kit/parts/Price'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useTicketFacts, type TicketFacts } from '../orders/facts.ts'
import { ExitFields } from './ExitFields.tsx'
import { useCloseOutRow } from './LotMargin.tsx'
import { closeOutOf, exitFormOf, exitPricesOf, firstExit, wrongTrail, type ExitForm, type ExitOf } from './exit.ts'
import styles from './Exit.module.css'

/** The sheet of an exit: its stop, its profit, what each would bring, and what is held. */
export function ExitSheet({ of, onClose }: { of: ExitOf; onClose: () => void }) {
  const t = useText('portfolio')
  const f = useFormats()
  const facts = useTicketFacts(of.position.listing)
  const { lot, shares, position } = of
  const bid = facts.quote?.bid ?? null
  const what = { shares: f.count(shares), code: tickerOf(position.listing) }
  const ofLot = lot && t('exitOfLot', { number: lotNumberFor(lot.lot), price: f.price(lot.price, position.currency) })
  return bid === null || bid <= 0n ? (
    <Sheet title={t('putExit', what)} about={ofLot} onClose={onClose}>
      <p className={styles.soft}>{t('exitWaitsForQuote')}</p>
    </Sheet>
  ) : (
    <Form of={of} bid={bid} facts={facts} title={t('putExit', what)} about={ofLot} onClose={onClose} />
  )
}

interface FormProps {
  of: ExitOf
  bid: PriceE4
  facts: TicketFacts
  title: string
  about: string | null
  onClose: () => void
}

function Form({ of, bid, facts, title, about, onClose }: FormProps) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const [form, setForm] = useState<ExitForm>(() => (of.order && exitFormOf(of.order)) ?? firstExit(bid, closeOutOf(of)))
  const { send, busy, refused, forget } = useExit(of, onClose)
  const change = (part: Partial<ExitForm>) => {
    forget()
    setForm({ ...form, ...part })
  }
  const { ref, tried, count } = useTries<HTMLDivElement>()
  const prices = exitPricesOf(form)
  const wrong = wrongTrail(form)
  const missing = wrong ? orders(wrong) : orders('exitPriceMissing')
  const submit = () => {
    if (prices) return send(prices)
    count()
    sayMistake(missing)
  }
  return (
    <Sheet
      title={title}
      about={about}
      onClose={onClose}
      actions={
        <Button
          label={useActText()(of, form)}
          second={prices ? t('exitChanges') : missing}
          busy={busy}
          onClick={submit}
        />
      }
    >
      <div ref={ref} className={styles.form}>
        <DefinitionRows
          tight
          rows={[
            { label: t('exitBidNow'), value: <Price of={bid} currency={of.position.currency} stale={facts.stale} /> },
          ]}
        />
        {refused && (
          <div role="alert">
            <Notice tone="loss">{refused}</Notice>
          </div>
        )}
        <ExitFields of={of} form={form} bid={bid} facts={facts} tried={tried} change={change} />
        <Terms of={of} />
      </div>
    </Sheet>
  )
}

/** Places an exit, or replaces the terms of an open one. One sheet has one id: a second tap is the same order. */
function useExit({ position, lot, shares, order }: ExitOf, onClose: () => void) {
  const t = useText('portfolio')
  const [id] = useState(newId<'order'>)
  const done = () => {
    markStale(['orders', 'balances'])
    toast(t(order ? 'exitChanged' : 'exitPlaced'), { kind: 'done' })
    onClose()
  }
  const options = { onReply: done, onRefusal: () => markStale(['orders', 'balances']) } as const
  const placing = useWrite(placeOrder, options)
  const changing = useWrite(replaceOrder, options)
  const send = (prices: NonNullable<ReturnType<typeof exitPricesOf>>) => {
    if (order) {
      const { limit, stop = null, trail = null, trailBps = null, profit = null } = prices
      const newTerms = { limit, stop, trail, trailBps, profit, shares: order.shares, timeInForce: order.timeInForce }
      return changing.mutate({ id: order.id, side: 'sell', changes: order.changes, ...newTerms })
    }
    const terms = { ...prices, side: 'sell', shares: wholeShares(shares), timeInForce: 'gtc', exit: true } as const
    placing.mutate({ id, listing: position.listing, lot: lot?.lot ?? null, ...terms })
  }
  const forget = () => (order ? changing : placing).forget()
  return {
    send,
    forget,
    busy: placing.isPending || changing.isPending,
    refused: (order ? changing : placing).refusal?.msg ?? null,
  }
}

/** The act: `Vender 60 QLN si baja a 58,00`. */
function useActText(): (of: ExitOf, form: ExitForm) => string {
  const t = useText('portfolio')
  const f = useFormats()
  return ({ position, shares, order }, { by, stop, trailBps, profit }) => {
    const what = { shares: f.count(shares), code: tickerOf(position.listing) }
    if (order) return t('changeExit')
    if (by === 'none') return t('exitAtProfit', { ...what, price: f.price(profit) })
    if (by === 'share') return t('exitFollows', { ...what, distance: f.rate(trailBps ?? 0n) })
    return t('exitAtStop', { ...what, price: f.price(stop) })
  }
}

/** The other exits of the shares, how long this exit is in force, and what it holds. */
function Terms({ of: { position, lot, shares, order } }: { of: ExitOf }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const closeOut = useCloseOutRow()(position, lot)
  const until = order?.endsAt ? orders('endsAt', { time: f.date(order.endsAt) }) : orders('untilCancelled')
  return (
    <DefinitionRows
      tight
      rows={[
        ...(closeOut ? [closeOut] : []),
        { label: orders('valid'), value: until },
        { label: t('exitHolds'), value: t('exitShares', { count: Number(shares), shares: f.count(shares) }) },
      ]}
    />
  )
}
