import type { Currency } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import styles from './strategies.module.css'

/** The worst fall from the highest value until then: the first figure of each result. */
export function Fall(props: {
  drawdown: { readonly most: bigint; readonly bps: number }
  currency: Currency
  beside: string
}) {
  const { drawdown, currency, beside } = props
  const t = useText('strategies')
  const f = useFormats()
  const isNone = drawdown.bps === 0 && drawdown.most === 0n
  return (
    <div className={styles.fall}>
      <div>
        <p className={styles.soft}>{t('drawdown')}</p>
        <p className={isNone ? styles.none : styles.result}>{f.bps(-BigInt(drawdown.bps))}</p>
      </div>
      <div className={styles.beside}>
        <p className={styles.soft}>{beside}</p>
        <p className={isNone ? undefined : styles.down}>{f.amount({ asset: currency, units: -drawdown.most })}</p>
      </div>
    </div>
  )
}
