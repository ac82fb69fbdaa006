import { listPayees } from '@lonja/core/payees/payees.contract'
import { Field, type FieldProps } from '@lonja/kit/parts/Field'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/** Whether adding a payee asks for a one-time code: where the account has a second step. */
export const useNeedsCode = (): boolean => useRead(listPayees, {}, { quiet: true }).data?.needsCode ?? false

/** The code of one's app, or one of the ten kept for a lost phone. */
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
