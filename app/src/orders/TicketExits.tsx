import { priceE4, type PriceE4, type Shares } from '@lonja/core/base/amount'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { resultAt, type Preview } from '@lonja/core/orders/preview.rules'
import { useFormats } from '@lonja/kit/formats'
import { NumberField } from '@lonja/kit/parts/NumberField'
import tones from '@lonja/kit/parts/tones.module.css'
import { useText } from '@lonja/kit/text'
import { exitRefusalIn, proposedExits } from './exits.ts'
import { fieldRefusal, previewIn, type TicketProps, type TicketRefusal } from './facts.ts'
import { draftOf, placesFor, withoutExits, type TicketForm } from './ticket.ts'
import styles from './TicketExits.module.css'

type Props = TicketProps & { refusal: TicketRefusal }

/** The exits that a buy is placed with: what it may lose stands before what it may gain. */
export function TicketExits(props: Props) {
  const { instrument, form, facts } = props
  const t = useText('orders')
  const { stops, takes } = form.exits
  // The figures do not wait for the prices of the exits.
  const draft = draftOf(withoutExits(form), instrument.listing)
  const preview = previewIn(form, draft, facts)
  const shared = { ...props, preview, shares: draft?.shares ?? null }
  return (
    <fieldset className={styles.exits}>
      <legend className="said">{t('exitsOfBuy')}</legend>
      <Exit {...shared} of="stop" label={t('cutLosses')} note={t('sellsAtMarket')} />
      <Exit {...shared} of="profit" label={t('takeGain')} note={t(stops ? 'oneEndsOther' : 'sellsAtPrice')} />
      {(stops || takes) && <p className={styles.why}>{t(stops ? 'exitsWhyStop' : 'exitsWhy')}</p>}
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
  const { instrument, facts, form, change, refusal, of, label, note, preview } = props
  const t = useText('orders')
  const f = useFormats()
  const { exits } = form
  const isWanted = exits[WANTED[of]]
  const price = exits[of]
  const put = (part: Partial<TicketForm['exits']>) => change({ exits: { ...exits, ...part } })
  const places = placesFor(facts.quote!.last)
  const step = places === 4 ? 1n : 100n
  const wrong = exitRefusalIn(form, facts)
  const local = wrong?.field === `exits.${of}` ? t(wrong.text) : undefined
  return (
    <div className={styles.exit}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isWanted}
          onChange={({ target }) =>
            put({ [WANTED[of]]: target.checked, [of]: price ?? proposedExits(form, facts)?.[of] ?? null })
          }
        />
        <span className={styles.words}>
          {label}
          <small>{note}</small>
        </span>
      </label>
      {isWanted && (
        <>
          <Result {...props} price={local === undefined ? price : null} />
          <NumberField
            label={t('exitPrice', { exit: label })}
            labelHidden
            inRow
            value={price === null ? null : price / step}
            decimals={places}
            onChange={(value) => put({ [of]: value === null ? null : priceE4(value * step) })}
            keypad
            unit={f.mark(instrument.currency)}
            error={price === null && preview ? t('exitPriceMissing') : (local ?? fieldRefusal(refusal, `exits.${of}`))}
          />
        </>
      )}
    </div>
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
