import { useState } from 'react'
import type { Currency } from '@lonja/core/base/amount'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideHash } from '@lonja/core/deposits/deposits.rules'
import { cashFor, coinsForOne } from '@lonja/core/payees/rates'
import { CHAIN_NAMES, type Chain, type Coin } from '@lonja/core/payees/chains'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { goInstead, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { PictureList } from '@lonja/kit/parts/PictureList'
import { Segments } from '@lonja/kit/parts/Segments'
import { Select } from '@lonja/kit/parts/Select'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useUploads } from '@lonja/kit/uploads'
import { OwnAddress } from './OwnAddress.tsx'
import type { Ways } from './deposit.ts'
import styles from './deposits.module.css'

const PLACES = 8
const HASH_TYPED_MAX = 100

/** Tell of coins that were sent: where to, how many, the cash they become and at which rate, the transaction, and its proof. */
export function CoinForm({ ways }: { ways: Ways }) {
  const t = useText('deposits')
  const form = useCoinForm(ways)
  const { coin, chain, cash, hash, amount } = form
  const chains = ways.coins.find(({ currency }) => currency === coin)?.chains ?? []
  const address = ways.chains.find((one) => one.chain === chain)?.address ?? ''
  return (
    <form className={styles.form} onSubmit={form.submit}>
      <div className={styles.pair}>
        <Select
          boxed
          label={t('currency')}
          value={coin}
          onChange={(next) =>
            form.choose(next, ways.coins.find(({ currency }) => currency === next)?.chains[0] ?? chain)
          }
          options={ways.coins.map(({ currency }) => ({ value: currency, label: currency }))}
        />
        <Select
          boxed
          label={t('chain')}
          value={chain}
          onChange={(next) => form.choose(coin, next)}
          options={chains.map((value) => ({ value, label: CHAIN_NAMES[value] }))}
        />
      </div>
      <OwnAddress key={address} coin={coin} chain={chain} address={address} />
      <AmountAndCash form={form} />
      <Becomes ways={ways} coin={coin} cash={cash} amount={amount} />
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
      <PictureList label={t('proof')} uploads={form.uploads} error={form.mistake('proofs')} />
      <div role="alert" className={styles.wrong}>
        {form.elsewhere}
      </div>
      <Button
        type="submit"
        label={t('send')}
        second={t('sendSecond', { count: ways.dueHours })}
        busy={form.busy}
        {...(form.uploads.busy ? { waitsFor: t('waitsForPictures') } : {})}
      />
    </form>
  )
}

/** How many coins were sent, and the cash that they become. */
function AmountAndCash({ form }: { form: ReturnType<typeof useCoinForm> }) {
  const t = useText('deposits')
  return (
    <div className={styles.pair}>
      <NumberField
        label={t('amount')}
        unit={form.coin}
        decimals={PLACES}
        value={form.amount}
        onChange={form.setAmount}
        error={form.mistake('amount')}
      />
      <Segments
        label={t('creditedIn')}
        labelShown
        value={form.cash}
        onChange={form.setCash}
        options={[
          { value: 'EUR', label: t('euros') },
          { value: 'USD', label: t('dollars') },
        ]}
      />
    </div>
  )
}

/** One form, one deposit, however often it is tapped. */
function useCoinForm(ways: Ways) {
  const t = useText('deposits')
  const [id] = useState(newId)
  const [coin, setCoin] = useState<Coin>('USDC')
  const [chain, setChain] = useState<Chain>(
    ways.coins.find(({ currency }) => currency === 'USDC')?.chains[0] ?? 'polygon',
  )
  const [amount, setAmount] = useState<bigint | null>(null)
  const [cash, setCash] = useState<Currency>('EUR')
  const [hash, setHash] = useState('')
  const [tried, setTried] = useState(false)
  const uploads = useUploads({ use: 'deposit' })
  const send = useWrite(submitDeposit, {
    quiet: true,
    onReply: () => {
      markStale(['deposits', 'notices'])
      toast(t('sent'), { kind: 'done' })
      goInstead(urlTo('/subPackages/recharge/record', { id }))
    },
  })
  const own = useMistakes(chain, amount, hash)
  type Name = keyof typeof own
  const names = Object.keys(own) as Name[]
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      send.forget()
      set(value)
    }
  return {
    ...{ coin, chain, amount, cash, hash, uploads },
    choose: (nextCoin: Coin, nextChain: Chain) => {
      send.forget()
      setCoin(nextCoin)
      setChain(nextChain)
    },
    setAmount: touch(setAmount),
    setCash: touch(setCash),
    setHash: touch(setHash),
    busy: send.isPending,
    mistake: (name: Name) => (tried ? own[name] : undefined) ?? send.mistake(name),
    elsewhere: send.refusal && !names.some((name) => send.mistake(name)) ? send.refusal.msg : null,
    submit: (event: { preventDefault(): void }) => {
      event.preventDefault()
      setTried(true)
      if (own.amount !== undefined || own.hash !== undefined || uploads.busy || amount === null) {
        if (own.amount !== undefined) toast(own.amount)
        return
      }
      send.mutate({ id, currency: coin, chain, amount, cash, hash: hash.trim(), proofs: uploads.ids })
    },
  }
}

/** What is wrong with the form, before it is sent. */
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

/** What the amount becomes at the rate of now; the one of the moment of sending is stored. */
function Becomes({ ways, coin, cash, amount }: { ways: Ways; coin: Coin; cash: Currency; amount: bigint | null }) {
  const t = useText('deposits')
  const f = useFormats()
  const eurUsd = ways.eurUsd?.rate ?? null
  const becomes = amount === null ? null : cashFor(coin, amount, cash, eurUsd)
  const one = coinsForOne(coin, cash, eurUsd)
  return (
    <div className={styles.becomes}>
      <span>
        <small>{t('becomes')}</small>
        <b>{becomes ? f.amount(becomes) : '-'}</b>
      </span>
      <small>
        {one === null
          ? t('noRate')
          : t('rate', { one: f.amount({ asset: cash, units: 100n }), coins: f.units(one / 100n, 6), coin })}
        <br />
        {t('rateStored', { time: ways.eurUsd ? f.time(ways.eurUsd.at) : '-' })}
      </small>
    </div>
  )
}
