import { useState } from 'react'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideHash } from '@lonja/core/deposits/deposits.rules'
import { COIN_PLACES, cashFor, coinsAtLeast } from '@lonja/core/payees/rates'
import { CHAIN_NAMES, type Chain, type Coin } from '@lonja/core/payees/chains'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { replacePage, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { PictureList } from '@lonja/kit/parts/PictureList'
import { Select } from '@lonja/kit/parts/Select'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useUploads } from '@lonja/kit/uploads'
import { coinText, rateText } from '../payees/coins.ts'
import { CreditedIn } from './CreditedIn.tsx'
import { DepositLimit } from './DepositLimit.tsx'
import { DepositPage } from './DepositPage.tsx'
import { OwnAddress } from './OwnAddress.tsx'
import { exampleHash, useFirstCash, type Ways } from './deposit.ts'
import { cx } from '@lonja/kit/parts/cx'
import styles from './deposits.module.css'

const HASH_TYPED_MAX = 100

/** Report a crypto deposit: address, amount, the cash it becomes and the rate, the transaction, and its proof. */
export function CoinForm({ ways }: { ways: Ways }) {
  const t = useText('deposits')
  const form = useCoinForm(ways)
  const { chain, hash } = form
  return (
    <DepositPage online={false} dock={<Dock form={form} dueHours={ways.dueHours} />}>
      <form ref={form.ref} className={cx(styles.form, styles.coins)} noValidate onSubmit={form.submit}>
        <CoinAndChain form={form} ways={ways} />
        <AmountAndCash form={form} ways={ways} />
        <Becomes form={form} ways={ways} />
        <Field
          label={t('hash')}
          value={hash}
          onChange={form.setHash}
          maxLength={HASH_TYPED_MAX}
          autoComplete="off"
          autoCapitalize="none"
          ok={!('refused' in decideHash(chain, hash))}
          hint={t('hashHint')}
          error={form.mistake('hash')}
        />
        <Example form={form} ways={ways} />
        <PictureList label={t('proof')} uploads={form.uploads} error={form.mistake('proofs')} />
        <button type="submit" hidden />
      </form>
    </DepositPage>
  )
}

type Form = ReturnType<typeof useCoinForm>

/** The coin and its network, and the customer's own address there. */
function CoinAndChain({ form, ways }: { form: Form; ways: Ways }) {
  const t = useText('deposits')
  const { coin, chain } = form
  const chainsOf = (of: Coin) => ways.coins.find(({ currency }) => currency === of)?.chains ?? []
  const address = ways.chains.find((one) => one.chain === chain)?.address ?? ''
  return (
    <>
      <div className={styles.pair}>
        <Select
          boxed
          label={t('currency')}
          value={coin}
          onChange={(next) => form.choose(next, chainsOf(next)[0] ?? chain)}
          options={ways.coins.map(({ currency }) => ({ value: currency, label: currency }))}
        />
        <Select
          boxed
          label={t('chain')}
          value={chain}
          onChange={(next) => form.choose(coin, next)}
          options={chainsOf(coin).map((value) => ({ value, label: CHAIN_NAMES[value] }))}
        />
      </div>
      <OwnAddress key={address} coin={coin} chain={chain} address={address} />
    </>
  )
}

/** The amount of coins, full width because it may have eight decimals, and the cash that it becomes. */
function AmountAndCash({ form, ways }: { form: Form; ways: Ways }) {
  const t = useText('deposits')
  const f = useFormats()
  const { coin, cash } = form
  const least = coinsAtLeast(coin, { asset: cash, units: ways.minimum }, ways.eurUsd?.rate ?? null)
  return (
    <>
      <NumberField
        label={t('amount')}
        labelRight={least === null ? undefined : t('minimumIs', { min: `${coinText(least, f.units)} ${coin}` })}
        unit={coin}
        decimals={COIN_PLACES}
        value={form.amount}
        onChange={form.setAmount}
        hint={<DepositLimit of={ways.limit} />}
        error={form.mistake('amount')}
      />
      <CreditedIn value={cash} onChange={form.setCash} />
    </>
  )
}

/** The whole form to practise with: the least amount, unless one is typed, and a new transaction. */
function Example({ form, ways }: { form: Form; ways: Ways }) {
  const t = useText('deposits')
  const { coin, chain, cash, amount } = form
  const least = coinsAtLeast(coin, { asset: cash, units: ways.minimum }, ways.eurUsd?.rate ?? null)
  const fill = () => form.fill(amount ?? least, exampleHash(chain))
  return <Button look="text" small label={t('useExample')} onClick={fill} />
}

/** The button is a sentence: the coins reported, and the cash to be credited. */
function Dock({ form, dueHours }: { form: Form; dueHours: number }) {
  const t = useText('deposits')
  const f = useFormats()
  const { coin, amount, becomes } = form
  const away = useWaitForHouse()
  const waitsFor = away ?? (form.uploads.busy ? t('waitsForPictures') : undefined)
  return (
    <FormDock elsewhere={form.elsewhere}>
      <Button
        label={amount === null ? t('send') : t('sendAmount', { amount: `${coinText(amount, f.units)} ${coin}` })}
        second={
          becomes === null
            ? t('sendSecond', { count: dueHours })
            : // For euros the rate at submission counts; this one may be a minute old.
              t(becomes.asset === 'EUR' ? 'sendAbout' : 'sendBecomes', { cash: f.amount(becomes), count: dueHours })
        }
        busy={form.busy}
        waitsFor={waitsFor}
        onClick={form.submit}
      />
    </FormDock>
  )
}

const firstChain = ({ coins }: Ways): Chain => coins.find(({ currency }) => currency === 'USDC')?.chains[0] ?? 'polygon'

/** One form is one deposit, however often it is tapped. */
function useCoinForm(ways: Ways) {
  const [id] = useState(newId)
  const [coin, setCoin] = useState<Coin>('USDC')
  const [chain, setChain] = useState<Chain>(() => firstChain(ways))
  const [amount, setAmount] = useState<bigint | null>(null)
  const [cash, setCash] = useState(useFirstCash())
  const [hash, setHash] = useState('')
  const { ref, tried, count } = useTries()
  const uploads = useUploads({ use: 'deposit' })
  const send = useSubmission(id, count)
  const mistakes = useMistakes(chain, amount, hash)
  type Name = keyof typeof mistakes
  const names = Object.keys(mistakes) as Name[]
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      send.forget()
      set(value)
    }
  return {
    ref,
    coin,
    chain,
    amount,
    cash,
    hash,
    uploads,
    /** The cash at the current rate; null without an amount or a rate. */
    becomes: amount === null ? null : cashFor(coin, amount, cash, ways.eurUsd?.rate ?? null),
    choose: (nextCoin: Coin, nextChain: Chain) => {
      send.forget()
      setCoin(nextCoin)
      setChain(nextChain)
    },
    setAmount: touch(setAmount),
    setCash: touch(setCash),
    setHash: touch(setHash),
    fill: (coins: bigint | null, of: string): void => {
      send.forget()
      setAmount(coins)
      setHash(of)
    },
    busy: send.isPending,
    mistake: (name: Name) => (tried ? mistakes[name] : undefined) ?? send.mistake(name),
    elsewhere: send.elsewhere(names),
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const mistake = mistakes.amount ?? mistakes.hash
      if (mistake !== undefined) return sayMistake(mistake)
      if (uploads.busy || amount === null) return
      send.mutate({ id, currency: coin, chain, amount, cash, hash: hash.trim(), proofs: uploads.ids })
    },
  }
}

/** Submits the deposit and then opens its record. */
function useSubmission(id: string, onRefusal: () => void) {
  const t = useText('deposits')
  return useWrite(submitDeposit, {
    onReply: () => {
      markStale(['deposits', 'notices'])
      toast(t('sent'), { kind: 'done' })
      replacePage(urlTo('/subPackages/recharge/record', { id }))
    },
    onRefusal,
  })
}

/** The form's errors before it is sent. */
function useMistakes(chain: Chain, amount: bigint | null, hash: string) {
  const t = useText('deposits')
  const isHash = decideHash(chain, hash)
  const wrong = 'refused' in isHash ? isHash.refused : null
  const hashMistake = wrong === 'hash_form' ? t('hashForm', { chain: CHAIN_NAMES[chain] }) : t('missing')
  return {
    amount: amount === null || amount <= 0n ? t('amountPositive') : undefined,
    hash: wrong === null ? undefined : hashMistake,
    proofs: undefined,
  }
}

/** The cash at the current rate. The rate at submission is the one stored. */
function Becomes({ form, ways }: { form: Form; ways: Ways }) {
  const t = useText('deposits')
  const f = useFormats()
  const { coin, cash, becomes } = form
  return (
    <div className={styles.becomes}>
      <span>
        <small>{t('becomes')}</small>
        <b>{becomes ? f.amount(becomes) : form.amount === null ? f.amount({ asset: cash, units: 0n }) : '-'}</b>
      </span>
      <small>
        {rateText(coin, cash, ways.eurUsd?.rate ?? null, f) ?? t('noRate')}
        <br />
        {t('rateStored', { time: ways.eurUsd ? f.time(ways.eurUsd.at) : '-' })}
      </small>
    </div>
  )
}
