import { useMemo, useState } from 'react'
import { staffingGapsAfter } from '@lonja/core/staff/seats.rules'
import { confirmSeatChange, withdrawSeatChange } from '@lonja/core/staff/seats.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { Confirm, Dialog } from '@lonja/kit/parts/Dialog'
import { Button } from '@lonja/kit/parts/Button'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText, type Say, type TextKey } from '@lonja/kit/text'
import { useColleague } from './colleague.ts'
import { Lacks } from './Lacks.tsx'
import { roleNames } from './roles.ts'
import type { Seats } from './SeatDialogs.tsx'
import forms from './forms.module.css'
import styles from './Seats.module.css'

type Change = Seats['changes'][number]

/** The reason why this admin cannot confirm a change. */
const REFUSED: Readonly<Record<NonNullable<Change['refused']>, TextKey<'staff'>>> = {
  change_over: 'refused_change_over',
  own_change: 'refused_own_change',
  let_in_by: 'refused_let_in_by',
  seat_too_new: 'refused_seat_too_new',
  seat_changed: 'refused_seat_changed',
}

/** Changes of seats that one admin proposed and a second one confirms or takes back; another seat reads them. */
export function SeatChanges({ all, mayChange }: { all: Seats; mayChange: boolean }) {
  const t = useText('staff')
  const f = useFormats()
  const colleague = useColleague()
  const [question, setQuestion] = useState<{ readonly change: Change; readonly to: 'confirm' | 'withdraw' } | null>(
    null,
  )
  const columns = useMemo(() => {
    const act = actIn(t, (change, to) => setQuestion({ change, to }))
    return [...columnsIn(t, f, colleague), ...(mayChange ? [act] : [])]
  }, [t, f, colleague, mayChange])
  const done = () => {
    setQuestion(null)
    markAllStale()
  }
  const Asking = question?.to === 'confirm' ? ConfirmChange : WithdrawChange
  return (
    <section className={styles.part}>
      <header className={styles.partHead}>
        <div>
          <h2>{t('changes')}</h2>
          <p className={styles.note}>{t('changesWhat')}</p>
        </div>
      </header>
      <DataTable label={t('changes')} columns={columns} rows={all.changes} keyOf={({ id }) => id} />
      {question && <Asking change={question.change} all={all} onDone={done} onClose={() => setQuestion(null)} />}
    </section>
  )
}

/** A change in a few words: `End seat 3`. */
const titleOf = ({ act, seat }: Change, t: Say<'staff'>): string =>
  t(`change_${act}`, { number: String(seat?.number ?? '') })

function columnsIn(t: Say<'staff'>, f: Formats, colleague: (number: number) => string): DataColumn<Change>[] {
  return [
    { id: 'what', label: t('change'), cell: (change) => titleOf(change, t) },
    { id: 'roles', label: t('rolesAfter'), cell: ({ roles }) => (roles.length === 0 ? '-' : roleNames(t, f, roles)) },
    {
      id: 'by',
      label: t('proposedBy'),
      soft: true,
      whole: true,
      cell: ({ proposedBy }) => colleague(proposedBy),
    },
    { id: 'ends', label: t('ends'), soft: true, cell: ({ endsAt }) => f.date(endsAt), by: ({ endsAt }) => endsAt },
  ]
}

/** The acts of an admin, or the reason why a change cannot be confirmed. */
const actIn = (t: Say<'staff'>, onAsk: (change: Change, to: 'confirm' | 'withdraw') => void): DataColumn<Change> => ({
  id: 'act',
  label: t('act'),
  right: true,
  cell: (change) => (
    <span className={styles.acts}>
      {change.refused === null ? (
        <button type="button" className={styles.act} onClick={() => onAsk(change, 'confirm')}>
          {t('confirmChange')}
        </button>
      ) : (
        <span className={styles.soft}>{t(REFUSED[change.refused])}</span>
      )}
      <button type="button" className={styles.act} onClick={() => onAsk(change, 'withdraw')}>
        {t('withdrawChange')}
      </button>
    </span>
  ),
})

interface Asking {
  readonly change: Change
  readonly all: Seats
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The roles before and after, and what the house could no longer do. */
function ConfirmChange({ change, all, onDone, onClose }: Asking) {
  const t = useText('staff')
  const f = useFormats()
  const colleague = useColleague()
  const { id, act, seat, before, roles, proposedBy } = change
  const confirm = useWrite(confirmSeatChange, {
    quiet: true,
    onReply: () => {
      toast(t('changeConfirmed'), { kind: 'done' })
      onDone()
    },
  })
  const lacks = seat ? staffingGapsAfter(all.seats, seat.id, roles, all.twoPerson) : []
  const namesOf = (list: Change['roles']): string => (list.length === 0 ? '-' : roleNames(t, f, list))
  return (
    <Dialog
      title={t('confirmAsk', { what: titleOf(change, t) })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('confirmChange')} busy={confirm.isPending} onClick={() => confirm.mutate({ id })} />
        </>
      }
    >
      <DefinitionRows
        rows={[
          { label: t('proposedBy'), value: colleague(proposedBy) },
          ...(seat
            ? [
                { label: t('name'), value: seat.name },
                { label: t('rolesBefore'), value: namesOf(before) },
              ]
            : []),
          { label: t('rolesAfter'), value: namesOf(roles) },
        ]}
      />
      {act === 'end' && <p>{t('endSeatWhy')}</p>}
      <Lacks lacks={lacks} />
      <p role="alert" className={forms.wrong}>
        {confirm.refusal?.msg}
      </p>
    </Dialog>
  )
}

function WithdrawChange({ change, onDone, onClose }: Asking) {
  const t = useText('staff')
  const withdraw = useWrite(withdrawSeatChange, { quiet: true, onReply: onDone })
  return (
    <Confirm
      title={t('withdrawAsk', { what: titleOf(change, t) })}
      text={t('withdrawWhy')}
      confirm={t('withdrawChange')}
      cancel={t('cancel')}
      busy={withdraw.isPending}
      error={withdraw.refusal?.msg}
      onConfirm={() => withdraw.mutate({ id: change.id })}
      onCancel={onClose}
    />
  )
}
