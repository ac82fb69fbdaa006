import { Field } from '@lonja/kit/parts/Field'
import { useText, type TextKey } from '@lonja/kit/text'
import { FilterGroup } from './FilterGroup.tsx'
import { isBackwards, type RecordsChoice } from './records.ts'
import styles from './Funds.module.css'

type Days = Pick<RecordsChoice, 'from' | 'to'>

/** The labels of the two fields. */
export type DayTexts = Readonly<Record<'from' | 'to', TextKey<'portfolio'>>>

interface DaysFilterProps {
  readonly choice: Days
  readonly choose: (change: Partial<Days>) => void
  readonly labels: DayTexts
}

/** The first and the last day of a list. */
export function DaysFilter({ choice, choose, labels }: DaysFilterProps) {
  const t = useText('portfolio')
  return (
    <FilterGroup label={t('filterSpan')}>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className={styles.day}>
          <Field
            type="date"
            label={t(labels[end])}
            value={choice[end] ?? ''}
            onChange={(day) => choose({ [end]: day === '' ? null : day })}
            error={end === 'to' && isBackwards(choice) ? t('lastDayEarlier') : undefined}
          />
        </div>
      ))}
    </FilterGroup>
  )
}
