import { listSessionsOfSeat } from '@lonja/core/staff/seats.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { wholeTimes } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { SideActs, SideNote, SidePart } from '@lonja/kit/parts/SidePage'
import { Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useColleague } from './colleague.ts'
import { roleNames } from './roles.ts'
import type { Sitting } from './SeatDialogs.tsx'
import styles from './Seats.module.css'

export type SeatAct = 'roles' | 'end' | 'sessions' | 'confirm'

/** One seat: its person, its start, its sessions, and an admin's acts on it; `onAsk` is null for a seat that only reads. */
export function SeatSide({ seat, onAsk }: { seat: Sitting; onAsk: ((question: SeatAct) => void) | null }) {
  const t = useText('staff')
  const f = useFormats()
  const colleague = useColleague()
  const isActive = seat.endedAt === null
  return (
    <>
      <SidePart title={t('seatNumber', { number: String(seat.number) })}>
        <DefinitionRows
          tight
          rows={[
            { label: t('name'), value: seat.name },
            { label: t('roles'), value: roleNames(t, f, seat.roles) },
            { label: t('claimedAt'), value: f.date(seat.claimedAt) },
            {
              label: t('linkBy'),
              value: seat.seatedBy === null ? t('byCommand') : colleague(seat.seatedBy),
            },
            ...(seat.seatedBy === null
              ? []
              : [{ label: t('secondAdmin'), value: t(seat.confirmed ? 'confirmedYes' : 'confirmedNo') }]),
            { label: t('seen'), value: seat.seenAt === null ? '-' : f.date(seat.seenAt) },
            { label: t('ownAccount'), value: t(seat.hasCustomer ? 'ownAccountYes' : 'ownAccountNo') },
            ...(seat.endedAt === null ? [] : [{ label: t('endedAt'), value: f.date(seat.endedAt) }]),
          ]}
        />
        {isActive && onAsk && (
          <SideActs>
            <Button look="outline" small label={t('changeRoles')} keyCap="R" onClick={() => onAsk('roles')} />
            {seat.confirmable && (
              <Button look="outline" small label={t('confirmSeat')} keyCap="C" onClick={() => onAsk('confirm')} />
            )}
            {!seat.own && <Button look="outline" small label={t('endSeat')} keyCap="E" onClick={() => onAsk('end')} />}
          </SideActs>
        )}
        {seat.own && <SideNote>{t('ownSeatNote')}</SideNote>}
      </SidePart>
      {isActive && <Sessions key={seat.id} seat={seat} onAsk={onAsk} />}
    </>
  )
}

function Sessions({ seat, onAsk }: { seat: Sitting; onAsk: ((question: SeatAct) => void) | null }) {
  const t = useText('staff')
  const f = useFormats()
  const { data, error } = useRead(listSessionsOfSeat, { id: seat.id }, { quiet: true })
  return (
    <SidePart title={t('sessions')}>
      {data ? (
        data.rows.length === 0 && <SideNote>{t('noSessions')}</SideNote>
      ) : error ? (
        <p role="alert">{error.msg}</p>
      ) : (
        <Loading />
      )}
      <ul className={styles.sessions}>
        {data?.rows.map(({ id, device, startedAt, seenAt }) => (
          <li key={id}>
            {device || t('unknownDevice')}
            <small>{wholeTimes(t('sessionSpan', { from: f.date(startedAt), seen: f.date(seenAt) }))}</small>
          </li>
        ))}
      </ul>
      {onAsk && !seat.own && (data?.rows.length ?? 0) > 0 && (
        <Button look="outline" small label={t('endSessions')} keyCap="S" onClick={() => onAsk('sessions')} />
      )}
    </SidePart>
  )
}
