import { useEffect, useState } from 'react'
import { readCheckoutLink } from '@lonja/core/deposits/deposits.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { askOnce, type ReadError } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CreditedIn } from './CreditedIn.tsx'
import { DepositLimit } from './DepositLimit.tsx'
import { DepositPage } from './DepositPage.tsx'
import { useFirstCash, type Ways } from './deposit.ts'
import styles from './deposits.module.css'

/** An online deposit: its amount, and one tap to the practice checkout page, where it is confirmed. */
export function OnlineForm({ ways }: { ways: Ways }) {
  const t = useText('deposits')
  const f = useFormats()
  const form = useOnlineForm()
  const { cash, amount } = form
  const waitsFor = useWaitForHouse()
  return (
    <DepositPage
      online
      dock={
        <Button
          label={
            amount === null || amount <= 0n
              ? t('toCheckout')
              : t('openCheckout', { amount: f.amount({ asset: cash, units: amount }) })
          }
          busy={form.busy}
          busyLabel={t('openingCheckout')}
          waitsFor={waitsFor}
          onClick={form.submit}
        />
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <CreditedIn value={cash} onChange={form.setCash} />
        <NumberField
          tall
          label={t('amount')}
          labelRight={t('minimumIs', { min: f.amount({ asset: cash, units: ways.minimum }) })}
          unit={f.mark(cash)}
          decimals={2}
          value={amount}
          onChange={form.setAmount}
          hint={<DepositLimit of={ways.limit} />}
          error={form.error}
        />
        <p className={styles.soft}>{t('onlineNext', { count: ways.dueHours })}</p>
        <button type="submit" hidden />
      </form>
    </DepositPage>
  )
}

/**
 * One tap requests the link and follows it. That creates nothing: confirming on the checkout page creates the deposit.
 */
function useOnlineForm() {
  const t = useText('deposits')
  const { ref, tried, count } = useTries()
  const [cash, setCash] = useState(useFirstCash())
  const [amount, setAmount] = useState<bigint | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | undefined>()
  const isMissing = amount === null || amount <= 0n
  // After returning from the checkout page the form is unchanged and can be sent again.
  useEffect(() => {
    const back = () => setBusy(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setRefused(undefined)
      set(value)
    }
  return {
    ref,
    cash,
    amount,
    busy,
    setCash: changed(setCash),
    setAmount: changed(setAmount),
    error: (tried && isMissing ? t('amountPositive') : undefined) ?? refused,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      if (busy) return
      count()
      if (isMissing) return sayMistake(t('amountPositive'))
      setBusy(true)
      askOnce(readCheckoutLink, { id: newId(), amount, currency: cash }).then(
        // The link works once, so the browser's way back leads before it.
        ({ url }) => location.replace(url),
        (error: ReadError) => {
          setRefused(error.msg)
          count()
          setBusy(false)
        },
      )
    },
  }
}
