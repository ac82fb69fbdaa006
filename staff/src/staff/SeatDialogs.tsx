import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { givesUpOwn } from '@lonja/core/staff/changes.rules'
import { staffingGapsAfter } from '@lonja/core/staff/seats.rules'
import {
  changeSeatRoles,
  confirmSeat,
  endSeat,
  endSessionsOfSeat,
  type listSeats,
} from '@lonja/core/staff/seats.staff.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Confirm, Dialog } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/writes'
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

/** Says that a change waits for a second admin, if it does, and closes the dialog. */
function useTold(onDone: () => void): (reply: { readonly change: string | null }) => void {
  const t = useText('staff')
  return ({ change }) => {
    if (change !== null) toast(t('proposed'), { kind: 'done' })
    onDone()
  }
}

/** Change a seat's roles, from its next call on, or propose it to a second admin. */
export function RolesDialog({ seat, all, onDone, onClose }: Asking) {
  const t = useText('staff')
  const [roles, setRoles] = useState(seat.roles)
  const takesTwo = all.takesTwo && !(seat.own && givesUpOwn(seat.id, seat, roles))
  const onReply = useTold(onDone)
  const change = useWrite(changeSeatRoles, { quiet: true, onReply })
  const lacks = staffingGapsAfter(all.seats, seat.id, roles, all.twoPerson)
  return (
    <Dialog
      title={t('rolesOf', { number: String(seat.number) })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t(takesTwo ? 'propose' : 'changeRoles')}
            busy={change.isPending}
            waitsFor={roles.length === 0 ? t('oneRole') : undefined}
            onClick={() => change.mutate({ id: seat.id, roles })}
          />
        </>
      }
    >
      <RoleChoice value={roles} onChange={setRoles} />
      <Lacks lacks={roles.length === 0 ? [] : lacks} />
      <p>{t(takesTwo ? 'takesTwo' : 'atOnce')}</p>
      <p role="alert" className={styles.wrong}>
        {change.refusal?.msg}
      </p>
    </Dialog>
  )
}

/** End a seat and all its sessions for good, at once or by a proposal to a second admin. */
export function EndSeat({ seat, all, onDone, onClose }: Asking) {
  const t = useText('staff')
  const onReply = useTold(onDone)
  const end = useWrite(endSeat, { quiet: true, onReply })
  return (
    <Dialog
      title={t('endSeatAsk', { number: String(seat.number) })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t(all.takesTwo ? 'propose' : 'endSeat')}
            busy={end.isPending}
            onClick={() => end.mutate({ id: seat.id })}
          />
        </>
      }
    >
      <p>{t('endSeatWhy')}</p>
      <Lacks lacks={staffingGapsAfter(all.seats, seat.id, [], all.twoPerson)} />
      <p>{t(all.takesTwo ? 'takesTwo' : 'atOnce')}</p>
      <p role="alert" className={styles.wrong}>
        {end.refusal?.msg}
      </p>
    </Dialog>
  )
}

/** Say that another person sits in a seat that one admin alone has let in. */
export function ConfirmSeat({ seat, onDone, onClose }: Asking) {
  const t = useText('staff')
  const confirm = useWrite(confirmSeat, { quiet: true, onReply: onDone })
  return (
    <Confirm
      title={t('confirmSeatAsk', { number: String(seat.number) })}
      text={t('confirmSeatWhy')}
      confirm={t('confirmSeat')}
      cancel={t('cancel')}
      busy={confirm.isPending}
      error={confirm.refusal?.msg}
      onConfirm={() => confirm.mutate({ id: seat.id })}
      onCancel={onClose}
    />
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
