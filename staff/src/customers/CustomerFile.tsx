import { useEffect, useRef, useState } from 'react'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import type { CustomerId } from '@lonja/core/base/ids'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { back, replacePage, hrefTo, urlTo, useNav, usePlace, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { EyeIcon } from '@lonja/kit/parts/page-icons'
import { SideFrame } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useText, type Say } from '@lonja/kit/text'
import { CustomerSide } from './CustomerSide.tsx'
import { EntriesTab } from './EntriesTab.tsx'
import { FileFigures } from './FileFigures.tsx'
import { nameOf, useFile, type File } from './file.ts'
import { ActivityTab, DepositsTab, IdentityTab, OrdersTab, PositionsTab, WithdrawalsTab } from './FileTabs.tsx'
import { KYC_TONES } from './tones.ts'
import styles from './Customers.module.css'

/** One customer: identity, money, requests, activity, and the acts of this seat. */
export function CustomerFile({ id }: { id: CustomerId }) {
  const t = useText('customers')
  const { shown: file, refusal, final, again } = useFile(id)
  const { path } = usePlace()
  const { depth } = useNav()
  useKeys([{ key: 'Escape', label: t('keyBack'), act: () => (depth > 0 ? back() : replacePage(path)) }])
  if (file) return <Shown file={file} onAgain={again} />
  return (
    <div className={styles.main}>
      <h1>{t('customer')}</h1>
      {refusal === null ? (
        <SkeletonRows rows={10} dense line={false} />
      ) : (
        <>
          <ErrorView title={t('openFailed')} text={refusal} {...(final ? {} : { onRetry: again })} />
          <Button look="text" label={t('toAll')} href={hrefTo(path)} />
        </>
      )}
    </div>
  )
}

const TABS = ['entries', 'positions', 'orders', 'withdrawals', 'deposits', 'identity', 'activity'] as const
type Tab = (typeof TABS)[number]

/** The tabs that this seat's roles may read, with the number of rows in each. */
function tabsOf(t: Say<'customers'>, { money, identity, activity }: File) {
  const count = (rows: readonly unknown[]) => (rows.length > 0 ? rows.length : undefined)
  return [
    ...(money
      ? [
          { value: 'entries' as const, label: t('entries') },
          { value: 'positions' as const, label: t('positions'), count: count(money.positions) },
          { value: 'orders' as const, label: t('orders'), count: count(money.orders) },
          { value: 'withdrawals' as const, label: t('withdrawals'), count: count(money.withdrawals) },
          { value: 'deposits' as const, label: t('deposits'), count: count(money.deposits) },
        ]
      : []),
    ...(identity ? [{ value: 'identity' as const, label: t('identity'), count: count(identity.checks) }] : []),
    ...(activity ? [{ value: 'activity' as const, label: t('activity') }] : []),
  ]
}

function Shown({ file, onAgain }: { file: File; onAgain: () => void }) {
  const t = useText('customers')
  const tabs = tabsOf(t, file)
  const { path } = usePlace()
  const requestedTab = useQuery().get('tab')
  const tab = tabs.find(({ value }) => value === requestedTab)?.value ?? tabs[0]?.value ?? null
  const [posting, setPosting] = useState<number | null>(null)
  const choose = (next: Tab) => {
    setPosting(null)
    replacePage(urlTo(path, { id: file.id, tab: next }))
  }
  useKeys(tabs.map(({ value, label }, n) => ({ key: String(n + 1), label, act: () => choose(value), quiet: true })))
  return (
    <SideFrame
      sideReadOnly
      sideLabel={t('side')}
      side={<CustomerSide file={file} posting={posting} onAgain={onAgain} />}
    >
      <div className={styles.main}>
        <Head file={file} />
        <FileFigures file={file} />
        {tab === null ? (
          <p className={styles.note}>{t('notForYou')}</p>
        ) : (
          <Tabs label={t('parts')} tabs={tabs} value={tab} onChange={choose}>
            <TabOf tab={tab} file={file} posting={posting} onPosting={setPosting} />
          </Tabs>
        )}
      </div>
    </SideFrame>
  )
}

function TabOf(props: { tab: Tab; file: File; posting: number | null; onPosting: (posting: number | null) => void }) {
  const { tab, file, posting, onPosting } = props
  const { money, identity, activity } = file
  if (tab === 'identity') return identity && <IdentityTab identity={identity} />
  if (tab === 'activity') return activity && <ActivityTab activity={activity} />
  if (!money) return null
  if (tab === 'positions') return <PositionsTab money={money} />
  if (tab === 'orders') return <OrdersTab money={money} />
  if (tab === 'withdrawals') return <WithdrawalsTab money={money} />
  if (tab === 'deposits') return <DepositsTab money={money} />
  return <EntriesTab customer={file.id} count={money.entries} posting={posting} onPosting={onPosting} />
}

function Head({ file }: { file: File }) {
  const t = useText('customers')
  const f = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus to the heading, so that a screen reader starts there.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { number, phone, joinedAt, language, displayCurrency, kyc, restriction, closedAt, displayName, identity } = file
  const called = identity?.verifiedName && displayName ? [t('calledOnes', { name: displayName })] : []
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h1 ref={heading} tabIndex={-1}>
          {nameOf(file)}
        </h1>
        <StatusChip tone={KYC_TONES[kyc]} {...(kyc === 'passed' ? {} : { icon: null })} label={t(`kyc_${kyc}`)} />
        {restriction && <StatusChip tone="warn" icon={null} label={t(`restricted_${restriction.level}`)} />}
        {closedAt !== null && (
          <StatusChip tone="grey" icon={null} label={t('closedOn', { day: f.dayBeside(closedAt) })} />
        )}
        <span className={styles.seen}>
          <EyeIcon size={18} />
          {t('viewed')}
        </span>
      </div>
      <p className={styles.note}>
        {[
          ...[
            number,
            ...called,
            ...(nameOf(file) === phone ? [] : [phone]),
            t('joinedOn', { day: f.dayBeside(joinedAt) }),
            LANGUAGE_NAMES[language],
          ],
          t('showsIn', { currency: displayCurrency }),
        ].join(' · ')}
      </p>
    </header>
  )
}
