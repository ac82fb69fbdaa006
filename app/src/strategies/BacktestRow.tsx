import { tickerOf } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { BACKTEST, BACKTEST_TONES, usePeriodText, type Backtest } from './backtest.ts'
import { titleIn } from './strategy.ts'
import styles from './strategies.module.css'

/** A backtest with its period and its state. */
export function BacktestRow({ of }: { of: Backtest }) {
  const t = useText('strategies')
  const f = useFormats()
  const periodText = usePeriodText()
  const { id, listing, budget, currency, state } = of
  return (
    <Row
      wraps
      title={`${titleIn(t, of)} · ${tickerOf(listing)}`}
      caption={<span className={styles.line}>{periodText(of)}</span>}
      value={f.amount({ asset: currency, units: budget })}
      valueCaption={<StatusChip tone={BACKTEST_TONES[state]} label={t(`state_${state}`)} />}
      href={hrefTo(BACKTEST, { id })}
    />
  )
}
