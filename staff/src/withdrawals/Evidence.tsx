import type { ReplyOf } from '@lonja/core/base/contract'
import { CHAIN_NAMES } from '@lonja/core/payees/chains'
import { trimmedCoins } from '@lonja/core/payees/rates'
import type { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText, type Say } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { Checks, type Check } from '../review/Checks.tsx'

type Withdrawal = ReplyOf<typeof openWithdrawal>

/** The evidence of a withdrawal: the automatic checks, the customer, the destination. */
export function Evidence({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { customer, payee, checks } = withdrawal
  return (
    <>
      <Checks checks={[...untradedIn(t, f, withdrawal), ...checks.map((each) => checkIn(t, f, withdrawal, each))]} />
      <Cards>
        <Card title={t('customer')}>
          <strong>{customer.verifiedName ?? customer.name ?? customer.phone}</strong>
          {(customer.verifiedName ?? customer.name) !== null && <small>{customer.phone}</small>}
          <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
          <small>{t(`kyc_${customer.kyc}`)}</small>
        </Card>
        <Card title={t(payee.kind === 'card' ? 'toCard' : 'toWallet')}>
          {payee.card && (
            <>
              <strong>{payee.card.accountName}</strong>
              <small>{payee.card.iban.replace(/(.{4})(?=.)/g, '$1 ')}</small>
              <small>{payee.card.bankName}</small>
              <small>{payee.card.bankAddress}</small>
            </>
          )}
          {payee.wallet && <ToWallet wallet={payee.wallet} coins={withdrawal.coins} />}
          <small>{t('added', { day: f.dayBeside(payee.addedAt) })}</small>
          <small>{t('earlier', { count: payee.earlier })}</small>
        </Card>
        <Card title={t('balances')}>
          <DefinitionRows
            tight
            rows={[
              ...customer.free.map((money) => ({
                label: t('freeIn', { currency: money.asset }),
                value: f.amount(money),
              })),
              ...customer.held.map((money) => ({
                label: t('heldIn', { currency: money.asset }),
                value: f.amount(money),
              })),
              {
                label: t('inWindow'),
                value: withdrawal.inWindow === null ? '-' : f.amount(eurOf(withdrawal.inWindow)),
              },
              { label: t('limit'), value: f.amount(eurOf(withdrawal.limit)) },
            ]}
          />
        </Card>
      </Cards>
    </>
  )
}

function ToWallet({
  wallet,
  coins,
}: {
  wallet: NonNullable<Withdrawal['payee']['wallet']>
  coins: Withdrawal['coins']
}) {
  return (
    <>
      <strong>
        {wallet.currency} · {CHAIN_NAMES[wallet.chain]}
      </strong>
      <small>{wallet.address}</small>
      {coins && <CoinsOut coins={coins} />}
    </>
  )
}

/** The coins sent to a wallet, as shown to the customer, and the rates used. */
function CoinsOut({ coins }: { coins: NonNullable<Withdrawal['coins']> }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { currency, amount, usd, ratesVersion, eurUsd } = coins
  const { units, places } = trimmedCoins(amount)
  return (
    <>
      <strong>{t('coinsOut', { coins: f.units(units, places), coin: currency })}</strong>
      <small>
        {t('coinCounted', {
          coin: currency,
          usd: f.amount({ asset: 'USD', units: usd / 10_000n }),
          version: ratesVersion,
        })}
      </small>
      {eurUsd !== null && <small>{t('coinMarket', { rate: f.exchange(eurUsd, 6) })}</small>}
    </>
  )
}

const eurOf = (cents: bigint) => ({ asset: 'EUR', units: cents }) as const

/** The margin in figures: the equity, the used margin, and what may leave beside it. */
function marginNote(t: Say<'withdrawals'>, f: Formats, { standing, spare }: NonNullable<Withdrawal['margin']>): string {
  if (standing === null) return t('marginNoRate')
  const amount = (units: bigint) => f.amount({ asset: standing.currency, units })
  return t('marginNote', { equity: amount(standing.equity), used: amount(standing.used), spare: f.amount(spare) })
}

/** Money that came in and is asked for again without trading: a reason to look, not a check that failed. */
function untradedIn(t: Say<'withdrawals'>, f: Formats, { untraded }: Withdrawal): Check[] {
  if (untraded === null) return []
  const { count, amount, since } = untraded
  const note = t('untradedNote', { count, amount: f.amount(amount), time: f.date(since) })
  return [{ label: t('untraded'), note, value: t('untradedValue'), state: 'open' }]
}

/** A check in words: the compared values. */
function checkIn(
  t: Say<'withdrawals'>,
  f: Formats,
  withdrawal: Withdrawal,
  { check, ok }: Withdrawal['checks'][number],
): Check {
  const { customer, payee, amount, margin } = withdrawal
  const notes: Partial<Record<typeof check, string>> = {
    amount_held: f.amount(amount),
    name_matches: payee.card ? `${customer.verifiedName ?? '-'} / ${payee.card.accountName}` : t('noName'),
    payee_ready: f.date(payee.readyAt),
    ...(margin && { margin_covers: marginNote(t, f, margin) }),
    ...(customer.kyc === 'passed' ? {} : { identity_passed: t(`kyc_${customer.kyc}`) }),
  }
  return {
    label: t(`check_${check}`),
    note: notes[check],
    value: t(ok === null ? 'checkOpen' : ok ? 'checkYes' : 'checkNo'),
    state: ok === null ? 'open' : ok ? 'passed' : 'failed',
  }
}
