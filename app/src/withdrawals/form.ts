import { useState } from 'react'
import type { Amount, Currency } from '@lonja/core/base/amount'
import { coinsFor, inEuros } from '@lonja/core/payees/rates'
import { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { replacePage, urlTo, useQuery } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { RECORDS, type Payee, type Terms } from './withdrawal.ts'

/**
 * The withdrawal form: its values, its errors, and its submission. One form has one id: a second tap is the same
 * withdrawal.
 */
export function useWithdrawForm(terms: Terms, payees: readonly Payee[]) {
  const t = useText('withdrawals')
  const f = useFormats()
  const [id] = useState(newId)
  const [chosen, setChosen] = useState(useQuery().get('payee'))
  const [currency, setCurrency] = useState(() => richestOf(terms))
  const [units, setUnits] = useState<bigint | null>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { ref, tried, count } = useTries()
  const send = useSubmission(id, count)
  const payee = payees.find((each) => each.id === chosen) ?? payees[0]!
  const quote = payee.wallet && coinsFor(payee.wallet.currency, { asset: currency, units: units ?? 0n }, terms.rate)
  const free = terms.free.find(({ asset }) => asset === currency)?.units ?? 0n
  const overdrawn = units !== null && units > free ? t('insufficient') : undefined
  const low = units !== null && units < terms.minimum
  const min = f.amount({ asset: currency, units: terms.minimum })
  const wrong = units === null ? t('missing') : low ? t('belowMinimum', { min }) : overdrawn
  const missing = password === '' ? t('missing') : undefined
  const codeMissing = terms.needsCode && code.trim() === '' ? t('missing') : undefined
  const changed =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      send.forget()
    }
  return {
    ref,
    payee,
    currency,
    units,
    password,
    code,
    free,
    quote,
    choose: changed<string | null>(setChosen),
    setCurrency: changed<Currency>(setCurrency),
    setUnits: changed<bigint | null>(setUnits),
    setPassword: changed<string>(setPassword),
    setCode: changed<string>(setCode),
    /** The error of the amount: exceeding the free balance at once, others after the button was pressed. */
    amountError: (tried ? wrong : overdrawn) ?? send.mistake('amount'),
    passwordError: (tried ? missing : undefined) ?? send.mistake('password'),
    codeError: (tried ? codeMissing : undefined) ?? send.mistake('code'),
    payeeError: send.mistake('payee'),
    /** The text of a refusal that belongs to no field. */
    elsewhere: send.refusal && !['amount', 'payee', 'password', 'code'].some(send.mistake) ? send.refusal.msg : null,
    busy: send.isPending,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const mistake = wrong ?? missing ?? codeMissing
      if (mistake !== undefined) return sayMistake(mistake)
      if (units === null) return
      const optional = { ...(terms.needsCode ? { code } : {}), ...(quote === null ? {} : { quote }) }
      send.mutate({ id, amount: { asset: currency, units }, payee: payee.id, password, ...optional })
    },
  }
}

/** Submits the withdrawal and then opens its record. */
function useSubmission(id: string, onRefusal: () => void) {
  const t = useText('withdrawals')
  return useWrite(submitWithdrawal, {
    onReply: () => {
      markStale(['balances', 'withdrawals', 'notices', 'payees'])
      toast(t('asked'), { kind: 'done' })
      replacePage(urlTo(RECORDS, { id }))
    },
    // The free amount or the rate may have changed since it was shown, and a second step may have been set.
    onRefusal: () => {
      onRefusal()
      markStale(['balances', 'payees', 'profile'])
    },
  })
}

export type WithdrawForm = ReturnType<typeof useWithdrawForm>

/** The currency with the largest free amount, compared in euros. */
export function richestOf({ free, rate }: Pick<Terms, 'free' | 'rate'>): Currency {
  const worth = (amount: Amount): bigint => inEuros(amount, rate)
  return free.reduce((most, amount) => (worth(amount) > worth(most) ? amount : most)).asset as Currency
}
