import type { Currency } from '@lonja/core/base/amount'
import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { back, goTo, hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { BankIcon, ClockCounterClockwiseIcon, WalletIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { Select } from '@lonja/kit/parts/Select'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useWithdrawForm, type WithdrawForm as FormOf } from './form.ts'
import { CoinQuote } from './CoinQuote.tsx'
import { NoPayment } from './NoPayment.tsx'
import { WhatComesNext } from './WhatComesNext.tsx'
import { Hindrances } from './WithdrawStart.tsx'
import { RECORDS, placeName, placeNumber, type Payee, type Terms } from './withdrawal.ts'
import styles from './withdrawals.module.css'

const PAYEES = '/subPackages/bank/list'
const NEW_PAYEE = '/subPackages/bank/type'

/** The rate moves by the minute: reload it before the shown one is old. */
const RATE_MS = 20_000

const WAITING = [
  ['100%', 55],
  ['100%', 78],
  ['100%', 66],
  ['100%', 184],
  ['100%', 92],
  ['100%', 240],
] as const

/** Submit a withdrawal to a wallet or bank card. Spec: /subPackages/withdraw/withdraw. */
export function WithdrawForm() {
  const t = useText('withdrawals')
  const { data, error, refetch } = useRead(readWithdrawalTerms, {}, { refetchMs: RATE_MS })
  const terms = data?.terms
  const usable = terms?.payees.filter(({ state }) => state === 'ready') ?? []
  if (terms && usable.length > 0) return <Form terms={terms} payees={usable} />
  return (
    <Screen title={t('title')} onBack={back} right={<ToRecords />}>
      {terms ? (
        <Empty
          icon={WalletIcon}
          {...(terms.payees.length > 0
            ? { text: t('noPayeeReady'), why: t('noPayeeReadyWhy'), action: t('seePayees'), href: hrefTo(PAYEES) }
            : { text: t('noPayees'), why: t('noPayeesWhy'), action: t('addPayee'), href: hrefTo(NEW_PAYEE) })}
        />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function ToRecords() {
  const t = useText('withdrawals')
  return <IconButton icon={ClockCounterClockwiseIcon} label={t('records')} onClick={() => goTo(RECORDS)} />
}

function Form({ terms, payees }: { terms: Terms; payees: readonly Payee[] }) {
  const t = useText('withdrawals')
  const words = useText('accounts')
  const form = useWithdrawForm(terms, payees)
  const { payee, currency, units } = form
  const kinds = (['card', 'wallet'] as const).filter((kind) => payees.some((each) => each.kind === kind))
  return (
    <Screen title={t('title')} onBack={back} right={<ToRecords />} dock={<Dock form={form} />}>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Hindrances terms={terms} />
        {kinds.length > 1 && (
          <Segments
            label={t('way')}
            value={payee.kind}
            onChange={(kind) => form.choose(payees.find((each) => each.kind === kind)?.id ?? null)}
            options={[
              { value: 'card', label: t('card') },
              { value: 'wallet', label: t('wallet') },
            ]}
          />
        )}
        <Where payee={payee} payees={payees} onChange={form.choose} error={form.payeeError} />
        <AmountField form={form} terms={terms} />
        <CoinQuote form={form} rate={terms.rate} />
        <Field
          label={t('tradingPassword')}
          type="password"
          autoComplete="off"
          maxLength={128}
          value={form.password}
          onChange={form.setPassword}
          error={form.passwordError}
        />
        {terms.needsCode && (
          <Field
            label={words('code')}
            hint={words('codeOrRecovery')}
            autoComplete="one-time-code"
            maxLength={40}
            value={form.code}
            onChange={form.setCode}
            error={form.codeError}
          />
        )}
        <WhatComesNext terms={terms} amount={{ asset: currency, units: units ?? 0n }} kind={payee.kind} />
        <NoPayment />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}

/** The button is a sentence: the amount and its destination. */
function Dock({ form }: { form: FormOf }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { payee, currency, units } = form
  const waitsFor = useWaitForHouse()
  return (
    <FormDock elsewhere={form.elsewhere}>
      <Button
        label={units === null ? t('withdraw') : t('withdrawAmount', { amount: f.amount({ asset: currency, units }) })}
        second={t('toPlace', { name: placeName(payee), number: placeNumber(payee) })}
        busy={form.busy}
        busyLabel={t('asking')}
        waitsFor={waitsFor}
        onClick={form.submit}
      />
    </FormDock>
  )
}

/** The currency and the amount, with the free balance and the remainder below. */
function AmountField({ form, terms }: { form: FormOf; terms: Terms }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { currency, units, free } = form
  const of = (cents: bigint) => f.amount({ asset: currency, units: cents })
  return (
    <>
      <Segments
        label={t('currency')}
        value={currency}
        onChange={form.setCurrency}
        options={terms.free.map((amount) => ({
          value: amount.asset as Currency,
          label: amount.asset,
          second: f.amount(amount),
        }))}
      />
      <div className={styles.amount}>
        <NumberField
          label={t('amount')}
          labelRight={t('minimum', { amount: of(terms.minimum) })}
          tall
          decimals={2}
          value={units}
          unit={f.mark(currency)}
          onChange={form.setUnits}
          error={form.amountError}
          hint={
            <span className={styles.ends}>
              <span>{t('free', { amount: of(free) })}</span>
              {units !== null && units <= free && (
                <span>
                  {t('left')} <b>{of(free - units)}</b>
                </span>
              )}
            </span>
          }
        />
        <Button look="soft" small label={t('all')} onClick={() => form.setUnits(free)} disabled={free === 0n} />
      </div>
    </>
  )
}

/** The destination: the chosen payee, with the others one tap away. */
function Where(props: {
  payee: Payee
  payees: readonly Payee[]
  onChange: (id: string) => void
  error: string | undefined
}) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { payee, onChange, error } = props
  const same = props.payees.filter(({ kind }) => kind === payee.kind)
  const Shape = payee.kind === 'card' ? BankIcon : WalletIcon
  return (
    <div>
      <div className={styles.where}>
        <Shape size={24} />
        <div>
          <p className={styles.strong}>
            {placeName(payee)} · {placeNumber(payee)}
          </p>
          <p className={styles.soft}>
            {payee.card ? t('inNameOf', { name: payee.card.accountName }) : t('toAddress')} ·{' '}
            {t('readySince', { time: f.dayBeside(payee.readyAt) })}
          </p>
        </div>
      </div>
      {same.length > 1 && (
        <Select
          label={t('change')}
          value={payee.id}
          onChange={onChange}
          options={same.map((each) => ({ value: each.id, label: `${placeName(each)} · ${placeNumber(each)}` }))}
        />
      )}
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  )
}
