import { useState } from 'react'
import type { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import type { RestrictionLevel } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Language } from '@lonja/core/base/language'
import { HOUR } from '@lonja/core/base/instant'
import { ALONE_MOST, fateOf } from '@lonja/core/restrictions/restrictions.rules'
import { previewRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { newId } from '@lonja/kit/ids'
import { useKeys } from '@lonja/kit/keys'
import { DIALOG } from '@lonja/kit/keys.rules'
import { Button } from '@lonja/kit/parts/Button'
import { Notice } from '@lonja/kit/parts/blocks'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText, type Say } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { NoticePreview } from '../notices/NoticePreview.tsx'
import styles from './Restrict.module.css'
import { LEVELS, LevelFields, TermFields, untilOf, type Span } from './TermFields.tsx'
import { UnderWay, type UnderWayShown } from './UnderWay.tsx'

const NOTE_MOST = 500

interface RestrictProps {
  customer: CustomerId
  name: string
  number: string
  /** The customer's language, in which they read the notice. */
  language: Language
  underWay: UnderWayShown
  onDone: () => void
  onCancel: () => void
}

/** The terms of a restriction while it is written. */
interface Terms {
  readonly level: RestrictionLevel
  readonly reason: (typeof RESTRICTION_REASONS)[number]
  readonly span: Span
  readonly until: number
  readonly note: string
}

/**
 * Restrict an account to a level, with a reason and an end, beside what happens to what is under way and the notice that the
 * customer will read.
 */
export function Restrict(props: RestrictProps) {
  const { name, number, language, underWay, onCancel } = props
  const t = useText('restrictions')
  const { terms, change, send, busy, waits, refusal } = useRestricting(props)
  const { level, reason, span, until, note } = terms
  // Shorter ones may need two people too, for the times that count together: the house answers so.
  const isLong = Number(span) * HOUR > ALONE_MOST
  useKeys(
    [
      ...LEVELS.map((each) => ({ key: `${each}`, label: t(`level_${each}`), act: () => change({ level: each }) })),
      { key: 'Ctrl+Enter', label: t(isLong ? 'askRestrict' : 'restrictNow'), act: send, whileTyping: true },
    ],
    DIALOG,
  )
  const counts = countsOf(underWay, level)
  const notice = useRead(previewRestriction, { language, level, reason, until, ...counts }, { quiet: true, keep: true })
  return (
    <Dialog
      title={t('restrictAsk', { name })}
      onClose={onCancel}
      side={
        <div>
          <UnderWay underWay={underWay} level={level} />
          <p className={styles.soft}>{t('liftTakesTwo')}</p>
        </div>
      }
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onCancel} />
          <Button
            label={t(isLong ? 'askRestrict' : 'restrictNow')}
            second={`${t(`level_${level}`)}${isLong ? ` · ${t('twoDecide')}` : consequencesIn(t, counts, runsIn(underWay))}`}
            busy={busy}
            waitsFor={waits}
            onClick={send}
          />
        </>
      }
    >
      <p className={styles.soft}>{t('readsAtOnce', { number })}</p>
      <LevelFields level={level} onChange={(next) => change({ level: next })} />
      <TermFields terms={terms} onChange={change} />
      <p className={styles.soft}>{t('alone')}</p>
      <Note value={note} onChange={(next) => change({ note: next })} />
      <Notice>{t('nothingSold')}</Notice>
      <NoticePreview language={language} read={notice} />
      <p role="alert" className={styles.wrong}>
        {refusal}
      </p>
    </Dialog>
  )
}

/** The terms while they are written, and the request. Other terms are another request. */
function useRestricting({ customer, onDone }: RestrictProps) {
  const t = useText('restrictions')
  const [id, setId] = useState(newId)
  const [terms, setTerms] = useState<Terms>(() => ({
    level: 2,
    reason: 'checking_identity',
    span: '72',
    until: untilOf('72'),
    note: '',
  }))
  const waits = useWaitForHouse()
  const restrict = useWrite(restrictAccount, {
    quiet: true,
    onReply: ({ outcome }) => {
      toast(t(outcome === 'asked' ? 'didAsk' : 'didRestrict'), { kind: 'done' })
      onDone()
    },
  })
  const change = (changed: Partial<Terms>) => {
    setTerms({ ...terms, ...changed })
    setId(newId())
    restrict.forget()
  }
  const send = () => {
    if (waits !== undefined || restrict.isPending) return
    const { level, reason, until, note } = terms
    const written = note.trim() === '' ? {} : { note: note.trim() }
    restrict.mutate({ id, customer, level, reason, until, ...written })
  }
  return { terms, change, send, waits, busy: restrict.isPending, refusal: restrict.refusal?.msg }
}

/** A note for other staff, in one paragraph. */
function Note({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const t = useText('restrictions')
  return (
    <div className={styles.note}>
      <Field
        label={t('note')}
        type="area"
        maxLength={NOTE_MOST}
        value={value}
        onChange={(next) => onChange(next.replaceAll('\n', ' '))}
        hint={t('noteWho')}
      />
    </div>
  )
}

interface Counts {
  readonly ended: number
  readonly stopped: number
}

/** The numbers of open orders that end at this level, and of approved withdrawals that stop. */
const countsOf = ({ orders, withdrawals }: UnderWayShown, level: RestrictionLevel): Counts => ({
  ended: orders.filter(({ side }) => fateOf({ kind: 'order', side }, level) === 'ends').length,
  stopped: withdrawals.filter(({ state }) => fateOf({ kind: 'withdrawal', state }, level) === 'stops').length,
})

/** The strategies that run: each level stops them. */
const runsIn = ({ applications }: UnderWayShown): number => applications.filter(({ kind }) => kind === 'run').length

/** The consequences of the button: `: para 1 retirada, anula 2 órdenes`. */
function consequencesIn(t: Say<'restrictions'>, { ended, stopped }: Counts, runs: number): string {
  const parts = [
    ...(stopped > 0 ? [t('stops', { count: stopped })] : []),
    ...(ended > 0 ? [t('ends', { count: ended })] : []),
    ...(runs > 0 ? [t('endsRuns', { count: runs })] : []),
  ]
  return parts.map((part) => ` · ${part}`).join('')
}
