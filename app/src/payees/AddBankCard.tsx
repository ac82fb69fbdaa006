import { useState } from 'react'
import { addBankCard } from '@lonja/core/payees/payees.contract'
import { decideIban, type IbanRefusal } from '@lonja/core/payees/payees.rules'
import { useForm } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { back } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { FlaskIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText, type TextKey } from '@lonja/kit/text'
import { CodeField, useNeedsCode } from './CodeField.tsx'
import { CARD_EXAMPLE } from './payee.ts'
import { UseExample } from './UseExample.tsx'
import { WaitBefore } from './WaitBefore.tsx'
import { useAdded } from './useAdded.ts'
import styles from './payees.module.css'

const NAME_MAX = 100
const IBAN_TYPED_MAX = 60

const isBlank = (value: string): boolean => value.trim() === ''

/** Add a bank card: IBAN, account name, bank name, bank address. Spec: /subPackages/bank/bankCard. */
export function AddBankCard() {
  const t = useText('payees')
  const [id] = useState(newId)
  const missing = (value: string, field: string) => (isBlank(value) ? t('missingField', { field }) : undefined)
  const needsCode = useNeedsCode()
  const form = useForm({
    call: addBankCard,
    first: { iban: '', accountName: '', bankName: '', bankAddress: '', code: '' },
    mistakes: (typed) => ({
      iban: mistakeIn(t, typed.iban),
      accountName: missing(typed.accountName, t('accountName')),
      bankName: missing(typed.bankName, t('bankName')),
      bankAddress: missing(typed.bankAddress, t('bankAddress')),
      code: needsCode && isBlank(typed.code) ? t('missing') : undefined,
    }),
    toastFor: ({ code, ...typed }) =>
      Object.values(needsCode ? { code, ...typed } : typed).some(isBlank) ? t('missing') : undefined,
    input: ({ code, ...typed }) => ({ id, ...typed, ...(needsCode ? { code } : {}) }),
    onReply: useAdded(),
  })
  const iban = form.field('iban')
  return (
    <Screen
      title={t('addCard')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button label={t('addCard')} busy={form.busy} waitsFor={form.waitsFor} onClick={form.submit} />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Notice icon={FlaskIcon}>{t('noPayment')}</Notice>
        <Field
          {...iban}
          label="IBAN"
          name="iban"
          maxLength={IBAN_TYPED_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          ok={!('refused' in decideIban(iban.value))}
          hint={t('ibanHint')}
        />
        <UseExample of="iban" onUse={(example) => form.put({ ...CARD_EXAMPLE, iban: example })} />
        <Field
          {...form.field('accountName')}
          label={t('accountName')}
          maxLength={NAME_MAX}
          autoComplete="name"
          hint={t('accountNameHint')}
        />
        <Field {...form.field('bankName')} label={t('bankName')} maxLength={NAME_MAX} autoComplete="off" />
        <Field {...form.field('bankAddress')} label={t('bankAddress')} autoComplete="off" />
        {needsCode && <CodeField {...form.field('code')} />}
        <WaitBefore />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}

/** The error of an IBAN, found during typing. */
function mistakeIn(t: ReturnType<typeof useText<'payees'>>, typed: string): string | undefined {
  const decision = decideIban(typed)
  if (!('refused' in decision)) return undefined
  if (decision.refused === 'missing_information') return t('missingField', { field: 'IBAN' })
  const { country, digits } = decision.detail
  return t(SAID[decision.refused], { country: textOf(country), digits: textOf(digits) })
}

const textOf = (detail: unknown): string => (typeof detail === 'string' ? detail : '')

const SAID: Readonly<Record<IbanRefusal, TextKey<'payees'>>> = {
  iban_country: 'iban_country',
  iban_length: 'iban_length',
  iban_form: 'iban_form',
  iban_checksum: 'iban_checksum',
}
