import type { ReplyOf } from '@lonja/core/base/contract'
import type { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { CHAIN_NAMES } from '@lonja/core/payees/chains'
import { trimmedCoins } from '@lonja/core/payees/rates'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText, type Say } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { Checks, type Check } from '../review/Checks.tsx'
import { spanIn } from '../review/clock.ts'
import { Picture } from '../review/Picture.tsx'
import { Reverse } from '../reversals/Reverse.tsx'
import { Pictures } from '../review/Pictures.tsx'

type Deposit = ReplyOf<typeof openDeposit>

/** The evidence of a deposit: the transaction, the rates that made its cash, the proof. */
export function DepositEvidence({ deposit }: { deposit: Deposit }) {
  const t = useText('deposits')
  const f = useFormats()
  const r = useText('review')
  const { coins, customer, proofs } = deposit
  return (
    <>
      <Checks checks={checksIn(t, f, deposit)} />
      <Cards>
        <Card title={t('customer')}>
          <strong>{customer.name ?? customer.phone}</strong>
          {customer.name !== null && <small>{customer.phone}</small>}
          <small>
            {t('joinedFor', { day: f.dayBeside(customer.joinedAt), age: spanIn(r, deposit.at - customer.joinedAt) })}
          </small>
          <small>{t(`kyc_${customer.kyc}`)}</small>
        </Card>
        <Earlier deposit={deposit} />
        {coins ? <Coins coins={coins} /> : <Card title={t('way_online')}>{t('checkout')}</Card>}
        {coins && (
          <Card title={t('transaction')}>
            <small>{t('hash')}</small>
            <span>{coins.hash}</span>
            <small>{t('address')}</small>
            <span>{coins.address}</span>
          </Card>
        )}
      </Cards>
      <Credited deposit={deposit} />
      {proofs.length > 0 && (
        <Pictures title={t('proofs')}>
          {proofs.map((id, n) => (
            <Picture
              key={id}
              customer={customer.id}
              id={id}
              label={t('proof', { number: String(n + 1) })}
              removed={false}
            />
          ))}
        </Pictures>
      )}
    </>
  )
}

const eurOf = (units: bigint) => ({ asset: 'EUR', units }) as const

/** The deposit against the limit of one person, and the customer's others before it. */
function Earlier({ deposit: { inWindow, limit, earlier } }: { deposit: Deposit }) {
  const t = useText('deposits')
  const f = useFormats()
  return (
    <Card title={t('againstLimit')}>
      <DefinitionRows
        tight
        rows={[
          { label: t('inWindow'), value: f.amount(eurOf(inWindow)) },
          { label: t('limit'), value: f.amount(eurOf(limit)) },
          {
            label: t('credited'),
            value:
              earlier.credited === 0
                ? t('none')
                : t('creditedIs', { count: earlier.credited, sum: f.amount(eurOf(earlier.eur)) }),
          },
          { label: t('refusedBefore'), value: f.count(earlier.refused) },
          { label: t('underWay'), value: f.count(earlier.underWay) },
        ]}
      />
    </Card>
  )
}

/** The credit of an approved deposit: how much of it was taken back, and the way to begin that. */
function Credited({ deposit: { customer, credit, reversals } }: { deposit: Deposit }) {
  const t = useText('reversals')
  const f = useFormats()
  if (credit === null) return null
  return (
    <Card title={t('credit')}>
      <strong>{f.amount(credit.amount)}</strong>
      {reversals.map(({ id, amount, reason, at }) => (
        <small key={id}>
          {t('done', { amount: f.amount(amount), reason: reason.title })} · {f.date(at)}
        </small>
      ))}
      <Reverse customer={customer.id} credit={credit} />
    </Card>
  )
}

/** The coins sent, and the rates that turned them into cash, worded as for a withdrawal to a wallet. */
function Coins({ coins }: { coins: NonNullable<Deposit['coins']> }) {
  const t = useText('deposits')
  const f = useFormats()
  const { currency, chain, amount, usd, eurUsd, ratesVersion } = coins
  const { units, places } = trimmedCoins(amount)
  const price = f.amount({ asset: 'USD', units: usd / 10_000n })
  return (
    <Card title={t('coins')}>
      <strong>{t('coinsIn', { coins: f.units(units, places), coin: currency, chain: CHAIN_NAMES[chain] })}</strong>
      <small>{t('coinCounted', { coin: currency, usd: price, version: ratesVersion })}</small>
      {eurUsd && <small>{t('coinMarket', { rate: f.exchange(eurUsd.rate, 6) })}</small>}
      {eurUsd && <small>{t('coinMarketAt', { time: f.date(eurUsd.at) })}</small>}
    </Card>
  )
}

/** The server's automatic checks: the transaction against all others, the proof, the identity check. */
function checksIn(t: Say<'deposits'>, f: Formats, { coins, sameHash, proofs, customer }: Deposit): Check[] {
  const credited = sameHash.find((each) => each.credited)
  const others = f.list(sameHash.map(({ number, cash }) => `${number} ${f.amount(cash)}`))
  return [
    ...(coins
      ? [
          {
            label: t('checkHash'),
            note: others === '' ? undefined : others,
            value: t(credited ? 'hashCredited' : others === '' ? 'yes' : 'hashNamed'),
            state: credited ? ('failed' as const) : others === '' ? ('passed' as const) : ('open' as const),
          },
          {
            label: t('checkProof'),
            value: f.count(proofs.length),
            state: proofs.length > 0 ? ('passed' as const) : ('open' as const),
          },
        ]
      : []),
    {
      label: t('checkIdentity'),
      note: customer.kyc === 'passed' ? undefined : t(`kyc_${customer.kyc}`),
      value: t(customer.kyc === 'passed' ? 'yes' : 'no'),
      state: customer.kyc === 'passed' ? 'passed' : 'open',
    },
  ]
}
