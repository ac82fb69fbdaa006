import type { RateE6 } from '@lonja/core/base/amount'
import { coinsForOne } from '@lonja/core/payees/rates'
import { useFormats } from '@lonja/kit/formats'
import { Block } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { coinText } from '../payees/coins.ts'
import type { WithdrawForm } from './form.ts'
import type { Whole } from './withdrawal.ts'
import styles from './withdrawals.module.css'

const RATE_PLACES = 4

/** What a wallet gets for an amount at the rate of now, before it is asked for: never fewer coins than stand here. */
export function CoinQuote({ form, rate }: { form: WithdrawForm; rate: RateE6 | null }) {
  const { payee, currency: asset, units, quote } = form
  const t = useText('withdrawals')
  const f = useFormats()
  const coin = payee.wallet?.currency
  if (!coin) return null
  const one = coinsForOne(coin, asset, rate)
  return (
    <Block>
      <div className={styles.quote} role="status">
        <small>{t('walletGets')}</small>
        <b>{quote === null || units === null ? '-' : `${coinText(quote, f.units)} ${coin}`}</b>
        <small>
          {one === null
            ? t('noCoinRate')
            : t('coinsForOne', { one: f.amount({ asset, units: 100n }), coins: coinText(one, f.units), coin })}
        </small>
        {one !== null && <small>{t('quoteKept')}</small>}
      </div>
    </Block>
  )
}

/** The same in the record: the coins that were counted when it was asked for, and by which rates. */
export function CountedCoins({ coins }: { coins: NonNullable<Whole['coins']> }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { currency, amount, usd, ratesVersion, eurUsd } = coins
  const by = t('coinCounted', {
    ...{ coin: currency, usd: f.amount({ asset: 'USD', units: usd / 10_000n }), version: ratesVersion },
  })
  const market = eurUsd === null ? null : t('coinMarket', { rate: f.units(eurUsd / 100n, RATE_PLACES) })
  return (
    <p className={styles.counted}>
      <b>{t('coinsOut', { coins: coinText(amount, f.units), coin: currency })}</b>
      <small>{[by, market].filter((part) => part !== null).join(' · ')}</small>
    </p>
  )
}
