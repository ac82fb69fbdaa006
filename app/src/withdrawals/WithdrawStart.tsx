import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, goTo, hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import {
  BankIcon,
  ClockCounterClockwiseIcon,
  HourglassMediumIcon,
  PlusIcon,
  WalletIcon,
} from '@lonja/kit/parts/late-icons'
import { PulseIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { AccessWait } from '../accounts/AccessWait.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { NoPayment } from './NoPayment.tsx'
import { OnePerson } from './OnePerson.tsx'
import { FIGURES, FORM, RECORDS, lastingFor, placeName, placeNumber, type Payee, type Terms } from './withdrawal.ts'
import styles from './withdrawals.module.css'

/** The amount available, the destinations, the duration. Spec: /subPackages/withdraw/index. */
export function WithdrawStart() {
  const t = useText('withdrawals')
  const { data, error, refetch } = useRead(readWithdrawalTerms, {}, { refetchMs: 60_000 })
  const terms = data?.terms
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={() => refetch()}
      right={<IconButton icon={ClockCounterClockwiseIcon} label={t('records')} onClick={() => goTo(RECORDS)} />}
    >
      {terms ? (
        <Ready terms={terms} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={styles.balances}>
            <Skeleton width={120} height={50} />
            <Skeleton width={90} height={50} />
          </div>
          <SkeletonRows rows={6} line={false} boxed />
        </>
      )}
    </Screen>
  )
}

function Ready({ terms }: { terms: Terms }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { free, payees } = terms
  const of = (kind: Payee['kind']) => payees.filter((payee) => payee.kind === kind)
  return (
    <>
      <div className={styles.balances}>
        {free.map((amount) => (
          <Amount key={amount.asset} of={amount} label={t('freeIn', { currency: amount.asset })} size={20} />
        ))}
      </div>
      <Hindrances terms={terms} />
      {payees.length === 0 ? (
        <Empty
          text={t('noPayees')}
          why={t('noPayeesWhy')}
          icon={WalletIcon}
          action={t('addPayee')}
          href={hrefTo('/subPackages/bank/type')}
        />
      ) : (
        <>
          <Payees title={t('toCard')} payees={of('card')} />
          <Payees title={t('toWallet')} payees={of('wallet')} />
          <Row icon={PlusIcon} title={t('addPayee')} caret href={hrefTo('/subPackages/bank/type')} />
        </>
      )}
      <Section title={t('howLong')}>
        <p className={styles.soft}>
          {f.sentences(
            t('minimumIs', {
              eur: f.amount({ asset: 'EUR', units: terms.minimum }),
              usd: f.amount({ asset: 'USD', units: terms.minimum }),
            }),
            t('decidedWithin', { hours: terms.dueHours }),
            terms.medianMs !== null && t('halfTook', { time: lastingFor(terms.medianMs, t) }),
          )}
        </p>
      </Section>
      <Row icon={PulseIcon} title={t('figures')} caption={t('figuresWhat')} caret href={hrefTo(FIGURES)} />
      <NoPayment />
    </>
  )
}

/** The obstacles to any withdrawal, each with its remedy. */
export function Hindrances({ terms }: { terms: Terms }) {
  const t = useText('withdrawals')
  const f = useFormats()
  return (
    <div className={styles.hindrances}>
      {terms.onePerson && <OnePerson />}
      {terms.owed.length > 0 && (
        <Notice title={t('debtOpen', { owed: terms.owed.map((amount) => f.amount(amount)).join(' · ') })}>
          <p>{t('debtOpenWhy')}</p>
          <Button small look="text" label={t('debtSee')} href={hrefTo('/subPackages/reversals/reversals')} />
        </Notice>
      )}
      {terms.spare && (
        <Notice title={t('marginKept', { most: terms.spare.map((amount) => f.amount(amount)).join(' · ') })}>
          <p>{t('marginKeptWhy')}</p>
        </Notice>
      )}
      <Restriction from={2} />
      <AccessWait />
      {terms.waitsUntil !== null && (
        <Notice icon={HourglassMediumIcon} title={t('resetWaits')}>
          {t('resetWaitsWhy', { time: f.date(terms.waitsUntil) })}
        </Notice>
      )}
      {!terms.hasTradingPassword && (
        <Notice title={t('passwordNeeded')}>
          <p>{t('passwordNeededWhy')}</p>
          <Button small look="text" label={t('setPassword')} href={hrefTo('/subPackages/payPwd/index')} />
        </Notice>
      )}
    </div>
  )
}

function Payees({ title, payees }: { title: string; payees: readonly Payee[] }) {
  const t = useText('withdrawals')
  if (payees.length === 0) return null
  return (
    <Section title={title} flush>
      {payees.map((payee) => (
        <Row
          key={payee.id}
          icon={payee.kind === 'card' ? BankIcon : WalletIcon}
          iconBoxed
          wraps
          title={placeName(payee)}
          caption={<PlaceCaption payee={payee} />}
          {...(payee.state === 'ready'
            ? { caret: true, href: hrefTo(FORM, { payee: payee.id }) }
            : {
                value: (
                  <StatusChip
                    tone={payee.state === 'waiting' ? 'warn' : 'loss'}
                    label={t(payee.state === 'waiting' ? 'waits' : 'otherHolder')}
                  />
                ),
              })}
        />
      ))}
    </Section>
  )
}

function PlaceCaption({ payee }: { payee: Payee }) {
  const t = useText('withdrawals')
  const f = useFormats()
  return (
    <>
      <span className={styles.line}>{placeNumber(payee)}</span>
      {payee.state === 'waiting' && (
        <span className={styles.line}>{t('readyAt', { time: f.date(payee.readyAt) })}</span>
      )}
    </>
  )
}
