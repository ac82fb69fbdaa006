import { useMemo, useState } from 'react'
import { listSeats, makeSeatLink } from '@lonja/core/staff/seats.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { ErrorView } from '@lonja/kit/parts/states'
import { markAllStale, useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { roleNames } from './roles.ts'
import { ConfirmSeat, EndSeat, EndSessions, RolesDialog, type Sitting } from './SeatDialogs.tsx'
import { SeatChanges } from './SeatChanges.tsx'
import { SeatLink } from './SeatLink.tsx'
import { SeatLinks } from './SeatLinks.tsx'
import { SeatSide, type SeatAct } from './SeatSide.tsx'
import styles from './Seats.module.css'

const ASKED_MS = 15_000
const DRAWN = 100
const DIALOGS = { roles: RolesDialog, end: EndSeat, sessions: EndSessions, confirm: ConfirmSeat } as const

/** All seats with their roles and last use, and the one-time links by which seats are claimed. */
export function Seats() {
  const t = useText('staff')
  const f = useFormats()
  const { data, error, refetch } = useRead(listSeats, {}, { quiet: true, refetchMs: ASKED_MS })
  const chosen = useChosen(data?.seats ?? [], ({ id }) => id, t('keyMove'))
  const [dialog, setDialog] = useState<SeatAct | 'link' | null>(null)
  const mayChange = useMay(makeSeatLink)
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  const seat = chosen.row
  const isInUse = seat !== null && seat.endedAt === null
  const done = () => {
    setDialog(null)
    markAllStale()
  }
  useKeys([
    ...(mayChange ? [{ key: 'l', label: t('newLink'), act: () => setDialog('link') }] : []),
    ...(mayChange && seat?.confirmable ? [{ key: 'c', label: t('confirmSeat'), act: () => setDialog('confirm') }] : []),
    ...(mayChange && isInUse ? [{ key: 'r', label: t('changeRoles'), act: () => setDialog('roles') }] : []),
    ...(mayChange && isInUse && !seat.own
      ? [
          { key: 's', label: t('endSessions'), act: () => setDialog('sessions') },
          { key: 'e', label: t('endSeat'), act: () => setDialog('end') },
        ]
      : []),
  ])
  const failed = error && !data && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
  const Asking = dialog === null || dialog === 'link' ? null : DIALOGS[dialog]
  return (
    <SidePage
      title={t('seats')}
      sideLabel={t('seat')}
      side={
        seat ? <SeatSide seat={seat} onAsk={mayChange ? setDialog : null} /> : <SideNote>{t('chooseSeat')}</SideNote>
      }
    >
      <div className={styles.tables}>
        <DataTable
          label={t('seats')}
          columns={columns}
          rows={data?.seats}
          atOnce={DRAWN}
          keyOf={({ id }) => id}
          chosen={chosen.id}
          onChoose={({ id }) => chosen.choose(id)}
          instead={failed || undefined}
        />
        {data && data.changes.length > 0 && <SeatChanges all={data} mayChange={mayChange} />}
        {!failed && <SeatLinks links={data?.links} onNew={mayChange ? () => setDialog('link') : null} />}
      </div>
      {dialog === 'link' && <SeatLink takesTwo={data?.takesTwo ?? false} onClose={done} />}
      {Asking && seat && data && <Asking seat={seat} all={data} onDone={done} onClose={() => setDialog(null)} />}
    </SidePage>
  )
}

function columnsIn(t: Say<'staff'>, f: Formats): DataColumn<Sitting>[] {
  return [
    {
      id: 'number',
      label: t('seat'),
      whole: true,
      cell: ({ number }) => t('seatNumber', { number: String(number) }),
      by: ({ number }) => number,
    },
    { id: 'name', label: t('name'), cell: ({ name }) => name, by: ({ name }) => name },
    { id: 'roles', label: t('roles'), cell: ({ roles }) => roleNames(t, f, roles) },
    {
      id: 'seen',
      label: t('seen'),
      soft: true,
      cell: ({ seenAt }) => (seenAt === null ? '-' : f.date(seenAt)),
      by: ({ seenAt }) => seenAt ?? 0,
    },
    {
      id: 'sessions',
      label: t('open'),
      right: true,
      cell: ({ sessions }) => f.count(sessions),
      by: ({ sessions }) => sessions,
    },
    {
      id: 'state',
      label: t('state'),
      whole: true,
      cell: ({ endedAt, own }) =>
        endedAt === null ? (
          <StatusChip tone={own ? 'accent' : 'gain'} icon={null} label={t(own ? 'seatOwn' : 'seatActive')} />
        ) : (
          <StatusChip tone="grey" label={t('ended', { day: f.dayBeside(endedAt) })} />
        ),
    },
  ]
}
