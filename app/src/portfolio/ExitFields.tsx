import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Segments } from '@lonja/kit/parts/Segments'
import { Switch } from '@lonja/kit/parts/Switch'
import { useText } from '@lonja/kit/text'
import type { TicketFacts } from '../orders/facts.ts'
import { isPrice, percentFrom, placesFor } from '../orders/ticket.ts'
import { QUICK_STOPS, costPriceOf, wrongTrail, type ExitForm, type ExitOf } from './exit.ts'
import { ProfitOutcome, StopOutcome } from './ExitOutcome.tsx'
import styles from './Exit.module.css'

interface Props {
  of: ExitOf
  form: ExitForm
  bid: PriceE4
  facts: TicketFacts
  /** The button was pressed: each field says what it lacks. */
  tried: boolean
  change: (part: Partial<ExitForm>) => void
}

/** The stop and the profit of an exit. One that is changed keeps its kind: other prices, and no others. */
export function ExitFields(props: Props) {
  const { of, form, change } = props
  const t = useText('portfolio')
  const orders = useText('orders')
  const wrong = props.tried ? wrongTrail(form) : null
  return (
    <>
      {!of.order && (
        <Segments
          label={t('exitStop')}
          value={form.by}
          onChange={(by) => change({ by, takes: by === 'none' || form.takes })}
          options={[
            { value: 'price', label: t('exitFixed') },
            { value: 'share', label: t('exitFollowing') },
            { value: 'none', label: t('exitNoStop') },
          ]}
        />
      )}
      {form.by === 'price' && <StopField {...props} />}
      {form.by === 'share' && (
        <NumberField
          label={t('exitTrail')}
          value={form.trailBps}
          decimals={2}
          onChange={(trailBps) => change({ trailBps })}
          tall
          unit="%"
          error={wrong && orders(wrong)}
        />
      )}
      {form.by !== 'none' && <StopOutcome {...props} />}
      {(!of.order || form.takes) && <ProfitField {...props} />}
    </>
  )
}

/** A field for a price with its distance from the bid. */
function PriceField(props: {
  label: string
  of: ExitOf
  price: PriceE4 | null
  bid: PriceE4
  tried: boolean
  onChange: (price: PriceE4 | null) => void
}) {
  const { label, of, price, bid, tried, onChange } = props
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const places = placesFor(bid)
  const step = places === 4 ? 1n : 100n
  const apart = price === null ? null : changeBps(bid, price)
  return (
    <NumberField
      label={label}
      labelRight={apart === null ? '' : t('exitFromNow', { apart: f.bps(apart) })}
      value={price === null ? null : price / step}
      decimals={places}
      onChange={(value) => onChange(value === null ? null : priceE4(value * step))}
      tall
      unit={f.mark(of.position.currency)}
      error={tried && !isPrice(price) ? orders('exitPriceMissing') : undefined}
    />
  )
}

function StopField({ of, form, bid, tried, change }: Props) {
  const t = useText('portfolio')
  const f = useFormats()
  const { position, lot } = of
  const cost = lot ? costPriceOf(lot.cost, lot.shares) : costPriceOf(position.cost, position.shares)
  return (
    <div className={styles.stop}>
      <PriceField
        label={t('exitIfBelow')}
        of={of}
        price={form.stop}
        bid={bid}
        tried={tried}
        onChange={(stop) => change({ stop })}
      />
      <Chips label={t('exitIfBelow')} spread>
        {QUICK_STOPS.map((percent) => (
          <Chip
            key={percent}
            act
            label={f.rate(BigInt(-percent * 100), 0)}
            onClick={() => change({ stop: percentFrom(bid, -percent) })}
          />
        ))}
        <Chip act label={t('exitAtCost')} disabled={cost >= bid} onClick={() => change({ stop: cost })} />
      </Chips>
    </div>
  )
}

/** The profit: with a stop it may be left out, and one cancels the other. */
function ProfitField(props: Props) {
  const { of, form, bid, tried, change } = props
  const t = useText('portfolio')
  const isFree = !of.order && form.by !== 'none'
  return (
    <div className={styles.profit}>
      {isFree && (
        <div className={styles.line}>
          <span>
            {t('takeProfit')}
            <small className={styles.soft}>{t('oneCancelsOther')}</small>
          </span>
          <Switch label={t('takeProfit')} on={form.takes} onChange={(takes) => change({ takes })} />
        </div>
      )}
      {form.takes && (
        <PriceField
          label={t('exitIfAbove')}
          of={of}
          price={form.profit}
          bid={bid}
          tried={tried}
          onChange={(profit) => change({ profit })}
        />
      )}
      {form.takes && <ProfitOutcome {...props} />}
    </div>
  )
}
