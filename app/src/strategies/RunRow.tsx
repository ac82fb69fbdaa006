import { tickerOf } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { RUN, RUN_TONES, type Run } from './run.ts'
import { titleIn } from './strategy.ts'
import styles from './strategies.module.css'

/** A run with its worst fall; one of an own strategy with its version too. */
export function RunRow({ of }: { of: Run }) {
  const t = useText('strategies')
  const f = useFormats()
  const { id, own, version, listing, budget, currency, at, state, drawdown } = of
  return (
    <Row
      wraps
      title={`${titleIn(t, of)} · ${tickerOf(listing)}`}
      caption={
        <>
          {own && <span className={styles.line}>{t('version', { version })}</span>}
          <span className={styles.line}>
            {t('withAmount', { amount: f.amount({ asset: currency, units: budget }) })}
          </span>
          <span className={styles.line}>{t('since', { when: f.date(at) })}</span>
        </>
      }
      value={<span className={styles.down}>{f.bps(-BigInt(drawdown.bps))}</span>}
      valueCaption={
        <>
          <span className={styles.line}>{t('drawdown')}</span>
          <StatusChip tone={RUN_TONES[state]} label={t(`run_${state}`)} />
        </>
      }
      href={hrefTo(RUN, { id })}
    />
  )
}
