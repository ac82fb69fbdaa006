import { currencyFor, priceE4, type PriceE4 } from '@lonja/core/base/amount'
import type { TimeInForce } from '@lonja/core/orders/orders.contract'
import { useFormats } from '@lonja/kit/formats'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Select } from '@lonja/kit/parts/Select'
import { useText, type TextKey } from '@lonja/kit/text'
import { fieldRefusal, type TicketProps, type TicketRefusal } from './facts.ts'
import { FORCE_TEXTS } from './kinds.ts'
import { distanceBps, gapBetween, isPrice, placesFor, pricesOf, timesFor, type TicketForm } from './ticket.ts'
import styles from './OrderTicket.module.css'

type Props = TicketProps & {
  refusal: TicketRefusal
  /** The terms before, shown beside the fields that differ. */
  was?: TicketForm
}

/** The prices of an order that waits for a stop. A limit order has its price beside the shares. */
export function Prices(props: Props) {
  const { kind } = props.form
  if (kind === 'stop') return <StopField {...props} />
  if (kind === 'trailing') return <TrailField {...props} />
  if (kind !== 'stop_limit') return null
  return (
    <div className={styles.pair}>
      <PriceField {...props} field="stop" label="stopPrice" />
      <PriceField {...props} field="limit" label="limitPrice" />
      <StopHint {...props} />
    </div>
  )
}

/** True where the field itself says that its price is missing. */
const isNamed = ({ tried }: Props, price: PriceE4 | null): boolean => tried === true && !isPrice(price)

/** The quotes that can meet a limit, by its time in force: any, the next one alone, or the session's first or last. */
const LIMIT_TEXTS = {
  day: 'limitWaits',
  gtc: 'limitWaits',
  ioc: 'limitNextQuote',
  fok: 'limitNextQuote',
  open: 'limitAtOpen',
  close: 'limitAtClose',
} as const satisfies Record<TimeInForce, TextKey<'orders'>>

const isOfSession = ({ timeInForce }: TicketForm): boolean => timeInForce === 'open' || timeInForce === 'close'

/** A limit and how far it is from the price that it waits for. */
export function LimitField(props: Props) {
  const { instrument, facts, form } = props
  const t = useText('orders')
  const f = useFormats()
  const quote = facts.quote!
  const against = form.side === 'buy' ? quote.ask : quote.bid
  const distance = distanceBps(form.limit, against)
  const waits = form.limit !== null && (form.side === 'buy' ? form.limit < against : form.limit > against)
  const when = t(LIMIT_TEXTS[form.timeInForce])
  // Less than a hundredth of a per cent would read as zero, so it is shown in money.
  const apart = distance
    ? f.rate(distance)
    : f.price(form.limit && gapBetween(form.limit, against), instrument.currency)
  const hint =
    form.limit !== null && against === 0n
      ? t('limitAlone')
      : distance === null
        ? t('limitMissing')
        : waits
          ? t(form.side === 'buy' ? 'limitBelow' : 'limitAbove', { apart, when })
          : isOfSession(form)
            ? t('limitMetNow', { when })
            : t('limitMet')
  return (
    <>
      <PriceField {...props} field="limit" label="limitPrice" />
      {!isNamed(props, form.limit) && (
        <p className={styles.hint} data-sentence>
          {hint}
        </p>
      )}
    </>
  )
}

function StopField(props: Props) {
  return (
    <div className={styles.alone}>
      <PriceField {...props} field="stop" label="stopPrice" />
      <StopHint {...props} />
    </div>
  )
}

/** The moment at which a stop acts, and that its price is not assured. */
function StopHint(props: Props) {
  const { instrument, facts, form } = props
  const t = useText('orders')
  const f = useFormats()
  const quote = facts.quote!
  const against = form.side === 'buy' ? quote.ask : quote.bid
  if (isNamed(props, form.stop)) return null
  if (form.stop === null)
    return (
      <p className={styles.hint} data-sentence>
        {t('stopMissing')}
      </p>
    )
  if (against === 0n)
    return (
      <p className={styles.hint} data-sentence>
        {t(form.kind === 'stop_limit' ? 'thenLimit' : 'thenMarket')}
      </p>
    )
  const isBeyond = form.side === 'buy' ? form.stop > against : form.stop < against
  if (!isBeyond)
    return (
      <p className={styles.hint} data-sentence>
        {t(form.side === 'buy' ? 'stopTooLow' : 'stopTooHigh')}
      </p>
    )
  const what = { price: f.price(form.stop, instrument.currency), apart: f.rate(distanceBps(form.stop, against) ?? 0n) }
  const then = form.kind === 'stop_limit' ? t('thenLimit') : t('thenMarket')
  return (
    <p className={styles.hint} data-sentence>
      {f.sentences(t(form.side === 'buy' ? 'stopAbove' : 'stopBelow', what), then)}
    </p>
  )
}

/** The distance by which a stop follows the market, in per cent or in money. */
function TrailField(props: Props) {
  const { instrument, facts, form, change } = props
  const t = useText('orders')
  const f = useFormats()
  const quote = facts.quote!
  const places = placesFor(quote.last)
  const step = places === 4 ? 1n : 100n
  const shares = form.trailBy === 'share'
  const was = useWas()
  const before = shares
    ? was(props.was?.trailBps, form.trailBps, (of) => f.rate(of))
    : was(props.was?.trail, form.trail, (of) => f.price(of))
  const isLacking = props.tried && pricesOf(form) === null
  const lacking = isLacking ? t(shares && form.trailBps ? 'trailTooWide' : 'trailMissing') : undefined
  const refused = lacking ?? fieldRefusal(props.refusal, shares ? 'trailBps' : 'trail')
  return (
    <div className={styles.pair}>
      {shares ? (
        <NumberField
          label={t('trailDistance')}
          {...(before === undefined ? {} : { labelRight: before })}
          value={form.trailBps}
          decimals={2}
          onChange={(value) => change({ trailBps: value })}
          keypad
          tall
          unit="%"
          error={refused}
        />
      ) : (
        <NumberField
          label={t('trailDistance')}
          {...(before === undefined ? {} : { labelRight: before })}
          value={form.trail === null ? null : form.trail / step}
          decimals={places}
          onChange={(value) => change({ trail: value === null ? null : priceE4(value * step) })}
          keypad
          tall
          unit={f.mark(currencyFor(instrument.listing))}
          error={refused}
        />
      )}
      <Select
        label={t('trailIn')}
        value={form.trailBy}
        onChange={(trailBy) => change({ trailBy })}
        boxed
        tall
        options={[
          { value: 'share', label: t('inPercent') },
          { value: 'amount', label: t('inMoney') },
        ]}
      />
      <p className={styles.hint} data-sentence>
        {f.sentences(t(form.side === 'buy' ? 'trailBuy' : 'trailSell'), t('thenMarket'))}
      </p>
    </div>
  )
}

/** The value before of a field that differs. */
function useWas(): <Value extends bigint>(
  before: Value | null | undefined,
  now: Value | null,
  write: (of: Value) => string,
) => string | undefined {
  const t = useText('orders')
  return (before, now, write) =>
    before === null || before === undefined || before === now ? undefined : t('was', { value: write(before) })
}

function PriceField(props: Props & { field: 'limit' | 'stop'; label: 'limitPrice' | 'stopPrice' }) {
  const { instrument, facts, form, change, refusal, field, label } = props
  const t = useText('orders')
  const f = useFormats()
  const places = placesFor(facts.quote!.last)
  const step = places === 4 ? 1n : 100n
  const price: PriceE4 | null = form[field]
  const before = useWas()(props.was?.[field], price, (of) => f.price(of))
  const missing = isNamed(props, price) ? t(MISSING[field]) : undefined
  return (
    <NumberField
      label={t(label)}
      name={field}
      {...(before === undefined ? {} : { labelRight: before })}
      value={price === null ? null : price / step}
      decimals={places}
      onChange={(value) => change({ [field]: value === null ? null : priceE4(value * step) })}
      keypad
      tall
      unit={f.mark(currencyFor(instrument.listing))}
      error={missing ?? fieldRefusal(refusal, field)}
    />
  )
}

const MISSING = { limit: 'limitMissing', stop: 'stopMissing' } as const

export function Validity({
  instrument,
  form,
  change,
  times = timesFor(form.kind),
}: Pick<TicketProps, 'instrument' | 'form' | 'change'> & { times?: readonly TimeInForce[] }) {
  const t = useText('orders')
  const f = useFormats()
  const { state, close, opensAt } = instrument.session
  const day = state === 'open' || opensAt === null ? null : f.day(opensAt)
  const untilClose = day === null || close === null ? t('untilClose') : t('untilNextClose', { day })
  return (
    <Select
      label={t('valid')}
      value={form.timeInForce}
      onChange={(timeInForce) => change({ timeInForce })}
      options={times.map((value) => ({
        value,
        label: value === 'day' ? untilClose : t(FORCE_TEXTS[value]),
      }))}
    />
  )
}
