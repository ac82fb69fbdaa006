import type { Ref } from 'react'
import type { Currency } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { useAway } from '@lonja/kit/connection'
import { streamNow } from '@lonja/kit/live'
import { useHasLargeText } from '@lonja/kit/parts/DockLines'
import { Change } from '@lonja/kit/parts/Change'
import { Notice } from '@lonja/kit/parts/blocks'
import { Price } from '@lonja/kit/parts/Price'
import { Segments } from '@lonja/kit/parts/Segments'
import { Select } from '@lonja/kit/parts/Select'
import { useText } from '@lonja/kit/text'
import { AccessWait } from '../accounts/AccessWait.tsx'
import { Restriction, useRestriction } from '../accounts/Restriction.tsx'
import { BuyBy } from './AmountField.tsx'
import { useFeeText, useRoundingText } from './fees.ts'
import { wrongExitIn } from './exits.ts'
import { KIND_TEXTS } from './kinds.ts'
import { OfLot } from './OfLot.tsx'
import { Quantity, ShareOfMost } from './Quantity.tsx'
import { RefusalNotice, SessionNotices, Standing } from './Standing.tsx'
import { TakesOver } from './TakesOver.tsx'
import { TicketExits } from './TicketExits.tsx'
import { TicketLeverage } from './TicketLeverage.tsx'
import { Prices, Validity } from './TicketPrices.tsx'
import { lacksPrice, mostIn, previewIn, type TicketProps, type TicketRefusal as Refused } from './facts.ts'
import { TICKET_KINDS, draftOf, lotOf, withKind, type TicketKind } from './ticket.ts'
import { Stopped } from './Stopped.tsx'
import styles from './OrderTicket.module.css'

/** The ticket's fields: side, market or limit, number of shares, validity. */
export function TicketFields({ ref, ...props }: TicketProps & { refusal: Refused; ref: Ref<HTMLDivElement> }) {
  const { instrument, facts, form, change, refusal } = props
  const closed = closedFrom(form)
  const t = useText('orders')
  const f = useFormats()
  const quote = facts.quote!
  const { currency } = instrument
  const most = mostIn(form, instrument.listing, facts)
  const isLeveraged = form.side === 'buy' && form.leverage > 1
  const draft = draftOf(form, instrument.listing)
  const isMarginShort = previewIn(form, draft, facts)?.isMarginShort ?? false
  const at = (price: typeof quote.ask) =>
    facts.halted ? undefined : price > 0n ? t('atPrice', { price: f.price(price, currency) }) : '-'
  return (
    <div ref={ref} className={styles.fields}>
      <LastLine {...props} />
      <Obstacles {...props} />
      <Stopped />
      {!isRestricted(refusal) && <Restriction from={closed} />}
      {form.side === 'buy' && <AccessWait />}
      <Segments
        label={t('side')}
        value={form.side}
        onChange={(side) => change({ side })}
        options={[
          { value: 'buy', label: t('buy'), second: at(quote.ask) },
          { value: 'sell', label: t('sell'), second: at(quote.bid) },
        ]}
      />
      <Kinds {...props} quote={quote} />
      <OfLot {...props} />
      <div className={styles.quantity}>
        {form.side === 'buy' && <BuyBy {...props} />}
        <Quantity {...props} refusal={refusal} most={most} isMarginShort={isMarginShort} />
        {!isLeveraged && <ShareOfMost {...props} most={most} />}
      </div>
      {form.side === 'sell' && form.shares !== null && (
        <TakesOver sale={{ listing: instrument.listing, shares: form.shares, lot: lotOf(form) }} />
      )}
      <Prices {...props} refusal={refusal} />
      {form.side === 'buy' && <TicketLeverage {...props} refusal={refusal} />}
      {form.side === 'buy' && <TicketExits {...props} refusal={refusal} wrong={wrongExitIn(form, facts)} />}
      <Validity {...props} />
      <NextFees terms={facts.terms} currency={currency} />
      {form.side === 'buy' && <WhyWorst terms={facts.terms} />}
    </div>
  )
}

/** The kind of the order: a bar, and with large text, where that would be as high as the screen, a menu. */
function Kinds({ form, change, quote }: TicketProps & { quote: Parameters<typeof withKind>[2] }) {
  const t = useText('orders')
  const choice = {
    label: t('order'),
    value: form.kind,
    onChange: (kind: TicketKind) => change(withKind(form, kind, quote)),
    options: TICKET_KINDS.map((value) => ({ value, label: t(KIND_TEXTS[value]) })),
  }
  return useHasLargeText() ? <Select boxed {...choice} /> : <Segments labelShown {...choice} />
}

/** The level of a restriction from which a ticket's side is closed. */
const closedFrom = ({ side }: TicketProps['form']) => (side === 'buy' ? 1 : 3)

/** The refusal has no more to say than the notice of the restriction, which takes its place. */
const isRestricted = (refusal: Refused): boolean =>
  refusal !== null && 'refused' in refusal && refusal.refused === 'account_restricted'

/** The obstacles and warnings of a ticket that no field is to blame for. */
function Obstacles({ instrument, facts, form, refusal }: TicketProps & { refusal: Refused }) {
  const t = useText('orders')
  const closed = closedFrom(form)
  const restriction = useRestriction(closed)
  const { currency } = instrument
  return (
    <Standing>
      {isRestricted(refusal) && restriction ? (
        <Restriction from={closed} refused />
      ) : (
        <RefusalNotice refusal={refusal} lost={t('lostAnswer')} />
      )}
      <SessionNotices instrument={instrument} facts={facts} />
      {instrument.session.state === 'open' && facts.stale && form.kind === 'market' && (
        <Notice>{t('staleQuote')}</Notice>
      )}
      {lacksPrice(form, facts) && <Notice>{t('noAsk')}</Notice>}
      {facts.neverARate && form.side === 'buy' && <Notice tone="ground">{t('noRateRecorded', { currency })}</Notice>}
    </Standing>
  )
}

/** The safety margin of a buy at market, which its hold includes. */
function WhyWorst({ terms }: { terms: TicketProps['facts']['terms'] }) {
  const t = useText('orders')
  const f = useFormats()
  if (!terms) return null
  return (
    <details className={styles.why}>
      <summary>{t('whyWorst')}</summary>
      <p>{t('whyText', { collar: f.rate(BigInt(terms.collarBps), 0) })}</p>
    </details>
  )
}

/** A fee table that is announced, with its first day. */
function NextFees({ terms, currency }: { terms: TicketProps['facts']['terms']; currency: Currency }) {
  const t = useText('orders')
  const f = useFormats()
  const feeText = useFeeText(currency)
  const roundingText = useRoundingText()
  if (!terms?.next) return null
  const { next } = terms
  const from = t('feesFrom', { day: f.day(next.from), fees: feeText(next) })
  return <p className={styles.hint}>{f.sentences(from, roundingText(next))}</p>
}

/** The latest price, the day's change, and the price's age. */
export function LastLine({ instrument, facts }: Pick<TicketProps, 'instrument' | 'facts'>) {
  const t = useText('orders')
  const quote = facts.quote!
  const previous = instrument.day?.previousClose ?? null
  const away = useAway() !== null
  const seconds = Math.max(0, Math.round((streamNow() - quote.at) / 1_000))
  return (
    <p className={styles.last}>
      {t('lastPrice')} <Price of={quote.last} currency={instrument.currency} stale={facts.stale} />{' '}
      <Change bps={previous === null ? null : changeBps(previous, quote.last)} stale={facts.stale} />
      {!away && streamNow() > 0 && seconds < 60 && (
        <> · {seconds === 0 ? t('justNow') : t('secondsAgo', { seconds })}</>
      )}
    </p>
  )
}
