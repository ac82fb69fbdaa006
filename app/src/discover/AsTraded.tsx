import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import styles from './chart.module.css'

/** The form of a chart's prices: in shares of now, or as they were traded. */
export type CandleForm = 'adjusted' | 'raw'

/** Says that a chart's prices are adjusted for splits, with the way to those that were traded; nothing without a split. */
export function AsTraded(props: {
  splits: number | undefined
  form: CandleForm
  onChange: (form: CandleForm) => void
}) {
  const t = useText('discover')
  if (!props.splits) return null
  const isRaw = props.form === 'raw'
  return (
    <div className={styles.since}>
      <span>{t(isRaw ? 'asTraded' : 'adjusted')}</span>
      <Button
        small
        look="text"
        label={t(isRaw ? 'showAdjusted' : 'showRaw')}
        onClick={() => props.onChange(isRaw ? 'adjusted' : 'raw')}
      />
    </div>
  )
}
