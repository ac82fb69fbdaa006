import type { ReplyOf } from '@lonja/core/base/contract'
import { resetReview } from '@lonja/core/resets/resets.review'
import { decideReset, openReset } from '@lonja/core/resets/resets.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { FindReset } from './FindReset.tsx'
import styles from './Resets.module.css'

type Request = ReplyOf<typeof openReset>

const THEN = { open: 'thenOpen', notice: 'thenNotice', second: 'thenSecond' } as const

/** Requests for a new password: found by the code that the caller says, and let through by two people or after notice. */
export function Resets() {
  const t = useText('resets')
  return (
    <ReviewPage
      kind={resetReview}
      title={t('title')}
      above={<FindReset />}
      open={openReset}
      decide={decideReset}
      stateIn={(state) => t(`state_${state}`)}
      head={({ number, at }) => ({ what: t('head'), number, at })}
      then={({ approval }, opinion) => [
        {
          label: t('thenDevice'),
          value: opinion === 'refuse' ? t('thenNothing') : t(THEN[approval]),
        },
      ]}
      evidence={(request) => <Evidence request={request} />}
    />
  )
}

function Evidence({ request }: { request: Request }) {
  const t = useText('resets')
  return (
    <>
      <Notice tone="ground">{t('nothingToSee')}</Notice>
      <Cards>
        <Customer request={request} />
        <Device request={request} />
        <UnderWay request={request} />
      </Cards>
      <section>
        <h3>{t('askTitle')}</h3>
        <ul className={styles.list}>
          <li>{t('askName')}</li>
          <li>{t('askLast')}</li>
          <li>{t('askDevices')}</li>
        </ul>
        <p>{t('askNever')}</p>
      </section>
      <SignIns request={request} />
    </>
  )
}

function Customer({ request: { customer } }: { request: Request }) {
  const t = useText('resets')
  const f = useFormats()
  const isSet = (set: boolean) => t(set ? 'set' : 'unset')
  return (
    <Card title={t('customer')}>
      <strong>{customer.name ?? customer.phone}</strong>
      {customer.name !== null && <small>{customer.phone}</small>}
      <small>{t('joined', { day: f.dayBeside(customer.joinedAt) })}</small>
      <DefinitionRows
        tight
        rows={[
          { label: t('kyc'), value: t(`kyc_${customer.kyc}`) },
          { label: t('tradingPassword'), value: isSet(customer.hasTradingPassword) },
          {
            label: t('secondStep'),
            value: isSet(customer.hasSecondStep),
            ...(customer.hasSecondStep ? { note: t('stepStays') } : {}),
          },
        ]}
      />
    </Card>
  )
}

function Device({ request: { device, deviceKnown, request, at, endsAt, opensAt } }: { request: Request }) {
  const t = useText('resets')
  const staff = useText('staff')
  const f = useFormats()
  return (
    <Card title={t('device')}>
      <strong>{device || staff('unknownDevice')}</strong>
      <small>{t(deviceKnown ? 'deviceKnown' : 'deviceNew')}</small>
      <DefinitionRows
        tight
        rows={[
          { label: t('request'), value: t(`request_${request}`) },
          { label: t('askedAt'), value: f.date(at) },
          opensAt === null
            ? { label: t('endsAt'), value: f.date(endsAt) }
            : { label: t('opensAt'), value: f.date(opensAt) },
        ]}
      />
    </Card>
  )
}

function UnderWay({ request: { underWay, inForce } }: { request: Request }) {
  const t = useText('resets')
  const f = useFormats()
  const { orders, withdrawals, deposits } = underWay
  return (
    <Card title={t('underWay')}>
      <small>{t('underWayWithdrawals', { count: withdrawals.length })}</small>
      <small>{t('underWayDeposits', { count: deposits.length })}</small>
      <small>{t('underWayOrders', { count: orders.length })}</small>
      <DefinitionRows
        tight
        rows={[
          {
            label: t('restriction'),
            value: inForce
              ? t('restrictionLevel', { level: inForce.level, time: f.date(inForce.untilAt) })
              : t('restrictionNone'),
          },
        ]}
      />
    </Card>
  )
}

function SignIns({ request: { sessions } }: { request: Request }) {
  const t = useText('resets')
  const staff = useText('staff')
  const f = useFormats()
  return (
    <section>
      <h3>{t('sessions')}</h3>
      {sessions.length === 0 ? (
        <p>{t('sessionsNone')}</p>
      ) : (
        <DefinitionRows
          tight
          rows={sessions.map(({ device, startedAt, live }) => ({
            label: device || staff('unknownDevice'),
            note: t(live ? 'sessionLive' : 'sessionEnded'),
            value: f.date(startedAt),
          }))}
        />
      )}
    </section>
  )
}
