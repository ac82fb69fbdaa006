import { useState } from 'react'
import { endSession, listSessions } from '@lonja/core/accounts/accounts.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './accounts.module.css'

type SessionRow = ReplyOf<typeof listSessions>['rows'][number]

/** Where one is signed in: each session by device and time, and its end. */
export function Sessions() {
  const t = useText('accounts')
  const { data, error, refetch } = useRead(listSessions, {}, { quiet: true })
  const [ending, setEnding] = useState<string | null>(null)
  const send = useWrite(endSession, {
    onReply: ({ ended }) => {
      setEnding(null)
      markStale(['sessions'])
      toast(t('sessionsEnded', { count: ended }), { kind: 'done' })
    },
    onRefusal: () => setEnding(null),
  })
  const others = data?.rows.filter(({ own }) => !own).length ?? 0
  return (
    <Screen
      title={t('sessions')}
      onBack={back}
      onRefresh={() => refetch()}
      dock={
        others > 0 && (
          <Button look="outline" label={t('endOthers', { count: others })} onClick={() => setEnding('others')} />
        )
      }
    >
      <List
        label={t('sessions')}
        items={data && [...data.rows].sort((a, b) => Number(b.own) - Number(a.own) || b.seenAt - a.seenAt)}
        keyOf={({ id }) => id}
        measured
        rowHeight={96}
        row={(session) => <SessionCard session={session} onEnd={() => setEnding(session.id)} />}
        empty={<Empty text={t('sessionsNone')} />}
        error={
          error && !data ? (
            <ErrorView title={t('sessionsFailed')} text={error.msg} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
      {ending !== null && (
        <Confirm
          title={ending === 'others' ? t('endOthersAsk') : t('endAsk')}
          text={t('endWhy')}
          confirm={t('end')}
          cancel={t('stay')}
          busy={send.isPending}
          onConfirm={() => send.mutate({ id: ending })}
          onCancel={() => setEnding(null)}
        />
      )}
    </Screen>
  )
}

function SessionCard({ session, onEnd }: { session: SessionRow; onEnd: () => void }) {
  const t = useText('accounts')
  const f = useFormats()
  return (
    <div className={styles.session}>
      <div>
        <h2>{session.device === '' ? t('unknownDevice') : session.device}</h2>
        <p>{t('sessionSince', { time: f.date(session.startedAt) })}</p>
        <p>{t('sessionSeen', { time: f.date(session.seenAt) })}</p>
        <p>{t('sessionUntil', { time: f.date(session.expiresAt) })}</p>
      </div>
      {session.own ? (
        <StatusChip tone="accent" icon={null} label={t('thisDevice')} />
      ) : (
        <span className={styles.end}>
          <Button look="outline" small label={t('end')} onClick={onEnd} />
        </span>
      )}
    </div>
  )
}
