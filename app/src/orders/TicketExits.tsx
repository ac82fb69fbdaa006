import { priceE4, type PriceE4, type Shares } from '@lonja/core/base/amount'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { riskOf } from '@lonja/core/orders/leverage.rules'
import { resultAt, type Preview } from '@lonja/core/orders/preview.rules'
import { useFormats } from '@lonja/kit/formats'
import { cx } from '@lonja/kit/parts/cx'
import { NumberField } from '@lonja/kit/parts/NumberField'
import tones from '@lonja/kit/parts/tones.module.css'
import { useText } from '@lonja/kit/text'
import { firstStopIn, proposedExits, type WrongExit } from './exits.ts'
import { fieldRefusal, previewIn, type TicketProps, type TicketRefusal } from './facts.ts'
import { draftOf, isPrice, lacksStop, placesFor, withoutExits, type ExitsForm } from './ticket.ts'
import styles from './TicketExits.module.css'

type Props = TicketProps & {
  refusal: TicketRefusal
  /** The price of an exit that the house would refuse. */
  wrong: WrongExit | null
  /** The exits that the buy has until it is changed. */
  was?: ExitsForm
}

/** The exits that a buy is placed with: what it may lose stands before what it may gain. */
export function TicketExits(props: Props) {
  const { instrument, form, facts } = props
  const t = useText('orders')
  const { stops, takes } = form.exits
  // The figures do not wait for the prices of the exits.
  const draft = draftOf(withoutExits(form), instrument.listing)
  const preview = previewIn(form, draft, facts)
  const shared = { ...props, preview, shares: draft?.shares ?? null }
  const risk = draft && preview && facts.preview ? riskOf(draft, preview, facts.preview.feeTable) : null
  const stop = !stops ? null : form.exits.follows ? firstStopIn(form, facts) : form.exits.stop
  return (
    <fieldset className={styles.exits}>
      <legend className="said">{t('exitsOfBuy')}</legend>
      <Exit {...shared} of="stop" label={t('cutLosses')} note={t('sellsAtMarket')} />
      <Exit {...shared} of="profit" label={t('takeGain')} note={t(stops ? 'oneEndsOther' : 'sellsAtPrice')} />
      {(stops || takes) && <p className={styles.why}>{t(stops ? 'exitsWhyStop' : 'exitsWhy')}</p>}
      {stop !== null && risk && stop <= risk.closeOut && <p className={styles.risk}>{t('belowCloseOut')}</p>}
    </fieldset>
  )
}

interface ExitProps extends Props {
  of: 'stop' | 'profit'
  label: string
  note: string
  preview: Preview | null
  shares: Shares | null
}

const WANTED = { stop: 'stops', profit: 'takes' } as const

/** One exit: whether it is wanted, its price, and the result of selling all the shares there. */
function Exit(props: ExitProps) {
  const { facts, form, change, wrong, of, label, note } = props
  const t = useText('orders')
  const { exits } = form
  const isWanted = exits[WANTED[of]]
  const isFollowing = of === 'stop' && exits.follows
  const put = (part: Partial<ExitsForm>) => change({ exits: { ...exits, ...part } })
  const before = useWasText(props)
  const proposed = () => exits[of] ?? proposedExits(form, facts)?.[of] ?? null
  const price = isFollowing ? firstStopIn(form, facts) : exits[of]
  const refused = wrong?.field === `exits.${of}` ? t(wrong.text) : undefined
  const shared = { ...props, put, refused }
  return (
    <div className={styles.exit}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isWanted}
          onChange={({ target }) => put({ [WANTED[of]]: target.checked, [of]: proposed() })}
        />
        <span className={styles.words}>
          {label}
          <small>{note}</small>
          {before !== null && <small>{t('was', { value: before })}</small>}
        </span>
      </label>
      {isWanted && (
        <>
          <Result {...props} price={refused === undefined ? price : null} />
          {isFollowing ? <TrailField {...shared} /> : <PriceField {...shared} />}
        </>
      )}
      {isWanted && of === 'stop' && (
        <label className={cx(styles.choice, styles.whole)}>
          <input
            type="checkbox"
            checked={exits.follows}
            onChange={({ target }) => put({ follows: target.checked, stop: proposed() })}
          />
          <span className={styles.follows}>{t('exitFollows')}</span>
        </label>
      )}
    </div>
  )
}

/** The price or the distance that an exit had before it is changed; null if it stays, or had none. */
function useWasText({ instrument, form: { exits }, was, of }: ExitProps): string | null {
  const f = useFormats()
  if (!was?.[WANTED[of]]) return null
  const say = (form: ExitsForm): string =>
    of === 'stop' && form.follows ? f.rate(form.trailBps ?? 0n) : f.price(form[of], instrument.currency)
  return exits[WANTED[of]] && say(was) === say(exits) ? null : say(was)
}

interface FieldProps extends ExitProps {
  put: (part: Partial<ExitsForm>) => void
  /** The words of the refusal that the house would give. */
  refused: string | undefined
}

function PriceField(props: FieldProps) {
  const { instrument, facts, form, refusal, of, label, preview, put, refused, tried } = props
  const { exits } = form
  const t = useText('orders')
  const f = useFormats()
  const price = exits[of]
  const places = placesFor(facts.quote!.last)
  const step = places === 4 ? 1n : 100n
  return (
    <NumberField
      label={t('exitPrice', { exit: label })}
      labelHidden
      inRow
      value={price === null ? null : price / step}
      decimals={places}
      onChange={(value) => put({ [of]: value === null ? null : priceE4(value * step) })}
      keypad
      unit={f.mark(instrument.currency)}
      error={
        !isPrice(price) && (preview || tried)
          ? t('exitPriceMissing')
          : (refused ?? fieldRefusal(refusal, `exits.${of}`))
      }
    />
  )
}

/** The share of the highest bid by which a stop follows it. */
function TrailField({ form: { exits }, refusal, label, preview, put, tried }: FieldProps) {
  const t = useText('orders')
  const { trailBps } = exits
  const isNamed = lacksStop(exits) && (preview || tried)
  const wrong = isNamed ? t(trailBps ? 'trailTooWide' : 'trailMissing') : undefined
  return (
    <NumberField
      label={t('exitDistance', { exit: label })}
      labelHidden
      inRow
      value={trailBps}
      decimals={2}
      onChange={(value) => put({ trailBps: value })}
      keypad
      unit="%"
      error={wrong ?? fieldRefusal(refusal, 'exits.trailBps')}
    />
  )
}

/** The result in money, fees included, and the change of the price from that of the buy. */
function Result({ instrument, facts, preview, shares, price }: ExitProps & { price: PriceE4 | null }) {
  const f = useFormats()
  const { terms } = facts
  if (price === null || price < 1n || !preview || shares === null || !terms) return <span className={styles.figures} />
  const { listing, currency } = instrument
  const result = resultAt(price, { listing, shares, total: preview.total, feeTable: terms.feeTable })
  return (
    <span className={styles.figures}>
      <span className={tones[toneFor(result)]}>{f.amount({ asset: currency, units: result }, 'results')}</span>
      <small>{f.bps(changeBps(preview.price, price))}</small>
    </span>
  )
}
