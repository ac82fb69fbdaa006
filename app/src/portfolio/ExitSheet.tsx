import { useState } from 'react'
import { tickerOf, wholeShares, type PriceE4 } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { estimateFor } from '@lonja/core/portfolio/sales.rules'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { Notice } from '@lonja/kit/parts/blocks'
import { Price } from '@lonja/kit/parts/Price'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useTicketFacts, type TicketFacts } from '../orders/facts.ts'
import { ExitFields } from './ExitFields.tsx'
import { exitFormOf, exitPricesOf, firstExit, wrongTrail, type ExitForm, type ExitOf } from './exit.ts'
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
    <Sheet title={t('putExit', what)} onClose={onClose}>
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
  const [form, setForm] = useState<ExitForm>(() => (of.order && exitFormOf(of.order)) ?? firstExit(bid))
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
        {about && <p className={styles.soft}>{about}</p>}
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
        <ExitFields of={of} form={form} bid={bid} tried={tried} change={change} />
        <Outcome of={of} form={form} facts={facts} />
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

/** The results of selling the shares at the stop and at the profit, and that the price of a stop is not assured. */
function Outcome({ of, form, facts }: { of: ExitOf; form: ExitForm; facts: TicketFacts }) {
  const t = useText('portfolio')
  const f = useFormats()
  const money = (units: bigint) => f.amount({ asset: of.position.currency, units }, 'results')
  const at = (price: PriceE4 | null) => (price === null ? null : resultAt(of, price, facts))
  const [atStop, atProfit] = [form.by === 'price' ? at(form.stop) : null, form.takes ? at(form.profit) : null]
  const row = (price: PriceE4 | null, result: bigint | null): Definition[] =>
    result === null
      ? []
      : [{ label: t('exitResult', { price: f.price(price) }), value: money(result), tone: toneFor(result) }]
  return (
    <>
      <DefinitionRows tight rows={[...row(form.stop, atStop), ...row(form.profit, atProfit)]} />
      {form.by !== 'none' && <Notice>{t('exitNotAssured')}</Notice>}
    </>
  )
}

/** The result of selling the shares at a price, against the lot or the oldest ones; null if the lots do not cover them. */
function resultAt({ position, lot, shares }: ExitOf, price: PriceE4, { terms }: Pick<TicketFacts, 'terms'>) {
  if (!terms || price < 1n) return null
  const quote = { bid: price, ask: price }
  const priced = { quote, feeTable: terms.feeTable, lot: lot?.lot ?? null }
  return estimateFor({ listing: position.listing, lots: position.lots }, wholeShares(shares), priced)?.result ?? null
}

function Terms({ of: { shares, order } }: { of: ExitOf }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const until = order?.endsAt ? orders('endsAt', { time: f.date(order.endsAt) }) : orders('untilCancelled')
  return (
    <DefinitionRows
      tight
      rows={[
        { label: orders('valid'), value: until },
        { label: t('exitHolds'), value: t('exitShares', { shares: f.count(shares) }) },
      ]}
    />
  )
}
