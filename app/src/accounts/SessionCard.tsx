import { useState } from 'react'
import { endSession, listSessions } from '@lonja/core/accounts/accounts.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from './accounts.module.css'

export type SessionRow = ReplyOf<typeof listSessions>['rows'][number]

/** The open sessions, this device's first and then by last use, and ending one or all others after a confirmation. */
export function useSessions() {
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
  const rows = data && [...data.rows].sort((a, b) => Number(b.own) - Number(a.own) || b.seenAt - a.seenAt)
  return {
    rows,
    error,
    refetch,
    others: rows?.filter(({ own }) => !own).length ?? 0,
    /** The id of a session, or `others`. */
    end: setEnding,
    confirmation: ending !== null && (
      <Confirm
        title={ending === 'others' ? t('endOthersAsk') : t('endAsk')}
        text={t('endWhy')}
        confirm={t('end')}
        cancel={t('stay')}
        busy={send.isPending}
        onConfirm={() => send.mutate({ id: ending })}
        onCancel={() => setEnding(null)}
      />
    ),
  }
}

/** A session by its device: its start, last use and end; `short` shows only the last use. */
export function SessionCard({ session, onEnd, short }: { session: SessionRow; onEnd: () => void; short?: boolean }) {
  const t = useText('accounts')
  const f = useFormats()
  const Name = short ? 'h3' : 'h2'
  return (
    <div className={styles.session}>
      <div>
        <Name>{session.device === '' ? t('unknownDevice') : session.device}</Name>
        {!short && <p>{t('sessionSince', { time: f.date(session.startedAt) })}</p>}
        <p>{t('sessionSeen', { time: f.date(session.seenAt) })}</p>
        {!short && <p>{t('sessionUntil', { time: f.date(session.expiresAt) })}</p>}
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
