import { listActivity } from '@lonja/core/audit/audit.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { EyeIcon, KeyIcon, SealCheckIcon } from '@lonja/kit/parts/page-icons'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import styles from './accounts.module.css'

type Act = ReplyOf<typeof listActivity>['rows'][number]

/** What each act is called; what has no name of its own is told by its kind. */
const NAMES: Readonly<Record<string, TextKey<'accounts'>>> = {
  signed_in: 'act_signed_in',
  password_reset: 'act_password_reset',
  code_set: 'act_code_set',
  code_removed: 'act_code_removed',
  recovery_made: 'act_recovery_made',
  viewed_withdrawal: 'act_viewed_withdrawal',
  viewed_deposit: 'act_viewed_deposit',
  viewed_kyc: 'act_viewed_kyc',
  judged_withdrawal: 'act_judged_withdrawal',
  judged_deposit: 'act_judged_deposit',
  judged_kyc: 'act_judged_kyc',
}

const ROLES: Readonly<Record<NonNullable<Act['role']>, TextKey<'accounts'>>> = {
  support: 'role_support',
  reviewer: 'role_reviewer',
  treasurer: 'role_treasurer',
  operations: 'role_operations',
  admin: 'role_admin',
}

/** Everything that was done on one's account and by whom, to the second: staff by role and seat, never by name. */
export function Activity() {
  const t = useText('accounts')
  const acts = usePages(listActivity, { limit: 50 })
  return (
    <Screen title={t('activity')} onBack={back} onRefresh={() => acts.refetch()}>
      <p className={styles.about}>{t('activityWhy')}</p>
      <List
        label={t('activity')}
        items={acts.isPending ? undefined : acts.pages.flatMap((page) => page.rows)}
        keyOf={({ id }) => id}
        measured
        row={(act) => <ActRow act={act} />}
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

function ActRow({ act: { act, at, role, seat, device } }: { act: Act }) {
  const t = useText('accounts')
  const f = useFormats()
  const isView = act.startsWith('viewed_')
  const icon = isView ? EyeIcon : role === null ? KeyIcon : SealCheckIcon
  const who = role === null || seat === null ? t('byYou') : t('bySeat', { role: t(ROLES[role]), seat })
  return (
    <Row
      icon={icon}
      iconBoxed
      title={t(NAMES[act] ?? (isView ? 'act_viewed' : 'act_unnamed'))}
      caption={[who, device].filter((part) => part !== null && part !== '').join(' · ')}
      value={<span className={styles.state}>{f.date(at)}</span>}
    />
  )
}
