import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import { closeAccount, readClosing } from '@lonja/core/leaving.contract'
import { AGAINST_CLOSING } from '@lonja/core/lists'
import { useForm } from '@lonja/kit/form'
import { useFormats } from '@lonja/kit/formats'
import { back, replacePage, hrefTo, urlTo } from '@lonja/kit/nav'
import { Block, Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { DownloadSimpleIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { markStale, useRead } from '@lonja/kit/reads'
import { signOut } from '@lonja/kit/session'
import { useText, type Say } from '@lonja/kit/text'
import { STATEMENTS } from './figures.ts'
import { CLOSED, handedBackRows, WITHDRAW } from './leaving.ts'
import styles from './Leaving.module.css'

type Now = ReplyOf<typeof readClosing>

const WAITING = [
  ['92%', 60],
  ['100%', 60],
  ['100%', 160],
] as const

/**
 * Close the account for good: first everything that blocks it, each with a link to resolve it; then what goes back to
 * the house, and the passwords.
 */
export function CloseAccount() {
  const t = useText('portfolio')
  const { data, error, refetch } = useRead(readClosing, {}, { quiet: true })
  if (data && data.against.length === 0 && data.hasTradingPassword) return <Form now={data} />
  return (
    <Screen title={t('close')} onBack={back} onRefresh={() => refetch()} readOnly>
      {data ? (
        <div className={styles.form}>
          <Before />
          <Left now={data} />
        </div>
      ) : error ? (
        <ErrorView title={t('closeFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** The consequences, and the files to take along. */
function Before() {
  const t = useText('portfolio')
  return (
    <>
      <p>{t('closeWhy')}</p>
      <p className={styles.soft}>{t('closeKept')}</p>
      <div className={styles.flush}>
        <Row
          icon={DownloadSimpleIcon}
          title={t('closeExport')}
          caption={t('closeExportWhy')}
          wraps
          caret
          href={hrefTo(STATEMENTS)}
        />
      </div>
    </>
  )
}

/** The page that resolves each reason of the house itself. */
const ENDED_AT = {
  account_restricted: { text: 'closeHeld', path: '/subPackages/support/thread' },
  access_waits: { text: 'againWaits', path: '/subPackages/accounts/security' },
  password: { text: 'closePassword', path: '/subPackages/payPwd/index' },
} as const

type Obstacle = NameIn<'againstClosing'> | keyof typeof ENDED_AT

/** A reason in words, with the page that resolves it: for what a feature has open, the one that its lists name. */
function endOf(reason: Obstacle, t: Say<'portfolio'>) {
  if (isOwn(reason)) return { text: t(ENDED_AT[reason].text), href: hrefTo(ENDED_AT[reason].path) }
  const { path, query } = AGAINST_CLOSING[reason]
  return { text: t(`close_${reason}`), href: hrefTo(path, query) }
}

const isOwn = (reason: Obstacle): reason is keyof typeof ENDED_AT => reason in ENDED_AT

function Left({ now: { against, hasTradingPassword } }: { now: Now }) {
  const t = useText('portfolio')
  const left = [...against, ...(hasTradingPassword ? [] : (['password'] as const))]
  return (
    <div className={styles.flush}>
      <Section title={t('closeLeft')} flush>
        {left.map((each) => {
          const { text, href } = endOf(each, t)
          return <Row key={each} title={text} wraps caret href={href} />
        })}
      </Section>
    </div>
  )
}

/** The closing form: its values, and its submission after a confirmation. */
function useClosing(needsCode: boolean, onRefused: () => void) {
  const t = useText('portfolio')
  return useForm({
    call: closeAccount,
    first: { password: '', code: '' },
    mistakes: ({ password, code }) => ({
      password: password === '' ? t('missing') : undefined,
      code: needsCode && code.trim() === '' ? t('missing') : undefined,
    }),
    input: ({ password, code }) => ({ password, ...(needsCode ? { code } : {}) }),
    onReply: ({ closedAt }) => {
      replacePage(urlTo(CLOSED, { at: String(closedAt) }))
      signOut()
    },
    onRefusal: () => {
      onRefused()
      markStale(readClosing.topics)
    },
  })
}

function Form({ now }: { now: Now }) {
  const t = useText('portfolio')
  const [asking, setAsking] = useState(false)
  const form = useClosing(now.needsCode, () => setAsking(false))
  const isWhole = form.typed.password !== '' && (!now.needsCode || form.typed.code.trim() !== '')
  const ask = (event?: { preventDefault(): void }): void => {
    event?.preventDefault()
    if (isWhole) setAsking(true)
    else form.submit()
  }
  return (
    <Screen
      title={t('close')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button look="outline" label={t('close')} busy={form.busy} waitsFor={form.waitsFor} onClick={ask} />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={ask}>
        <Before />
        <GoesBack now={now} />
        <Secrets form={form} needsCode={now.needsCode} />
        <button type="submit" hidden />
      </form>
      {asking && (
        <Confirm
          title={t('closeAsk')}
          text={t('closeAskWhy')}
          confirm={t('close')}
          cancel={t('closeStay')}
          busy={form.busy}
          error={form.elsewhere}
          onConfirm={form.submit}
          onCancel={() => setAsking(false)}
        />
      )}
    </Screen>
  )
}

function Secrets({ form, needsCode }: { form: ReturnType<typeof useClosing>; needsCode: boolean }) {
  const t = useText('portfolio')
  const words = useText('accounts')
  return (
    <>
      <Field
        {...form.field('password')}
        label={t('tradingPassword')}
        type="password"
        autoComplete="off"
        maxLength={128}
      />
      {needsCode && (
        <Field
          {...form.field('code')}
          label={words('code')}
          hint={words('codeOrRecovery')}
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
    </>
  )
}

/** The amounts that closing hands back to the house, and the way to have the cash paid out before. */
function GoesBack({ now }: { now: Now }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { orders, positions, cash, owed, lent } = now
  const debts = owed.length + lent.length
  if (orders === 0 && positions === 0 && cash.length === 0 && debts === 0)
    return <Notice tone="ground">{t('closeNothing')}</Notice>
  return (
    <>
      <p>{t('closeGives')}</p>
      <Block>
        <DefinitionRows rows={handedBackRows(now, t, f, { when: 'ahead', debt: 'closeOwedNote' })} />
      </Block>
      {positions > 0 && <p className={styles.soft}>{t('againCost')}</p>}
      {cash.length > 0 && debts === 0 && (
        <div className={styles.flush}>
          <Row title={t('closeWithdraw')} caption={t('closeWithdrawWhy')} wraps caret href={hrefTo(WITHDRAW)} />
        </div>
      )}
    </>
  )
}
