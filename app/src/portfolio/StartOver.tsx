import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import { readStartOver, startOver } from '@lonja/core/leaving.contract'
import { AGAINST_START_OVER } from '@lonja/core/lists'
import { useForm } from '@lonja/kit/form'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { back, hrefTo, switchTab } from '@lonja/kit/nav'
import { Block, Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { CheckCircleIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { markStale, useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { FUNDS } from './figures.ts'
import { startOverRows } from './leaving.ts'
import styles from './Leaving.module.css'

type Now = ReplyOf<typeof readStartOver>
type Receipt = ReplyOf<typeof startOver>

const WAITING = [
  ['92%', 40],
  ['100%', 160],
  ['100%', 60],
] as const

/** Start over: a preview of returned and granted amounts, before the trading password is requested. */
export function StartOver() {
  const t = useText('portfolio')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const { data, error, refetch } = useRead(readStartOver, {}, { quiet: true })
  if (receipt) return <Done receipt={receipt} />
  if (data)
    return data.against === null && data.hasTradingPassword ? (
      <Form now={data} onDone={setReceipt} />
    ) : (
      <Not now={data} />
    )
  return (
    <Screen title={t('again')} onBack={back}>
      {error && !data ? (
        <ErrorView title={t('againFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** A preview in figures. */
function What({ now }: { now: Now }) {
  const t = useText('portfolio')
  const f = useFormats()
  return (
    <>
      <p>{t('againWhy')}</p>
      <Block>
        <DefinitionRows rows={startOverRows(now, t, f, 'ahead')} />
      </Block>
      <p className={styles.soft}>{t('againCost')}</p>
      <p className={styles.soft}>{t('againOnce')}</p>
      {now.lastAt !== null && <p className={styles.soft}>{t('againLast', { time: f.date(now.lastAt) })}</p>}
    </>
  )
}

function Form({ now, onDone }: { now: Now; onDone: (receipt: Receipt) => void }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [id] = useState(newId) // One form has one id: a second tap is the same request.
  const form = useForm({
    call: startOver,
    first: { password: '' },
    mistakes: ({ password }) => ({ password: password === '' ? t('missing') : undefined }),
    input: ({ password }) => ({ id, password }),
    onReply: (receipt) => {
      markStale(['balances', 'orders', 'notices', 'profile'])
      onDone(receipt)
    },
    onRefusal: () => markStale(readStartOver.topics),
  })
  const grant = now.grant && t('againWith', { amount: f.amount(now.grant) })
  return (
    <Screen
      title={t('again')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={t('again')}
            {...(grant ? { second: grant } : {})}
            busy={form.busy}
            busyLabel={t('againBusy')}
            waitsFor={form.waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <What now={now} />
        <Field
          {...form.field('password')}
          label={t('tradingPassword')}
          type="password"
          autoComplete="off"
          maxLength={128}
        />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}

/** The page that resolves each reason of the house itself. */
const ENDED_AT = {
  nothing_to_start_over: { text: 'againNothing', path: '/subPackages/recharge/type', action: 'deposit' },
  account_restricted: { text: 'againHeld', path: '/subPackages/support/thread', action: 'askSupport' },
  access_waits: { text: 'againWaits', path: '/subPackages/accounts/security', action: 'goSecurity' },
  password: { text: 'againPassword', path: '/subPackages/payPwd/index', action: 'setTradingPassword' },
} as const

type Obstacle = NameIn<'againstStartOver'> | keyof typeof ENDED_AT

/** A reason in words, with the page that resolves it: for what a feature has under way, the one that its lists name. */
function endOf(reason: Obstacle, t: Say<'portfolio'>) {
  if (isOwn(reason)) {
    const { text, action, path } = ENDED_AT[reason]
    return { text: t(text), action: t(action), href: hrefTo(path) }
  }
  const { path, query } = AGAINST_START_OVER[reason]
  return { text: t(`again_${reason}`), action: t(`see_${reason}`), href: hrefTo(path, query) }
}

const isOwn = (reason: Obstacle): reason is keyof typeof ENDED_AT => reason in ENDED_AT

/** The reason why starting over is not possible now, with a link that resolves it. */
function Not({ now }: { now: Now }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { against, againAt } = now
  const end = against === 'started_over_lately' ? null : endOf(against ?? 'password', t)
  return (
    <Screen title={t('again')} onBack={back} readOnly>
      <div className={styles.form}>
        <Notice title={t('againNot')}>
          <p>{end ? end.text : t('againLately', { time: f.date(againAt ?? 0) })}</p>
          {end && <Button small look="text" label={end.action} href={end.href} />}
        </Notice>
        <What now={now} />
      </div>
    </Screen>
  )
}

/** It is done: the returned and granted amounts, and links to the entries. */
function Done({ receipt }: { receipt: Receipt }) {
  const t = useText('portfolio')
  const f = useFormats()
  return (
    <Screen
      title={t('againDone')}
      dock={
        <div className={styles.dock}>
          <Button look="soft" label={t('againEntries')} href={hrefTo(FUNDS, { kind: 'handed_back' })} />
          <Button label={t('profile')} onClick={() => switchTab('/pages/mine/index')} />
        </div>
      }
      readOnly
    >
      <div className={styles.form}>
        <p className={styles.done}>
          <CheckCircleIcon size={22} />
          {t('againDoneAt', { time: f.date(receipt.at) })}
        </p>
        <Block>
          <DefinitionRows rows={startOverRows(receipt, t, f, 'done')} />
        </Block>
        <p className={styles.soft}>{t('againStays')}</p>
      </div>
    </Screen>
  )
}
