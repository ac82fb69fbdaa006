import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { endSeatSession, listSeatSessions, signOutSeat } from '@lonja/core/staff/staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { ErrorView } from '@lonja/kit/parts/states'
import { markAllStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { signOut } from '@lonja/kit/session'
import { useText, type Say } from '@lonja/kit/text'
import { roleNames } from './roles.ts'
import { useSeat } from './seat.ts'
import styles from './OwnSeat.module.css'

type Session = ReplyOf<typeof listSeatSessions>['rows'][number]

/** The person's own seat: its roles, its sessions, and signing out. */
export function OwnSeat() {
  const t = useText('staff')
  const f = useFormats()
  const { data: seat } = useSeat()
  const leave = useWrite(signOutSeat, { onReply: signOut })
  return (
    <div className={styles.page}>
      <h1>{seat ? t('seatNumber', { number: String(seat.number) }) : t('ownSeat')}</h1>
      {seat && (
        <section className={styles.card}>
          <DefinitionRows
            rows={[
              { label: t('name'), value: seat.name },
              { label: t('roles'), value: roleNames(t, f, seat.roles) },
              { label: t('claimedAt'), value: f.date(seat.claimedAt) },
              { label: t('ownAccount'), value: t(seat.hasCustomer ? 'ownAccountYes' : 'ownAccountNo') },
            ]}
          />
          <Button look="outline" small label={t('signOut')} busy={leave.isPending} onClick={() => leave.mutate({})} />
        </section>
      )}
      <Sessions />
    </div>
  )
}

function columnsIn(t: Say<'staff'>, f: Formats, onEnd: (session: Session) => void): DataColumn<Session>[] {
  return [
    { id: 'device', label: t('device'), cell: ({ device }) => device || t('unknownDevice') },
    {
      id: 'started',
      label: t('started'),
      cell: ({ startedAt }) => f.date(startedAt),
      by: ({ startedAt }) => startedAt,
    },
    { id: 'seen', label: t('seen'), cell: ({ seenAt }) => f.date(seenAt), by: ({ seenAt }) => seenAt },
    { id: 'ends', label: t('ends'), cell: ({ expiresAt }) => f.date(expiresAt), by: ({ expiresAt }) => expiresAt },
    {
      id: 'act',
      label: t('act'),
      right: true,
      cell: (session) =>
        session.own ? (
          <StatusChip tone="accent" label={t('thisOne')} />
        ) : (
          <button type="button" className={styles.act} onClick={() => onEnd(session)}>
            {t('endSession')}
          </button>
        ),
    },
  ]
}

function Sessions() {
  const t = useText('staff')
  const f = useFormats()
  const { data, error, refetch } = useRead(listSeatSessions, {})
  const [session, setSession] = useState<Session | null>(null)
  const end = useWrite(endSeatSession, {
    onReply: () => {
      setSession(null)
      markAllStale()
    },
  })
  const columns = useMemo(() => columnsIn(t, f, setSession), [t, f])
  return (
    <section className={styles.part}>
      <h2>{t('sessions')}</h2>
      <DataTable
        label={t('sessions')}
        columns={columns}
        rows={data?.rows}
        keyOf={({ id }) => id}
        instead={error && !data && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      />
      {session && (
        <Confirm
          title={t('endSessionAsk', { device: session.device || t('unknownDevice') })}
          confirm={t('endSession')}
          cancel={t('cancel')}
          busy={end.isPending}
          error={end.refusal?.msg}
          onConfirm={() => end.mutate({ id: session.id })}
          onCancel={() => setSession(null)}
        />
      )}
    </section>
  )
}
