import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { disownReset, listOwnResets } from '@lonja/core/resets/resets.contract'
import { RESTRICTED_MOST } from '@lonja/core/restrictions/restrictions.rules'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, replacePage } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from './Resets.module.css'

type Own = ReplyOf<typeof listOwnResets>['rows'][number]

const WAITING = [
  ['100%', 90],
  ['100%', 120],
] as const

/**
 * The requests for a new password of the own account, one after the other, each with the button that stops it: “this was not
 * me”.
 */
export function NotMe() {
  const t = useText('resets')
  const { data, error, refetch } = useRead(listOwnResets, {}, { quiet: true })
  const [answered, setAnswered] = useState<readonly string[]>([])
  const rows = data?.rows ?? []
  const [own, ...others] = rows.filter(({ id }) => !answered.includes(id))
  if (own) {
    const next = () => setAnswered([...answered, own.id])
    const n = answered.length + 1
    const all = n + others.length
    return (
      <Request
        key={own.id}
        own={own}
        {...(all > 1 ? { caption: t('notMeOf', { n, all }) } : {})}
        {...(others.length > 0 ? { next } : {})}
      />
    )
  }
  return (
    <Screen title={t('notMeTitle')} onBack={back}>
      {data ? (
        <Empty text={t('notMeNone')} action={t('seeActivity')} href={hrefTo('/subPackages/accounts/activity')} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

interface RequestProps {
  readonly own: Own
  readonly caption?: string
  /** Shows the next request; missing for the last one. */
  readonly next?: () => void
}

function Request({ own, caption, next }: RequestProps) {
  const t = useText('resets')
  const [asking, setAsking] = useState(false)
  const { id, opensAt, usedAt } = own
  // Its end would move with every second that the customer reads; its length does not.
  const closes = t('does_closes', { days: RESTRICTED_MOST / (24 * HOUR) })
  const stop = useWrite(disownReset, {
    onReply: () => {
      toast(t('notMeDone'), { kind: 'done' })
      if (next) next()
      else replacePage('/subPackages/accounts/activity')
    },
  })
  return (
    <Screen
      title={t('notMeTitle')}
      {...(caption === undefined ? {} : { caption })}
      onBack={back}
      readOnly
      dock={
        <Buttons>
          <Button look="outline" label={t('itWasMe')} onClick={next ?? back} />
          <Button label={t('notMe')} onClick={() => setAsking(true)} />
        </Buttons>
      }
    >
      <div className={styles.page}>
        <Notice title={t(usedAt !== null ? 'notMeUsed' : opensAt !== null ? 'notMeLet' : 'notMeAsked')}>
          {t('notMeIntro')}
        </Notice>
        <Facts own={own} />
        <Section title={t('notMeDoes')}>
          <ul className={styles.list}>
            <li>{t(usedAt === null ? 'does_falls' : 'does_password')}</li>
            <li>{closes}</li>
            <li>{t('does_lift')}</li>
          </ul>
        </Section>
      </div>
      {asking && (
        <Confirm
          title={t('notMeAsk')}
          text={closes}
          confirm={t('notMe')}
          cancel={t('stay')}
          busy={stop.isPending}
          error={stop.refusal?.msg}
          onConfirm={() => stop.mutate({ id })}
          onCancel={() => setAsking(false)}
        />
      )}
    </Screen>
  )
}

/** The device and the times of a request. */
function Facts({ own: { device, askedAt, opensAt, usedAt } }: { own: Own }) {
  const t = useText('resets')
  const a = useText('accounts')
  const f = useFormats()
  return (
    <DefinitionRows
      rows={[
        { label: t('device'), value: device || a('unknownDevice') },
        { label: t('askedAt'), value: f.date(askedAt) },
        ...(opensAt === null ? [] : [{ label: t('opensAt'), value: f.date(opensAt) }]),
        ...(usedAt === null ? [] : [{ label: t('usedAt'), value: f.date(usedAt) }]),
      ]}
    />
  )
}
