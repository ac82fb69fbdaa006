import { Field } from '@lonja/kit/parts/Field'
import { useText } from '@lonja/kit/text'
import type { LoanForm } from './useLoanForm.ts'

/** The applicant. The name is that of the identity check, and the phone that of the account. */
export function ApplicantStep({ form }: { form: LoanForm }) {
  const t = useText('loans')
  const { applicant, setField, mistake } = form
  return (
    <>
      <Field
        label={t('name')}
        autoComplete="name"
        maxLength={120}
        value={applicant.name}
        onChange={setField('name')}
        error={mistake('name')}
        hint={t('nameHint')}
      />
      <Field
        label={t('number')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={30}
        value={applicant.number}
        onChange={setField('number')}
        error={mistake('number')}
        hint={t('numberHint')}
      />
      <Field
        label={t('address')}
        autoComplete="street-address"
        maxLength={200}
        value={applicant.address}
        onChange={setField('address')}
        error={mistake('address')}
        placeholder={t('addressExample')}
      />
      <Field
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        value={applicant.phone}
        onChange={setField('phone')}
        error={mistake('phone')}
      />
      <Field
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={applicant.email}
        onChange={setField('email')}
        error={mistake('email')}
        placeholder={t('emailExample')}
        hint={t('dataWhy')}
      />
    </>
  )
}
