import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readReset, withdrawReset } from '@lonja/core/resets/resets.contract'
import { isResetLive, spelledResetCode } from '@lonja/core/resets/resets.rules'
import type { DeviceSecret } from '@lonja/core/resets/secret.rules'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { cx } from '@lonja/kit/parts/cx'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { DeviceMobileIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { CodeBlock } from './CodeBlock.tsx'
import { NewPassword } from './NewPassword.tsx'
import styles from './Resets.module.css'

export type Request = ReplyOf<typeof readReset>

/** Staff decide meanwhile, so the state is read again at this interval. */
const ASKED_MS = 4_000

const WAITING = [
  ['50%', 16],
  ['70%', 40],
  ['100%', 72],
  ['100%', 72],
  ['100%', 220],
] as const

/** The request of this device: its code, its state, and what happens next. */
export function ResetRequest({ own, onAgain }: { own: DeviceSecret; onAgain: () => void }) {
  const t = useText('resets')
  const { secretHash } = own
  const { data, error, refetch } = useRead(readReset, { secretHash }, { quiet: true, refetchMs: ASKED_MS })
  if (data?.state === 'open' && data.closesAt !== null) {
    return <NewPassword secret={own.secret} closesAt={data.closesAt} onAgain={onAgain} />
  }
  if (data && !isResetLive(data.state)) return <Over request={data} onAgain={onAgain} />
  if (data) return <Live request={data} secretHash={secretHash} onChanged={() => void refetch()} />
  return (
    <Screen title={t('title')} onBack={back}>
      {!error ? (
        <SkeletonBlocks of={WAITING} />
      ) : 'refused' in error && error.refused === 'unknown_reset' ? (
        <ErrorView title={t('state_gone')} text={error.msg} retry={t('again')} onRetry={onAgain} />
      ) : (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      )}
    </Screen>
  )
}

/** A request that waits for people: the code, the state, and the steps. */
function Live({ request, secretHash, onChanged }: { request: Request; secretHash: string; onChanged: () => void }) {
  const t = useText('resets')
  const f = useFormats()
  const steps = useSteps(request)
  const [leaving, setLeaving] = useState(false)
  const withdraw = useWrite(withdrawReset, {
    onReply: () => {
      setLeaving(false)
      onChanged()
    },
  })
  return (
    <Screen
      title={t('title')}
      onBack={back}
      dock={
        <Buttons>
          <Button look="outline" label={t('withdraw')} onClick={() => setLeaving(true)} />
          <Button label={t('write')} href={hrefTo('/subPackages/support/thread')} />
        </Buttons>
      }
    >
      <div className={styles.page}>
        <CodeBlock
          code={request.code}
          spelled={spelledResetCode(request.code.replace(' ', ''))}
          endsAt={request.endsAt}
        />
        <Notice title={t('noPassword')}>{t('noPasswordWhy')}</Notice>
        <Notice tone="ground" icon={DeviceMobileIcon} title={t('onlyThis')}>
          {t('onlyThisWhy')}
        </Notice>
        <Section title={t('next')}>
          <p role="status" className={styles.state}>
            {request.state === 'notice' && request.opensAt !== null
              ? t('now_notice', { time: f.date(request.opensAt) })
              : t(request.state === 'checking' ? 'now_checking' : 'now_waiting')}
          </p>
          <Timeline label={t('next')} steps={steps} />
        </Section>
        <p className={cx(styles.caption, styles.foot)}>{t('activityWhy')}</p>
      </div>
      {leaving && (
        <Confirm
          title={t('withdrawAsk')}
          text={t('withdrawWhy')}
          confirm={t('withdraw')}
          cancel={t('stay')}
          busy={withdraw.isPending}
          error={withdraw.refusal?.msg}
          onConfirm={() => withdraw.mutate({ secretHash })}
          onCancel={() => setLeaving(false)}
        />
      )}
    </Screen>
  )
}

/** The steps behind the request and before it. */
function useSteps({ state, device, askedAt, opensAt }: Request): TimelineStep[] {
  const t = useText('resets')
  const a = useText('accounts')
  const f = useFormats()
  const isNoticed = state === 'notice'
  return [
    { label: t('step_asked'), at: f.date(askedAt), note: device || a('unknownDevice'), state: 'done' },
    { label: t('step_first'), note: t('step_firstWhy'), state: isNoticed ? 'done' : 'now' },
    {
      label: t('step_second'),
      note: isNoticed && opensAt !== null ? t('step_secondFrom', { time: f.date(opensAt) }) : t('step_secondWhy'),
      state: isNoticed ? 'now' : 'next',
    },
    { label: t('step_password'), note: t('step_passwordWhy'), state: 'next' },
    { label: t('step_wait'), note: t('step_waitWhy'), state: 'next' },
  ]
}

const ENDED = {
  refused: 'state_refused',
  expired: 'state_expired',
  replaced: 'state_replaced',
  withdrawn: 'state_withdrawn',
  stopped: 'state_stopped',
  used: 'state_used',
  closed: 'state_gone',
  restored: 'state_gone',
} as const

const WHY = {
  refused: 'why_refused',
  expired: 'why_expired',
  replaced: 'why_replaced',
  withdrawn: 'why_withdrawn',
  stopped: 'why_stopped',
  used: 'why_used',
  closed: 'why_gone',
  restored: 'why_gone',
} as const

type EndState = keyof typeof ENDED

const isEnded = (state: Request['state']): state is EndState => state in ENDED

/** A request that is over, with the way it ended. */
function Over({ request: { state, reason }, onAgain }: { request: Request; onAgain: () => void }) {
  const t = useText('resets')
  if (!isEnded(state)) return null
  return (
    <Screen
      title={t('title')}
      onBack={back}
      dock={
        <Buttons>
          <Button look="outline" label={t('write')} href={hrefTo('/subPackages/support/thread')} />
          {state === 'used' ? (
            <Button label={t('logIn')} href={hrefTo('/subPackages/login/login')} />
          ) : (
            <Button label={t('again')} onClick={onAgain} />
          )}
        </Buttons>
      }
    >
      <div className={styles.page}>
        <Notice tone={state === 'used' || state === 'withdrawn' ? 'ground' : 'warn'} title={t(ENDED[state])}>
          {reason ? (
            <>
              <p>{reason.title}</p>
              <p>{reason.next}</p>
            </>
          ) : (
            t(WHY[state])
          )}
        </Notice>
        {state === 'used' && <Button look="text" label={t('again')} onClick={onAgain} />}
      </div>
    </Screen>
  )
}
