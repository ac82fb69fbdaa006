import { wholeShares, type PriceE4 } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { estimateFor } from '@lonja/core/portfolio/sales.rules'
import { useFormats } from '@lonja/kit/formats'
import { cx } from '@lonja/kit/parts/cx'
import tones from '@lonja/kit/parts/tones.module.css'
import { useText } from '@lonja/kit/text'
import type { TicketFacts } from '../orders/facts.ts'
import { isBelowCloseOut, type ExitForm, type ExitOf } from './exit.ts'
import styles from './Exit.module.css'

interface Props {
  of: ExitOf
  form: ExitForm
  facts: TicketFacts
}

/**
 * The result of selling the shares at the stop, and that its price is not assured: it stands before what they may gain. A
 * stop that a close-out would come before says so.
 */
export function StopOutcome({ of, form, facts, bid }: Props & { bid: PriceE4 }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const result = form.by === 'price' ? resultAt(of, form.stop, facts) : null
  return (
    <div className={cx(styles.outcome, (result ?? 0n) < 0n && styles.losing)}>
      <Result of={of} price={form.stop} result={result} />
      <p>{t('exitNotAssured')}</p>
      {isBelowCloseOut(of, form, bid) && <p>{orders('belowCloseOut')}</p>}
    </div>
  )
}

/** The result of selling the shares at the profit. */
export const ProfitOutcome = ({ of, form, facts }: Props) => (
  <Result of={of} price={form.profit} result={resultAt(of, form.profit, facts)} />
)

function Result({ of, price, result }: { of: ExitOf; price: PriceE4 | null; result: bigint | null }) {
  const t = useText('portfolio')
  const f = useFormats()
  if (result === null) return null
  return (
    <dl className={styles.result}>
      <dt>{t('exitResult', { price: f.price(price) })}</dt>
      <dd className={tones[toneFor(result)]}>{f.amount({ asset: of.position.currency, units: result }, 'results')}</dd>
    </dl>
  )
}

/** The result of selling the shares at a price, against the lot or the oldest ones; null if the lots do not cover them. */
function resultAt({ position, lot, shares }: ExitOf, price: PriceE4 | null, { terms }: TicketFacts): bigint | null {
  if (!terms || price === null || price < 1n) return null
  const quote = { bid: price, ask: price }
  const priced = { quote, feeTable: terms.feeTable, lot: lot?.lot ?? null }
  return estimateFor({ listing: position.listing, lots: position.lots }, wholeShares(shares), priced)?.result ?? null
}
