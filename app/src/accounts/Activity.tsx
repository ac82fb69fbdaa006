import { useState } from 'react'
import { ACTIVITY_KINDS, type ActivityKind } from '@lonja/core/audit/audit.acts'
import { listActivity, readActivityChain } from '@lonja/core/audit/audit.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { recordNumber } from '@lonja/core/base/numbers'
import type { NameIn } from '@lonja/core/base/lists'
import { ACTS, REVIEW_KINDS, RECORDS } from '@lonja/core/lists'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { useToday } from '@lonja/kit/now'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { KeyIcon, SealCheckIcon } from '@lonja/kit/parts/late-icons'
import { EyeIcon, WarningIcon } from '@lonja/kit/parts/page-icons'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { markStale, useRead } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { useLetIn } from './letIn.ts'
import { OpenSessions } from './OpenSessions.tsx'
import styles from './accounts.module.css'

type Act = ReplyOf<typeof listActivity>['rows'][number]

/** An act of a release that came after this page has no name here. */
const isKnown = (act: string): act is NameIn<'acts'> => act in ACTS

/** The result of a decision, after the name of its subject. */
const OPINIONS = {
  approve: { decided: 'opinion_approve', needs_second: 'opinion_first_approve', disagreed: 'opinion_disagreed' },
  refuse: { decided: 'opinion_refuse', needs_second: 'opinion_first_refuse', disagreed: 'opinion_disagreed' },
} as const

const ROLES: Readonly<Record<NonNullable<Act['role']>, TextKey<'accounts'>>> = {
  support: 'role_support',
  reviewer: 'role_reviewer',
  treasurer: 'role_treasurer',
  operations: 'role_operations',
  admin: 'role_admin',
  auditor: 'role_auditor',
}

/** Everything done on the customer's account and by whom, to the second: staff by role and seat, never by name. */
export function Activity() {
  const t = useText('accounts')
  const [which, setWhich] = useState<ActivityKind | null>(null)
  const now = useToday()
  const acts = usePages(listActivity, { limit: 50, ...(which ? { which } : {}) })
  const refresh = () => {
    markStale(['sessions'])
    return acts.refetch()
  }
  return (
    <Screen title={t('sessionsAndActivity')} onBack={back} onRefresh={refresh}>
      <OpenSessions />
      <h2 className={styles.part}>{t('activity')}</h2>
      <p className={styles.about}>{t('activityWhy')}</p>
      <Chain />
      <div className={styles.filters}>
        <Chips label={t('activityFilter')}>
          <Chip label={t('activityAll')} chosen={which === null} onClick={() => setWhich(null)} />
          {ACTIVITY_KINDS.map((kind) => (
            <Chip key={kind} label={t(KINDS[kind])} chosen={which === kind} onClick={() => setWhich(kind)} />
          ))}
        </Chips>
      </div>
      <List
        label={t('activity')}
        items={
          acts.isPending
            ? undefined
            : byDay(
                acts.pages.flatMap((page) => page.rows),
                now,
              )
        }
        keyOf={(each) => ('item' in each ? each.item.id : each.head)}
        measured
        waiting={<SkeletonRows line={false} byDay boxed />}
        row={(each) => ('item' in each ? <ActRow act={each.item} /> : <DayHead of={each} beside />)}
        empty={<Empty text={t('activityNone')} />}
        onEnd={acts.hasMore ? acts.more : undefined}
        loadingMore={acts.isFetchingMore}
        {...(acts.error
          ? {
              error: (
                <ErrorView title={t('activityFailed')} text={acts.error.msg} onRetry={() => void acts.refetch()} />
              ),
            }
          : {})}
      />
    </Screen>
  )
}

const KINDS = { signIns: 'activitySignIns', views: 'activityViews', decisions: 'activityDecisions' } as const

/** The chain of the acts below, checked by the server now: intact or not, and its last hash. */
function Chain() {
  const t = useText('accounts')
  const f = useFormats()
  const [open, setOpen] = useState(false)
  const { data, error } = useRead(readActivityChain, {}, { quiet: true })
  // Its row is reserved while the check runs, so that the filters below do not move.
  if (!data) return error ? null : <SkeletonRows rows={1} line={false} />
  const { n, hash, brokenAt, signedAt } = data
  const verdict = brokenAt === null ? t('chainWhole', { count: n }) : t('chainBroken', { row: brokenAt })
  const signed = signedAt === null ? t('chainUnsigned') : t('chainSigned', { time: f.date(signedAt) })
  return (
    <>
      <Row
        icon={brokenAt === null ? SealCheckIcon : WarningIcon}
        title={verdict}
        caption={signed}
        wraps
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <p className={styles.about}>
          {t('chainHead')} <code className={styles.head}>{hash}</code>
        </p>
      )}
    </>
  )
}

function ActRow({ act: row }: { act: Act }) {
  const { act, at, role, seat, device, about, opinion, outcome, letInBy } = row
  const t = useText('accounts')
  const f = useFormats()
  const letIn = useLetIn()
  const isView = act.startsWith('viewed_')
  const icon = isView ? EyeIcon : role === null ? KeyIcon : SealCheckIcon
  const byOwn = act.endsWith('_here') ? t('byHouse') : t('byYou')
  const who = role === null || seat === null ? byOwn : t('bySeat', { role: t(ROLES[role]), seat })
  const came = opinion && outcome && OPINIONS[opinion][outcome]
  const kind = RECORDS.find((name) => name === about?.kind)
  const reviewed = REVIEW_KINDS.find(({ name: kindName }) => kindName === about?.kind)
  const number = about && reviewed ? recordNumber(reviewed, about.id) : null
  const name = t(isKnown(act) ? `act_${act}` : isView ? 'act_viewed' : 'act_unnamed')
  return (
    <Row
      icon={icon}
      iconBoxed
      wraps
      title={came && kind ? t(came, { what: t(`kind_${kind}`) }) : name}
      caption={[number, who, letInBy !== undefined && letIn(letInBy), device].filter(Boolean).join(' · ')}
      valueCaption={f.time(at)}
    />
  )
}
