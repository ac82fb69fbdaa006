import { listSessions, readProfile } from '@lonja/core/accounts/accounts.contract'
import { listActivity } from '@lonja/core/audit/audit.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { useFormats } from '@lonja/kit/formats'
import { hideFigures, useFiguresHidden } from '@lonja/kit/hidden'
import { goTo, hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { InfoIcon } from '@lonja/kit/parts/icons'
import {
  ClockCounterClockwiseIcon,
  FileTextIcon,
  GearSixIcon,
  SealCheckIcon,
  ShieldCheckIcon,
  TranslateIcon,
  WalletIcon,
} from '@lonja/kit/parts/late-icons'
import { ChartLineIcon, EnvelopeSimpleIcon, EyeIcon, EyeSlashIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { cx } from '@lonja/kit/parts/cx'
import { ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { readUserInfo, useHasUnread } from '@lonja/kit/session'
import { useLanguage, useText } from '@lonja/kit/text'
import { AccessWait } from '../accounts/AccessWait.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { FigureDoors } from './FigureDoors.tsx'
import { FUNDS, LOAN_RECORDS, RESULTS, REVERSALS, STATEMENTS } from './figures.ts'
import { START_OVER } from './leaving.ts'
import { MakeUp } from './MakeUp.tsx'
import styles from './ProfileOverview.module.css'

type FiguresReply = ReplyOf<typeof readFigures>

/** Prices move the figures, so they are reloaded at this interval. */
const REFETCH_MS = 5_000

/**
 * The customer's money, each figure linked to its entries; and links to the customer's own pages. Spec:
 * /pages/mine/index.
 */
export function ProfileOverview() {
  const t = useText('portfolio')
  const figures = useRead(readFigures, {}, { quiet: true, refetchMs: REFETCH_MS })
  return (
    <Screen header={<Head />} onRefresh={() => figures.refetch()}>
      <div className={styles.notices}>
        <Restriction />
        <AccessWait />
        {figures.data && <Owed of={figures.data.byCurrency} />}
        {figures.data && <Lent of={figures.data.byCurrency} />}
      </div>
      {figures.data ? (
        <Whole figures={figures.data} />
      ) : figures.error ? (
        <ErrorView title={t('figuresFailed')} text={figures.error.msg} onRetry={() => void figures.refetch()} />
      ) : (
        <Waiting />
      )}
      <div className={styles.acts}>
        <Buttons>
          <Button label={t('deposit')} href={hrefTo('/subPackages/recharge/type')} />
          <Button look="soft" label={t('withdraw')} href={hrefTo('/subPackages/withdraw/index')} />
          <Button look="soft" label={t('movements')} href={hrefTo(FUNDS)} />
        </Buttons>
      </div>
      <Ways />
    </Screen>
  )
}

/** The debts to the house but for what it finances and lends, in each currency, with the way to read why. */
function Owed({ of }: { of: FiguresReply['byCurrency'] }) {
  const t = useText('portfolio')
  const f = useFormats()
  const debts = of
    .map(({ currency, owed, financed, lent }) => ({ asset: currency, units: owed - financed - lent }))
    .filter(({ units }) => units > 0n)
    .map((debt) => f.amount(debt))
  if (debts.length === 0) return null
  return (
    <Notice title={t('owedTitle', { owed: debts.join(' · ') })}>
      <p>{t('owedWhy')}</p>
      <Button small look="text" label={t('owedSee')} href={hrefTo(REVERSALS)} />
    </Notice>
  )
}

/** The debt of loans. It takes nothing away, so it is said apart from what must be paid. */
function Lent({ of }: { of: FiguresReply['byCurrency'] }) {
  const t = useText('portfolio')
  const f = useFormats()
  const debts = of
    .filter(({ lent }) => lent > 0n)
    .map(({ currency, lent }) => f.amount({ asset: currency, units: lent }))
  if (debts.length === 0) return null
  return (
    <Notice tone="ground" title={t('lentTitle', { lent: debts.join(' · ') })}>
      <p>{t('lentWhy')}</p>
      <Button small look="text" label={t('records_loans')} href={hrefTo(LOAN_RECORDS)} />
    </Notice>
  )
}

function Head() {
  const t = useText('portfolio')
  const profile = useRead(readProfile, {}, { quiet: true })
  // The last known profile is drawn at once.
  const lastProfile = profile.data ?? (readUserInfo() as Partial<ReplyOf<typeof readProfile>> | null)
  const unread = useHasUnread()
  return (
    <div className={styles.head}>
      <div>
        <h1>{lastProfile?.displayName ?? t('profile')}</h1>
        <p>{lastProfile?.phone ?? '\u00a0'}</p>
      </div>
      <IconButton
        icon={EnvelopeSimpleIcon}
        dot={unread}
        label={unread ? t('messagesUnread') : t('messages')}
        onClick={() => goTo('/subPackages/message/message')}
      />
      <IconButton
        icon={GearSixIcon}
        label={t('settingsLanguage')}
        onClick={() => goTo('/subPackages/settings/language')}
      />
    </div>
  )
}

function Whole({ figures: { display, rate, unpriced } }: { figures: FiguresReply }) {
  const t = useText('portfolio')
  const payees = useText('payees')
  const f = useFormats()
  const shown = !useFiguresHidden()
  const of = (units: bigint) => ({ asset: display.currency, units })
  return (
    <section className={styles.whole}>
      <div className={styles.total}>
        <span>
          {t('total')}
          <IconButton
            icon={shown ? EyeIcon : EyeSlashIcon}
            size={20}
            label={shown ? t('hideFigures') : t('showFigures')}
            pressed={!shown}
            onClick={() => hideFigures(shown)}
          />
        </span>
        <span className={styles.rate}>
          {rate === null
            ? t('noRate', { currency: f.mark(display.currency) })
            : `${f.exchange(rate)} · ${payees('noMarkup')}`}
        </span>
      </div>
      <a href={hrefTo(FUNDS)} className={styles.hero}>
        {shown ? <Amount of={of(display.total)} size={32} /> : <span aria-hidden>••••••</span>}
      </a>
      <MakeUp figures={display} />
      {unpriced.length > 0 && <p className={styles.note}>{t('unpriced', { count: unpriced.length })}</p>}
      <FigureDoors figures={display} shown={shown} />
    </section>
  )
}

/** The same lines with their final height, so that the content below does not move. */
function Waiting() {
  return (
    <div className={cx(styles.whole, styles.waiting)} role="status" data-waiting>
      <div className={styles.total}>
        <Skeleton width={90} />
      </div>
      <div className={styles.hero}>
        <Skeleton width={200} height={50} />
      </div>
      <div>
        <Skeleton width="100%" height={10} />
        <Skeleton width={190} height={16} />
      </div>
      <Skeleton width="100%" height={197} />
    </div>
  )
}

function Ways() {
  const t = useText('portfolio')
  const identity = useText('kyc')
  const words = useText('accounts')
  const language = useLanguage()
  const sessions = useRead(listSessions, {}, { quiet: true })
  const kyc = useRead(readKyc, {}, { quiet: true })
  return (
    <nav className={styles.ways} aria-label={t('profile')}>
      <Row
        icon={ShieldCheckIcon}
        title={t('security')}
        value={sessions.data && <Soft text={words('sessionsActive', { count: sessions.data.rows.length })} />}
        caret
        href={hrefTo('/subPackages/accounts/security')}
      />
      <WhoSaw />
      <Row
        icon={SealCheckIcon}
        title={identity('title')}
        value={kyc.data && kyc.data.state !== 'none' && <Soft text={identity(kyc.data.state)} />}
        caret
        href={hrefTo('/subPackages/real/real')}
      />
      <Row icon={WalletIcon} title={t('payees')} caret href={hrefTo('/subPackages/bank/list')} />
      <Row icon={ChartLineIcon} title={t('results')} caret href={hrefTo(RESULTS)} />
      <Row icon={FileTextIcon} title={t('statements')} caret href={hrefTo(STATEMENTS)} />
      <Row
        icon={TranslateIcon}
        title={t('settingsLanguage')}
        value={<Soft text={LANGUAGE_NAMES[language]} />}
        caret
        href={hrefTo('/subPackages/settings/language')}
      />
      <Row icon={ClockCounterClockwiseIcon} title={t('again')} caret href={hrefTo(START_OVER)} />
      <Row icon={InfoIcon} title={t('whatThisIs')} caret href={hrefTo('/subPackages/about/about')} />
    </nav>
  )
}

/** The last time staff viewed a record of the customer, with a link to all views. */
function WhoSaw() {
  const t = useText('portfolio')
  const f = useFormats()
  const seen = useRead(listActivity, { which: 'views', limit: 1 }, { quiet: true })
  const last = seen.data?.rows[0]
  return (
    <Row
      icon={EyeIcon}
      title={t('whoSaw')}
      value={seen.data && <Soft text={last ? f.dayBeside(last.at) : t('nobodySaw')} />}
      caret
      href={hrefTo('/subPackages/accounts/activity')}
    />
  )
}

const Soft = ({ text }: { text: string }) => <span className={styles.soft}>{text}</span>
