import type { Currency } from '@lonja/core/base/amount'
import { partOf } from '@lonja/core/orders/preview.rules'
import { changeBps } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { useAway } from '@lonja/kit/connection'
import { streamNow } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Change } from '@lonja/kit/parts/Change'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { Notice } from '@lonja/kit/parts/blocks'
import { Price } from '@lonja/kit/parts/Price'
import { Segments } from '@lonja/kit/parts/Segments'
import { Slider } from '@lonja/kit/parts/Slider'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText } from '@lonja/kit/text'
import { AccessWait } from '../accounts/AccessWait.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { useFeeText, useRoundingText } from './fees.ts'
import { KIND_TEXTS } from './kinds.ts'
import { TakesOver } from './TakesOver.tsx'
import { OfLot } from './OfLot.tsx'
import { LimitField, Prices, Validity } from './TicketPrices.tsx'
import { mostIn, type TicketRefusal as Refused, type TicketProps } from './facts.ts'
import { TICKET_KINDS, lotOf, percentOf, withKind } from './ticket.ts'
import { Stopped } from './Stopped.tsx'
import styles from './OrderTicket.module.css'

/** The ticket's fields: side, market or limit, number of shares, validity. */
export function TicketFields(props: TicketProps & { refusal: Refused }) {
  const { instrument, facts, form, change, refusal } = props
  const t = useText('orders')
  const f = useFormats()
  const quote = facts.quote!
  const { currency } = instrument
  const at = (price: typeof quote.ask) => (facts.halted ? undefined : t('atPrice', { price: f.price(price, currency) }))
  return (
    <div className={styles.fields}>
      <LastLine {...props} />
      <Standing {...props} refusal={refusal} />
      <Stopped />
      <Restriction from={form.side === 'buy' ? 1 : 3} />
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
      <Segments
        label={t('order')}
        labelShown
        value={form.kind}
        onChange={(kind) => change(withKind(form, kind, quote))}
        options={TICKET_KINDS.map((value) => ({ value, label: t(KIND_TEXTS[value]) }))}
      />
      <OfLot {...props} />
      <Quantity {...props} refusal={refusal} />
      {form.side === 'sell' && form.shares !== null && (
        <TakesOver sale={{ listing: instrument.listing, shares: form.shares, lot: lotOf(form) }} />
      )}
      <Prices {...props} refusal={refusal} />
      <Validity {...props} />
      <NextFees terms={facts.terms} currency={currency} />
      {facts.terms && form.side === 'buy' && (
        <details className={styles.why}>
          <summary>{t('whyWorst')}</summary>
          <p>{t('whyText', { collar: f.rate(BigInt(facts.terms.collarBps), 0) })}</p>
        </details>
      )}
    </div>
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
function LastLine({ instrument, facts }: TicketProps) {
  const t = useText('orders')
  const quote = facts.quote!
  const previous = instrument.day?.previousClose ?? null
  const away = useAway() !== null
  const seconds = Math.max(0, Math.round((streamNow() - quote.at) / 1_000))
  return (
    <p className={styles.last}>
      {t('lastPrice')} <Price of={quote.last} currency={instrument.currency} stale={facts.stale} />{' '}
      <Change bps={previous === null ? null : changeBps(previous, quote.last)} stale={facts.stale} />
      {!away && streamNow() > 0 && seconds < 60 && <> · {t('secondsAgo', { seconds })}</>}
    </p>
  )
}

/** The number of shares, and the limit price beside it if there is one. */
function Quantity(props: TicketProps & { refusal: Refused }) {
  const { instrument, facts, form, change, refusal } = props
  const t = useText('orders')
  const deposits = useText('deposits')
  const f = useFormats()
  const { side, kind, shares } = form
  const limited = kind === 'limit'
  const most = mostIn(form, instrument.listing, facts)
  const short = shares !== null && shares > most
  const message = side === 'buy' ? t('insufficientBalance') : t(most === 0n ? 'noShares' : 'insufficientShares')
  const refused =
    refusal && 'fields' in refusal ? refusal.fields.find(({ field }) => field === 'shares')?.msg : undefined
  const error = shares === null || shares < 1n ? t('positiveInteger') : short ? message : refused
  const put = (percent: number) => change({ shares: partOf(most, percent) })
  return (
    <div>
      <div className={limited ? styles.pair : undefined}>
        <Stepper
          label={t('shares')}
          labelRight={t(limited ? 'maxShort' : side === 'buy' ? 'maxWithMoney' : 'maxHeld', { shares: f.count(most) })}
          value={shares}
          onChange={(next) => change({ shares: next })}
          keypad
          compact={limited}
          error={error}
        />
        {limited && <LimitField {...props} />}
      </div>
      {short && most > 0n && (
        <div className={styles.mend}>
          <Chip act label={t('putMax', { shares: f.count(most) })} onClick={() => change({ shares: most })} />
        </div>
      )}
      {short && most === 0n && side === 'buy' && (
        <Button look="text" small label={deposits('title')} href={hrefTo('/subPackages/recharge/type')} />
      )}
      <Slider
        label={t('shareOfMax')}
        value={percentOf(shares, most)}
        onChange={put}
        text={f.count(shares ?? 0n)}
        disabled={most === 0n}
      />
      <Chips label={t('shareOfMax')} spread>
        {[25, 50, 75].map((percent) => (
          <Chip
            key={percent}
            act
            label={f.rate(BigInt(percent * 100), 0)}
            disabled={most === 0n}
            onClick={() => put(percent)}
          />
        ))}
        <Chip act label={t('max')} disabled={most === 0n} onClick={() => put(100)} />
      </Chips>
    </div>
  )
}

/** Obstacles and warnings: a refusal by the server, a stale quote, a closed or halted market. */
function Standing({ instrument, facts, refusal, form }: TicketProps & { refusal: Refused }) {
  const t = useText('orders')
  const f = useFormats()
  const { state, opensAt, resumesAt } = instrument.session
  const { halted } = facts
  const message = refusal && !('fields' in refusal && refusal.fields.length > 0) ? refusal.msg : null
  return (
    <div className={styles.standing} role="alert">
      {message && (
        <Notice tone="loss">{f.sentences(message, !(refusal && 'refused' in refusal) && t('lostAnswer'))}</Notice>
      )}
      {halted && <Notice>{resumesAt === null ? t('halted') : t('haltedUntil', { time: f.clock(resumesAt) })}</Notice>}
      {state === 'closed' && (
        <Notice tone="ground">{opensAt === null ? t('closedForGood') : t('opensAt', { time: f.date(opensAt) })}</Notice>
      )}
      {state === 'open' && facts.stale && form.kind === 'market' && <Notice>{t('staleQuote')}</Notice>}
      {facts.neverARate && form.side === 'buy' && (
        <Notice tone="ground">{t('noRateRecorded', { currency: instrument.currency })}</Notice>
      )}
    </div>
  )
}
