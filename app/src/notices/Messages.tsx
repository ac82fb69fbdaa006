import { useEffect, useState } from 'react'
import {
  markNotice,
  listNotices,
  readAllNotices,
  readNotice,
  type NoticeCode,
} from '@lonja/core/notices/notices.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { send } from '@lonja/kit/call'
import { newId } from '@lonja/kit/ids'
import { back, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { BellIcon, CheckCircleIcon } from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, usePages, useWrite } from '@lonja/kit/reads'
import { setHasUnread, useTextSize } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { byDay } from './days.ts'
import { DayHead, NoticeCard } from './NoticeCard.tsx'
import styles from './notices.module.css'

export type Notice = ReplyOf<typeof listNotices>['data'][number]

type Kind = 'all' | 'orders' | 'money' | 'account'

const KINDS: Readonly<Record<NoticeCode, Exclude<Kind, 'all'>>> = {
  order_filled: 'orders',
  order_cancelled: 'orders',
  order_expired: 'orders',
  order_rejected: 'orders',
  grant_received: 'money',
  password_changed: 'account',
  signed_in: 'account',
}

/** Notices by day; one is opened in place, and is then read. Spec: /subPackages/message/message. */
export function Messages() {
  const t = useText('notices')
  const wanted = useQuery().get('id')
  const [kind, setKind] = useState<Kind>('all')
  const [opened, setOpened] = useState<string | null>(wanted)
  // With large text the header has room for the title and a sign, not for two texts.
  const large = useTextSize() >= 150
  const list = usePages(listNotices, {}, { quiet: true })
  const all = list.pages.flatMap(({ data }) => data)
  const unread = list.pages[0]?.unread ?? 0
  const shown = kind === 'all' ? all : all.filter(({ code }) => KINDS[code] === kind)
  const readAll = useReadAll(all)
  useEffect(() => {
    if (list.pages[0]) setHasUnread(unread > 0)
  }, [list.pages, unread])
  const open = (notice: Notice) => {
    setOpened(opened === notice.id ? null : notice.id)
    if (notice.is_read === '0') void send(readNotice, { id: notice.id }).then(() => markStale(['notices']))
  }
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={() => list.refetch()}
      right={
        unread > 0 &&
        (large ? (
          <IconButton icon={CheckCircleIcon} label={t('readAll')} onClick={readAll} />
        ) : (
          <Button look="text" small label={t('readAll')} onClick={readAll} />
        ))
      }
      head={
        <Chips label={t('kinds')}>
          <Chip
            label={t('all')}
            count={unread > 0 ? unread : undefined}
            chosen={kind === 'all'}
            onClick={() => setKind('all')}
          />
          <Chip label={t('orders')} chosen={kind === 'orders'} onClick={() => setKind('orders')} />
          <Chip label={t('money')} chosen={kind === 'money'} onClick={() => setKind('money')} />
          <Chip label={t('account')} chosen={kind === 'account'} onClick={() => setKind('account')} />
        </Chips>
      }
    >
      <List
        label={t('title')}
        items={list.isPending ? undefined : byDay(shown, Date.now())}
        keyOf={(row) => ('head' in row ? row.head : row.item.id)}
        measured
        row={(row) =>
          'head' in row ? (
            <DayHead {...row} />
          ) : (
            <NoticeCard notice={row.item} open={opened === row.item.id} onToggle={() => open(row.item)} />
          )
        }
        empty={<Empty icon={BellIcon} text={kind === 'all' ? t('none') : t('noneOfKind')} />}
        error={
          list.error && list.pages.length === 0 ? (
            <ErrorView title={t('failed')} text={list.error.msg} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        onEnd={list.hasMore ? list.more : undefined}
        loadingMore={list.isFetchingMore}
        end={<p className={styles.end}>{t('end')}</p>}
      />
    </Screen>
  )
}

/** All read at once, and from the toast back again: those that were unread are marked so. */
function useReadAll(all: readonly Notice[]): () => void {
  const t = useText('notices')
  const { mutate } = useWrite(readAllNotices, {
    onReply: () => {
      const unread = all.filter((notice) => notice.is_read === '0')
      const unmark = () =>
        void Promise.all(unread.map(({ id }) => send(markNotice, { id, read: false }, { key: newId() }))).then(() =>
          markStale(['notices']),
        )
      markStale(['notices'])
      toast(t('markedRead'), { kind: 'done', undo: { label: t('undo'), onUndo: unmark } })
    },
  })
  return () => mutate({})
}
