import { listDeposits, readDepositWays } from '@lonja/core/deposits/deposits.contract'
import { eur } from '@lonja/core/base/amount'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, navigate } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import type { Icon } from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import {
  ClockCounterClockwiseIcon,
  CreditCardIcon,
  CurrencyCircleDollarIcon,
  FlaskIcon,
  SealCheckIcon,
} from '@lonja/kit/parts/late-icons'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { DepositLimit } from './DepositLimit.tsx'
import { useFirstCash, type Ways } from './deposit.ts'
import { DepositRow } from './DepositRow.tsx'
import styles from './deposits.module.css'

const LATEST = 3

/** Placeholder: the space above the question, the question and the two methods. */
const WAITING = [
  ['0', 13],
  ['60%', 24],
  ['100%', 158],
  ['100%', 158],
] as const

/**
 * Choose the deposit method: test coins, or online. Each shows its minimum, its reviewer and the usual duration. Spec:
 * /subPackages/recharge/type.
 */
export function DepositType() {
  const t = useText('deposits')
  const ways = useRead(readDepositWays, {})
  const records = () => navigate('/subPackages/recharge/record')
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={() => ways.refetch()}
      right={<IconButton icon={ClockCounterClockwiseIcon} label={t('records')} onClick={records} />}
    >
      <Notice band icon={FlaskIcon}>
        {t('practice')}
      </Notice>
      <div className={styles.limits}>
        <Restriction from={3} />
      </div>
      {!ways.data && ways.error && (
        <ErrorView title={t('failed')} text={ways.error.msg} onRetry={() => void ways.refetch()} />
      )}
      <Available />
      {!ways.data && !ways.error && <SkeletonBlocks of={WAITING} />}
      {ways.data && <Choices of={ways.data} />}
      <Latest />
    </Screen>
  )
}

/** The current cash: the larger currency as the figure, the other beside it. Nothing if it cannot be loaded. */
function Available() {
  const t = useText('deposits')
  const f = useFormats()
  const { data, error } = useRead(readFigures, {}, { quiet: true })
  if (!data && error) return null
  const cash = data?.byCurrency.map(({ currency, free }) => ({ asset: currency, units: free })) ?? []
  const [first, second] = cash.toSorted((one, other) => Number(other.units - one.units))
  return (
    <div className={styles.available}>
      {first ? <Amount label={t('free')} of={first} size={32} /> : <Skeleton width={180} height={56} />}
      {second && second.units > 0n && <small>{t('alsoFree', { amount: f.amount(second) })}</small>}
    </div>
  )
}

function Choices({ of }: { of: Ways }) {
  const t = useText('deposits')
  const kyc = useText('kyc')
  const f = useFormats()
  const { verified } = of.limit
  const facts = [
    [t('minimum'), f.amount(eur(of.minimum))],
    [t('reviewedBy'), t('treasury')],
    [t('takes'), t('withinHours', { count: of.dueHours })],
  ] as const
  const coins = f.list(of.coins.map(({ currency }) => currency))
  return (
    <Section title={t('how')}>
      <Way
        icon={CurrencyCircleDollarIcon}
        type="crypto"
        title={t('crypto')}
        text={t('cryptoWhat', { coins })}
        facts={facts}
      />
      <Way icon={CreditCardIcon} type="online" title={t('online')} text={t('onlineWhat')} facts={facts} />
      <p className={styles.soft}>
        <DepositLimit of={of.limit} />
      </p>
      {!verified && (
        <div className={styles.flush}>
          <Row icon={SealCheckIcon} title={kyc('title')} caret href={hrefTo('/subPackages/real/real')} />
        </div>
      )}
    </Section>
  )
}

function Way(props: {
  icon: Icon
  type: 'crypto' | 'online'
  title: string
  text: string
  facts: readonly (readonly [string, string])[]
}) {
  const { icon: Shape, type, title, text, facts } = props
  const cash = useFirstCash()
  return (
    <a
      className={styles.way}
      href={hrefTo('/subPackages/recharge/recharge', { type, ...(cash === 'USD' && { cash }) })}
    >
      <span className={styles.head}>
        <span className={styles.shape}>
          <Shape size={22} />
        </span>
        <span className={styles.said}>
          <b>{title}</b>
          <small>{text}</small>
        </span>
        <CaretRightIcon size={18} />
      </span>
      <span className={styles.facts}>
        {facts.map(([label, value]) => (
          <span key={label}>
            <small>{label}</small>
            <span>{value}</span>
          </span>
        ))}
      </span>
    </a>
  )
}

/** The latest deposits. */
function Latest() {
  const t = useText('deposits')
  const { data } = useRead(listDeposits, { limit: LATEST }, { quiet: true })
  if (!data) return null
  return (
    <Section title={t('yours')} flush>
      {data.rows.length === 0 && <Empty text={t('none')} />}
      {data.rows.map((deposit) => (
        <DepositRow key={deposit.id} deposit={deposit} />
      ))}
    </Section>
  )
}
