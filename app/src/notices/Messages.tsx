import { useEffect, useState } from 'react'
import {
  NOTICE_KINDS,
  listNotices,
  readAllNotices,
  readNotice,
  unreadNotices,
  type NoticeKind,
} from '@lonja/core/notices/notices.contract'
import { send } from '@lonja/kit/call'
import { byDay } from '@lonja/kit/days'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { useToday } from '@lonja/kit/now'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { CheckCircleIcon } from '@lonja/kit/parts/late-icons'
import { BellIcon, EnvelopeSimpleIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonCards } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { usePages } from '@lonja/kit/pages'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { setHasUnread, useTextSize } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { deviceState } from './device.ts'
import { holds, keyOf, type Notice } from './notice.ts'
import { NoticeCard } from './NoticeCard.tsx'
import styles from './notices.module.css'

type MessageFilter = 'all' | NoticeKind

/** Notices by day. Tapping one opens it in place and marks it as read. Spec: /subPackages/message/message. */
export function Messages() {
  const t = useText('notices')
  const [shown, setShown] = useState<MessageFilter>('all')
  const list = usePages(listNotices, shown === 'all' ? {} : { kind: shown }, { keep: true })
  const unread = list.pages[0]?.unread
  useEffect(() => {
    if (unread !== undefined) setHasUnread(unread > 0)
  }, [unread])
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={() => list.refetch()}
      right={unread !== undefined && unread > 0 && <ReadAll />}
      head={
        <>
          <Kinds shown={shown} unread={unread ?? 0} onShow={setShown} />
          {deviceState() === 'not_asked' && <PushWay />}
        </>
      }
    >
      <Notices list={list} shown={shown} onAll={() => setShown('all')} />
    </Screen>
  )
}

function Kinds({
  shown,
  unread,
  onShow,
}: {
  shown: MessageFilter
  unread: number
  onShow: (shown: MessageFilter) => void
}) {
  const t = useText('notices')
  const labels = { orders: t('orders'), prices: t('prices'), money: t('money'), account: t('account') } as const
  return (
    <Chips label={t('kinds')}>
      <Chip
        label={t('all')}
        count={unread > 0 ? unread : undefined}
        chosen={shown === 'all'}
        onClick={() => onShow('all')}
      />
      {NOTICE_KINDS.map((kind) => (
        <Chip key={kind} label={labels[kind]} chosen={shown === kind} onClick={() => onShow(kind)} />
      ))}
    </Chips>
  )
}

/** The link to push notices, shown until the person has been asked. */
function PushWay() {
  const t = useText('notices')
  return (
    <a className={styles.way} href={hrefTo('/subPackages/message/push')}>
      <BellIcon size={18} />
      {t('pushWay')}
    </a>
  )
}

type Pages = ReturnType<typeof usePages<typeof listNotices>>

function Notices({ list, shown, onAll }: { list: Pages; shown: MessageFilter; onAll: () => void }) {
  const t = useText('notices')
  const requestedId = useQuery().get('id')
  const today = useToday()
  const [opened, setOpened] = useState<string | null | undefined>(undefined)
  const of = list.pages.flatMap(({ data }) => data)
  const isOpen = (notice: Notice) => (opened === undefined ? holds(notice, requestedId) : opened === keyOf(notice))
  const open = (notice: Notice) => {
    setOpened(isOpen(notice) ? null : keyOf(notice))
    if (notice.is_read === '0') void send(readNotice, { id: notice.id }).then(() => markStale(['notices']))
  }
  return (
    <List
      label={t('title')}
      items={list.isPending ? undefined : byDay(of, today)}
      keyOf={(row) => ('head' in row ? row.head : keyOf(row.item))}
      waiting={<SkeletonCards byDay />}
      measured
      row={(row) =>
        'head' in row ? (
          <DayHead of={row} beside />
        ) : (
          <NoticeCard notice={row.item} open={isOpen(row.item)} onToggle={() => open(row.item)} />
        )
      }
      empty={
        shown === 'all' ? (
          <Empty icon={EnvelopeSimpleIcon} text={t('none')} />
        ) : shown === 'prices' ? (
          <Empty
            icon={BellIcon}
            text={t('noneOfKind')}
            action={t('see_alerts')}
            href={hrefTo('/subPackages/watchlist/alerts')}
          />
        ) : (
          <Empty icon={EnvelopeSimpleIcon} text={t('noneOfKind')} action={t('seeAll')} onAction={onAll} />
        )
      }
      error={
        list.error && list.pages.length === 0 ? (
          <ErrorView title={t('failed')} text={list.error.msg} onRetry={() => void list.refetch()} />
        ) : undefined
      }
      onEnd={list.hasMore ? list.more : undefined}
      loadingMore={list.isFetchingMore}
      end={<p className={styles.end}>{t('end')}</p>}
    />
  )
}

/** Mark all as read, and undo it from the toast for exactly those that were unread. */
function ReadAll() {
  const t = useText('notices')
  // With large text the header has room for the title and an icon, not for two texts.
  const large = useTextSize() >= 150
  const stale = () => markStale(['notices'])
  const undo = useWrite(unreadNotices, { onReply: stale })
  const { mutate } = useWrite(readAllNotices, {
    onReply: ({ at }) => {
      stale()
      toast(t('markedRead'), { kind: 'done', undo: { label: t('undo'), onUndo: () => undo.mutate({ at }) } })
    },
  })
  const readAll = () => mutate({})
  if (large) return <IconButton icon={CheckCircleIcon} label={t('readAll')} onClick={readAll} />
  return <Button look="text" small label={t('readAll')} onClick={readAll} />
}
