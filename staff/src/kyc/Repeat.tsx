import type { InputOf } from '@lonja/core/base/contract'
import type { decideKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { useText } from '@lonja/kit/text'
import styles from './Repeat.module.css'

export type RepeatChoice = InputOf<typeof decideKyc>['repeat']

/** The fields that the customer must submit again after a refusal: at least one, and as few as possible. */
export function Repeat(props: {
  possible: RepeatChoice
  value: RepeatChoice
  onChange: (value: RepeatChoice) => void
}) {
  const { possible, value, onChange } = props
  const t = useText('kyc')
  if (possible.length === 0) return null
  return (
    <fieldset className={styles.repeat}>
      <legend>{t('repeat')}</legend>
      {possible.map((field) => (
        <label key={field}>
          <input
            type="checkbox"
            checked={value.includes(field)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, field] : value.filter((each) => each !== field))
            }
          />
          {t(`field_${field}`)}
        </label>
      ))}
    </fieldset>
  )
}
