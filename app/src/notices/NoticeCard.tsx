import { useId } from 'react'
import { markNotice } from '@lonja/core/notices/notices.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { Notice } from './notice.ts'
import styles from './notices.module.css'

/** The head of a day. */
export function DayHead({ at, when }: { at: number; when: 'today' | 'yesterday' | 'earlier' }) {
  const t = useText('notices')
  const day = useFormats().dayHead(at)
  return (
    <h2 className={styles.day}>
      {when === 'today' ? t('today', { day }) : when === 'yesterday' ? t('yesterday', { day }) : day}
    </h2>
  )
}

/** One notice: its title and time; opened it says all, and the next step. */
export function NoticeCard({ notice, open, onToggle }: { notice: Notice; open: boolean; onToggle: () => void }) {
  const t = useText('notices')
  const f = useFormats()
  const id = useId()
  const unread = notice.is_read === '0'
  const unmark = useWrite(markNotice, {
    onReply: () => {
      onToggle()
      markStale(['notices'])
      toast(t('markedUnread'))
    },
  })
  return (
    <div className={styles.notice}>
      <button type="button" className={styles.head} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        {unread && <span className={styles.dot} />}
        <span className={styles.title}>
          {unread && <span className="said">{t('unread')}: </span>}
          {notice.title}
        </span>
        <time dateTime={new Date(notice.at).toISOString()}>{f.time(notice.at)}</time>
        {!open && <span className={styles.cut}>{notice.body}</span>}
      </button>
      <div id={id} className={styles.body} hidden={!open}>
        <p>{notice.body}</p>
        <div className={styles.acts}>
          <Ways of={notice} />
          {!unread && (
            <Button
              look="outline"
              small
              label={t('markUnread')}
              busy={unmark.isPending}
              onClick={() => unmark.mutate({ id: notice.id, read: false })}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Where a notice leads: to its order or record, to its instrument and the alerts on it. */
function Ways({ of: { code, order, listing, kind, record } }: { of: Notice }) {
  const t = useText('notices')
  const ways = [
    order !== null && { label: t('seeOrder'), href: hrefTo('/subPackages/trade/detail', { id: order }) },
    record?.kind === 'deposit' && {
      label: t('seeDeposit'),
      href: hrefTo('/subPackages/recharge/record', { id: record.id }),
    },
    code.startsWith('payee_') && { label: t('seePayees'), href: hrefTo('/subPackages/bank/list') },
    record?.kind === 'withdrawal' && {
      label: t('seeWithdrawal'),
      href: hrefTo('/subPackages/withdraw/record', { id: record.id }),
    },
    order === null &&
      listing !== null && {
        label: t('seeListing'),
        href: hrefTo('/subPackages/home/socketDetail/socketDetail', { listing }),
      },
    code.startsWith('support_') && { label: t('seeSupport'), href: hrefTo('/subPackages/support/thread') },
    kind === 'prices' &&
      listing !== null && { label: t('seeAlerts'), href: hrefTo('/subPackages/watchlist/alerts', { listing }) },
  ]
  return ways
    .filter((way) => way !== false)
    .map((way, at) => <Button key={way.href} look={at === 0 ? 'soft' : 'outline'} small {...way} />)
}
