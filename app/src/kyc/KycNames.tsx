import type { KycField } from '@lonja/core/kyc/kyc.contract'
import { Field } from '@lonja/kit/parts/Field'
import { useText } from '@lonja/kit/text'
import type { KycValues } from './form.ts'
import styles from './kyc.module.css'

/** The first step: the name as on the documents. */
export function KycNames(props: {
  typed: KycValues
  onChange: (more: Partial<KycValues>) => void
  mistakeOf: (field: KycField) => string | undefined
  onNext: () => void
}) {
  const t = useText('kyc')
  const field = (name: 'firstName' | 'lastName') => ({
    label: t(name),
    value: props.typed[name],
    maxLength: 60,
    onChange: (value: string) => props.onChange({ [name]: value }),
    error: props.mistakeOf(name),
  })
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onNext()
      }}
    >
      <p className={styles.soft}>{t('namesWhy')}</p>
      <Field {...field('firstName')} autoComplete="given-name" />
      <Field {...field('lastName')} autoComplete="family-name" />
      <button type="submit" hidden />
    </form>
  )
}
