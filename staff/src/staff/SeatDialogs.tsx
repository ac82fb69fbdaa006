import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { staffingGapsAfter } from '@lonja/core/staff/seats.rules'
import { changeSeatRoles, endSeat, endSessionsOfSeat, type listSeats } from '@lonja/core/staff/seats.staff.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Confirm, Dialog } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Lacks } from './Lacks.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import styles from './forms.module.css'

export type Seats = ReplyOf<typeof listSeats>
export type Sitting = Seats['seats'][number]

interface Asking {
  readonly seat: Sitting
  readonly all: Seats
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Change a seat's roles, from its next call on. */
export function RolesDialog({ seat, all, onDone, onClose }: Asking) {
  const t = useText('staff')
  const [roles, setRoles] = useState(seat.roles)
  const change = useWrite(changeSeatRoles, { quiet: true, onReply: onDone })
  const lacks = staffingGapsAfter(all.seats, seat.id, roles, all.twoPerson)
  return (
    <Dialog
      title={t('rolesOf', { number: String(seat.number) })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t('changeRoles')}
            busy={change.isPending}
            waitsFor={roles.length === 0 ? t('oneRole') : undefined}
            onClick={() => change.mutate({ id: seat.id, roles })}
          />
        </>
      }
    >
      <RoleChoice value={roles} onChange={setRoles} />
      <Lacks lacks={roles.length === 0 ? [] : lacks} />
      <p role="alert" className={styles.wrong}>
        {change.refusal?.msg}
      </p>
    </Dialog>
  )
}

/** End a seat and all its sessions, at once and for good. */
export function EndSeat({ seat, all, onDone, onClose }: Asking) {
  const t = useText('staff')
  const end = useWrite(endSeat, { quiet: true, onReply: onDone })
  return (
    <Dialog
      title={t('endSeatAsk', { number: String(seat.number) })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('endSeat')} busy={end.isPending} onClick={() => end.mutate({ id: seat.id })} />
        </>
      }
    >
      <p>{t('endSeatWhy')}</p>
      <Lacks lacks={staffingGapsAfter(all.seats, seat.id, [], all.twoPerson)} />
      <p role="alert" className={styles.wrong}>
        {end.refusal?.msg}
      </p>
    </Dialog>
  )
}

/** End another seat's sessions; its person must sign in again. */
export function EndSessions({ seat, onDone, onClose }: Asking) {
  const t = useText('staff')
  const end = useWrite(endSessionsOfSeat, {
    quiet: true,
    onReply: ({ ended }) => {
      toast(t('sessionsEnded', { count: ended }), { kind: 'done' })
      onDone()
    },
  })
  return (
    <Confirm
      title={t('endSessionsAsk', { number: String(seat.number) })}
      text={t('endSessionsWhy')}
      confirm={t('endSessions')}
      cancel={t('cancel')}
      busy={end.isPending}
      error={end.refusal?.msg}
      onConfirm={() => end.mutate({ id: seat.id })}
      onCancel={onClose}
    />
  )
}
