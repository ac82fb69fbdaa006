import { useRef, useState, type ReactNode } from 'react'
import {
  beginSecondStep,
  makeRecoveryCodes,
  readSecondStep,
  removeSecondStep,
  setSecondStep,
} from '@lonja/core/accounts/second-step.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { copyText } from '@lonja/kit/clipboard'
import { useForm } from '@lonja/kit/form'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { CopySimpleIcon } from '@lonja/kit/parts/late-icons'
import { QrCode } from '@lonja/kit/parts/QrCode'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './accounts.module.css'

/** The sentence, a field and a button. */
const WAITING = [
  ['92%', 60],
  ['100%', 60],
  ['100%', 48],
] as const

type BeginReply = ReplyOf<typeof beginSecondStep>

/**
 * The one-time code as a second step of logging in: turn it on with the app's first code, store ten recovery codes,
 * turn it off.
 */
export function OneTimeCode() {
  const t = useText('accounts')
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const read = useRead(readSecondStep, {}, { quiet: true })
  const keep = (codes: readonly string[]): void => {
    setRecovery(codes)
    markStale(['profile'])
  }
  if (recovery) return <RecoveryCodes codes={recovery} onKept={() => setRecovery(null)} />
  if (read.data?.setAt === null) return <TurnOn onSet={keep} />
  return (
    <Screen title={t('oneTimeCode')} onBack={back} onRefresh={() => read.refetch()}>
      {read.data ? (
        <div className={styles.form}>
          <p className={styles.soft}>{t('codeWhy')}</p>
          <TurnedOn left={read.data.recoveryLeft} onMade={keep} />
        </div>
      ) : read.error ? (
        <ErrorView title={t('codeFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function TurnOn({ onSet }: { onSet: (codes: readonly string[]) => void }) {
  const t = useText('accounts')
  const [begun, setBegun] = useState<BeginReply | null>(null)
  const form = useForm({
    call: beginSecondStep,
    first: { password: '' },
    mistakes: ({ password }) => ({ password: password === '' ? t('missing') : undefined }),
    input: (typed) => typed,
    onReply: setBegun,
  })
  if (begun) return <Confirming begun={begun} onSet={onSet} onExpired={() => setBegun(null)} />
  return (
    <Step form={form} act={t('codeBegin')}>
      <Field {...form.field('password')} label={t('loginPassword')} type="password" autoComplete="current-password" />
    </Step>
  )
}

/** A step of turning it on: its form, with the button docked as on every page that is one form. */
function Step(props: {
  form: Pick<ReturnType<typeof useForm>, 'ref' | 'submit' | 'elsewhere' | 'busy' | 'waitsFor'>
  act: string
  children: ReactNode
}) {
  const t = useText('accounts')
  const { form, act } = props
  return (
    <Screen
      title={t('oneTimeCode')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button label={act} busy={form.busy} waitsFor={form.waitsFor} onClick={form.submit} />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.soft}>{t('codeWhy')}</p>
        {props.children}
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}

interface ConfirmingProps {
  begun: BeginReply
  onSet: (codes: readonly string[]) => void
  onExpired: () => void
}

/** The secret as a QR code and as text, until a code from it is confirmed. */
function Confirming({ begun, onSet, onExpired }: ConfirmingProps) {
  const t = useText('accounts')
  const form = useForm({
    call: setSecondStep,
    first: { code: '' },
    mistakes: ({ code }) => ({ code: code.trim() === '' ? t('missing') : undefined }),
    input: ({ code }) => ({ setUp: begun.setUp, code }),
    onReply: ({ recovery }) => onSet(recovery),
    onRefusal: (refused) => {
      if (refused === 'step_expired') onExpired()
    },
  })
  return (
    <Step form={form} act={t('codeConfirm')}>
      <p>{t('codeScan')}</p>
      <div className={styles.qr}>
        <QrCode text={begun.address} label={t('codeQr')} />
      </div>
      <Secret of={begun} />
      <Field
        {...form.field('code')}
        label={t('code')}
        hint={t('codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
      />
    </Step>
  )
}

/**
 * The same secret for an authenticator app on this phone, which cannot scan its own screen: a link to open, and a copy
 * button.
 */
function Secret({ of: { secret, address } }: { of: BeginReply }) {
  const t = useText('accounts')
  const words = useText('app')
  const shown = useRef<HTMLElement>(null)
  const copy = async (): Promise<void> => {
    if (await copyText(secret, shown.current)) toast(words('copied'), { kind: 'done' })
    else toast(words('copyFailed'))
  }
  return (
    <div className={styles.key}>
      <p>
        <span>{t('codeKey')}</span>
        <code ref={shown}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Button look="outline" small icon={CopySimpleIcon} label={t('codeCopy')} onClick={() => void copy()} />
      <Button look="outline" small label={t('codeOpen')} href={address} />
    </div>
  )
}

function TurnedOn({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const t = useText('accounts')
  const fresh = useForm({
    call: makeRecoveryCodes,
    first: { code: '' },
    mistakes: ({ code }) => ({ code: code.trim() === '' ? t('missing') : undefined }),
    input: (typed) => typed,
    onReply: ({ recovery }) => onMade(recovery),
  })
  const off = useForm({
    call: removeSecondStep,
    first: { password: '', code: '' },
    mistakes: ({ password, code }) => ({
      password: password === '' ? t('missing') : undefined,
      code: code.trim() === '' ? t('missing') : undefined,
    }),
    input: (typed) => typed,
    onReply: () => {
      toast(t('codeRemoved'), { kind: 'done' })
      markStale(['profile'])
    },
  })
  const code = { label: t('code'), hint: t('codeOrRecovery'), autoComplete: 'one-time-code', maxLength: 40 } as const
  return (
    <>
      <form ref={fresh.ref} className={styles.dock} noValidate onSubmit={fresh.submit}>
        <p>{t('recoveryLeft', { count: left })}</p>
        <Field {...fresh.field('code')} {...code} />
        <p role="alert" className={styles.wrong}>
          {fresh.elsewhere}
        </p>
        <Button type="submit" look="soft" label={t('recoveryNew')} busy={fresh.busy} waitsFor={fresh.waitsFor} />
      </form>
      <form ref={off.ref} className={styles.dock} noValidate onSubmit={off.submit}>
        <h2>{t('codeRemove')}</h2>
        <Field {...off.field('password')} label={t('loginPassword')} type="password" autoComplete="current-password" />
        <Field {...off.field('code')} {...code} />
        <p role="alert" className={styles.wrong}>
          {off.elsewhere}
        </p>
        <Button type="submit" look="outline" label={t('codeRemove')} busy={off.busy} waitsFor={off.waitsFor} />
      </form>
    </>
  )
}
