import { useState } from 'react'
import type { AddressRefusal } from '@lonja/core/payees/address.rules'
import { decideWallet } from '@lonja/core/payees/payees.rules'
import { CHAINS_OF, CHAIN_NAMES, COINS, type Chain, type Coin } from '@lonja/core/payees/chains'
import { addWallet } from '@lonja/core/payees/payees.contract'
import { useForm } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { back } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { FlaskIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { Select } from '@lonja/kit/parts/Select'
import { useText, type TextKey } from '@lonja/kit/text'
import { CodeField, useNeedsCode } from './CodeField.tsx'
import { UseExample } from './UseExample.tsx'
import { WaitBefore } from './WaitBefore.tsx'
import { useAdded } from './useAdded.ts'
import styles from './payees.module.css'

const ADDRESS_TYPED_MAX = 120

/**
 * Add a wallet: currency with its chain, and an address that is checked when pasted. Spec: /subPackages/bank/currency.
 */
export function AddWallet() {
  const t = useText('payees')
  const [id] = useState(newId)
  const [coin, setCoin] = useState<Coin>('USDC')
  const [chain, setChain] = useState<Chain>(CHAINS_OF.USDC[0] ?? 'polygon')
  const where = { currency: coin, chain }
  const onReply = useAdded()
  const needsCode = useNeedsCode()
  const form = useForm({
    call: addWallet,
    first: { address: '', code: '' },
    mistakes: ({ address, code }) => ({
      address: mistakeIn(t, coin, chain, address),
      code: needsCode && code.trim() === '' ? t('missing') : undefined,
    }),
    input: ({ address, code }) => ({ id, ...where, address: address.trim(), ...(needsCode ? { code } : {}) }),
    onReply,
  })
  const choose = (nextCoin: Coin, nextChain: Chain) => {
    setCoin(nextCoin)
    setChain(nextChain)
  }
  const field = form.field('address')
  const isRight = !('refused' in decideWallet({ ...where, address: field.value }))
  return (
    <Screen
      title={t('addWallet')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button label={t('addWallet')} busy={form.busy} waitsFor={form.waitsFor} onClick={form.submit} />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Notice icon={FlaskIcon}>{t('testOnly')}</Notice>
        <Where coin={coin} chain={chain} onChange={choose} />
        <Field
          {...field}
          label={t('address')}
          type="area"
          name="address"
          maxLength={ADDRESS_TYPED_MAX}
          autoComplete="off"
          autoCapitalize="none"
          ok={isRight}
          hint={t(`addressHint.${chain}`)}
        />
        <UseExample of={chain} onUse={field.onChange} />
        {needsCode && <CodeField {...form.field('code')} />}
        <WaitBefore />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}

/** The currency and its test network. */
function Where(props: { coin: Coin; chain: Chain; onChange: (coin: Coin, chain: Chain) => void }) {
  const { coin, chain, onChange } = props
  const t = useText('payees')
  return (
    <div className={styles.pair}>
      <Select
        boxed
        label={t('currency')}
        value={coin}
        onChange={(next) => onChange(next, CHAINS_OF[next][0] ?? chain)}
        options={COINS.map((value) => ({ value, label: value }))}
      />
      <Select
        boxed
        label={t('chain')}
        value={chain}
        onChange={(next) => onChange(coin, next)}
        options={CHAINS_OF[coin].map((value) => ({ value, label: CHAIN_NAMES[value] }))}
      />
    </div>
  )
}

/** The error of an address, found during typing, in the server's own words. */
function mistakeIn(
  t: ReturnType<typeof useText<'payees'>>,
  currency: Coin,
  chain: Chain,
  address: string,
): string | undefined {
  const decision = decideWallet({ currency, chain, address })
  if (!('refused' in decision)) return undefined
  if (decision.refused === 'missing_information' || decision.refused === 'chain_of_currency') return t('missing')
  return t(SAID[decision.refused], { chain: CHAIN_NAMES[chain] })
}

const SAID: Readonly<Record<AddressRefusal, TextKey<'payees'>>> = {
  address_form: 'address_form',
  address_checksum: 'address_checksum',
  address_unchecked: 'address_unchecked',
  address_real_network: 'address_real_network',
}
