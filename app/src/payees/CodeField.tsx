import { listPayees } from '@lonja/core/payees/payees.contract'
import { Field, type FieldProps } from '@lonja/kit/parts/Field'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/** True if adding a payee needs a one-time code, because the account has a second step. */
export const useNeedsCode = (): boolean => useRead(listPayees, {}, { quiet: true }).data?.needsCode ?? false

/** A code from the authenticator app, or one of the ten recovery codes. */
export function CodeField(props: Pick<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error'>) {
  const t = useText('accounts')
  return (
    <Field
      {...props}
      label={t('code')}
      hint={t('codeOrRecovery')}
      name="code"
      autoComplete="one-time-code"
      maxLength={40}
    />
  )
}
