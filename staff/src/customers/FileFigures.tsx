import type { Amount } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { cx } from '@lonja/kit/parts/cx'
import { useText } from '@lonja/kit/text'
import type { File } from './file.ts'
import styles from './Customers.module.css'

/** The figures of the customer's own home screen, in the customer's display currency. Only results are coloured. */
export function FileFigures({ file: { money } }: { file: File }) {
  const t = useText('customers')
  if (!money) return null
  const { currency, total, free, held, usedMargin, accumulated, unrealised } = money.display
  const of = (units: bigint): Amount => ({ asset: currency, units })
  return (
    <dl className={styles.figures}>
      <Figure label={t('total')} of={of(total)} />
      <Figure label={t('free')} of={of(free)} />
      <Figure label={t('held')} of={of(held)} />
      <Figure label={t('usedMargin')} of={of(usedMargin)} />
      <Figure label={t('accumulated')} of={of(accumulated)} result />
      <Figure label={t('unrealised')} of={of(unrealised)} result />
    </dl>
  )
}

function Figure({ label, of, result }: { label: string; of: Amount; result?: boolean }) {
  const f = useFormats()
  return (
    <div>
      <dt>{label}</dt>
      <dd>{result ? <ResultText of={of} /> : f.amount(of)}</dd>
    </div>
  )
}

/** A gain or a loss, shown by sign and colour. */
export function ResultText({ of }: { of: Amount }) {
  const f = useFormats()
  return (
    <span className={cx(of.units > 0n && styles.gain, of.units < 0n && styles.loss)}>{f.amount(of, 'results')}</span>
  )
}
