import { partOf } from '@lonja/core/orders/preview.rules'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { cx } from '@lonja/kit/parts/cx'
import { Slider } from '@lonja/kit/parts/Slider'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText } from '@lonja/kit/text'
import { AmountField, useNoSharesText } from './AmountField.tsx'
import { fieldRefusal, lacksPrice, neededIn, type TicketProps, type TicketRefusal } from './facts.ts'
import { LimitField } from './TicketPrices.tsx'
import { amountOf, percentOf, type TicketForm } from './ticket.ts'
import styles from './OrderTicket.module.css'

type Props = TicketProps & {
  refusal: TicketRefusal
  /** The most shares that cash or shares allow. */
  most: bigint
  /** True if cash is there and the account does not cover the margin. */
  isMarginShort?: boolean
  /** The terms before, shown beside the fields that differ. */
  was?: TicketForm
}

/** The number of shares, and the limit price beside it if there is one. */
export function Quantity(props: Props) {
  const { instrument, form, change, refusal, most } = props
  const t = useText('orders')
  const deposits = useText('deposits')
  const f = useFormats()
  const { side, kind, shares } = form
  const limited = kind === 'limit'
  const isUnpriced = lacksPrice(form, props.facts)
  const byAmount = amountOf(form) !== null
  const short = !isUnpriced && shares !== null && shares > most
  const lacks = t(props.isMarginShort ? 'marginShort' : 'insufficientBalance')
  const message = side === 'buy' ? lacks : t(most === 0n ? 'noShares' : 'insufficientShares')
  const noShares = useNoSharesText()(props)
  const needed = byAmount ? neededIn({ ...form, shares: most }, instrument.listing, props.facts) : null
  const putMost = needed === null ? f.count(most) : f.amount({ asset: instrument.currency, units: needed })
  const isMissing = !byAmount && (shares === null || shares < 1n)
  const error = isMissing ? t('positiveInteger') : short ? message : fieldRefusal(refusal, 'shares')
  return (
    <div>
      <div className={limited ? cx(styles.pair, styles[widthOf(shares)]) : undefined}>
        {byAmount ? (
          <AmountField {...props} error={noShares ?? error} />
        ) : (
          <Stepper
            label={t('shares')}
            labelRight={
              isUnpriced
                ? undefined
                : t(limited ? 'maxShort' : side === 'buy' ? 'maxWithMoney' : 'maxHeld', { shares: f.count(most) })
            }
            value={shares}
            onChange={(next) => change({ shares: next })}
            keypad
            compact={limited}
            error={error}
          />
        )}
        {limited && <LimitField {...props} />}
      </div>
      {short && most > 0n && (
        <div className={styles.mend}>
          <Chip act label={t('putMax', { shares: putMost })} onClick={() => change({ shares: most })} />
        </div>
      )}
      {short && most === 0n && side === 'buy' && (
        <Button look="text" small label={deposits('title')} href={hrefTo('/subPackages/recharge/type')} />
      )}
    </div>
  )
}

/** The shares that half of a narrow phone shows whole beside both buttons, and half of any other. */
const NARROW_MOST = 999n
const HALF_MOST = 99_999n

/** The room that a number of shares needs beside its limit: more than half of a narrow phone, or of any. */
const widthOf = (shares: bigint | null): 'half' | 'wide' | 'widest' =>
  shares === null || shares <= NARROW_MOST ? 'half' : shares <= HALF_MOST ? 'wide' : 'widest'

/** The number of shares as a part of the most. */
export function ShareOfMost({ form, change, most }: Pick<Props, 'form' | 'change' | 'most'>) {
  const t = useText('orders')
  const f = useFormats()
  const { shares } = form
  const put = (percent: number) => change({ shares: partOf(most, percent) })
  return (
    <div>
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
