import type { RateE6 } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Block } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { coinText, rateText } from '../payees/coins.ts'
import type { WithdrawForm } from './form.ts'
import type { Whole } from './withdrawal.ts'
import styles from './withdrawals.module.css'

/** The coins for an amount at the current rate, before submission. The wallet never gets fewer than shown here. */
export function CoinQuote({ form, rate }: { form: WithdrawForm; rate: RateE6 | null }) {
  const { payee, currency: asset, units, quote } = form
  const t = useText('withdrawals')
  const f = useFormats()
  const coin = payee.wallet?.currency
  if (!coin) return null
  const line = rateText(coin, asset, rate, f)
  return (
    <Block>
      <div className={styles.quote} role="status">
        <small>{t('walletGets')}</small>
        <b>{quote === null || units === null ? '-' : `${coinText(quote, f.units)} ${coin}`}</b>
        <small>{line ?? t('noCoinRate')}</small>
        {line !== null && <small>{t('quoteKept')}</small>}
      </div>
    </Block>
  )
}

/** The same in the record: the coins fixed at submission, and the rates used. */
export function CountedCoins({ coins }: { coins: NonNullable<Whole['coins']> }) {
  const t = useText('withdrawals')
  const payees = useText('payees')
  const f = useFormats()
  const { currency, amount, usd, ratesVersion, eurUsd } = coins
  const by = t('coinCounted', {
    coin: currency,
    usd: f.amount({ asset: 'USD', units: usd / 10_000n }),
    version: ratesVersion,
  })
  const market = eurUsd === null ? [] : [f.exchange(eurUsd, 6), payees('noMarkup')]
  return (
    <p className={styles.counted}>
      <b>{t('coinsOut', { coins: coinText(amount, f.units), coin: currency })}</b>
      <small>{[by, ...market].join(' · ')}</small>
    </p>
  )
}
