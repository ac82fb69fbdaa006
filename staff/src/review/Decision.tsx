import { useId, useRef, useState, type ReactNode } from 'react'
import type { Opinion } from '@lonja/core/review/review.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { leaveField } from '@lonja/kit/focus'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { useText } from '@lonja/kit/text'
import { actOf, oppositeOf, type Act, type FirstOpinion } from './opinions.ts'
import { Opinions, type Reason } from './Opinions.tsx'
import { Disagreed, Persons, type SeatedBy } from './Persons.tsx'
import styles from './Decision.module.css'

export interface DecisionInput {
  readonly opinion: Opinion
  readonly reason: string
  readonly note: string | null
}

/** A kind's closed lists of reasons in words: the customer's text, and its consequences. */
export interface Reasons {
  readonly approve: readonly Reason[]
  readonly refuse: readonly Reason[]
}

/** The subject of a reason that decides about something else, such as fewer shares, which are offered. */
export interface Instead {
  readonly what: string
  readonly follows: readonly Definition[]
}

/**
 * The decision beside its evidence: an opinion, a reason from the closed list, a note for other staff. The button names
 * its act in advance: decide, propose to a second person, confirm the first opinion, or send it back to the queue.
 */
export function Decision(props: {
  /** The amount or the subject in a word, shown on the button. */
  what: string
  reasons: Reasons
  /** True if the subject is the house: no customer reads the reason. */
  isOfHouse: boolean
  /** The number of people that each opinion takes. */
  people: Readonly<Record<Opinion, number>>
  seatedBy: SeatedBy
  first: FirstOpinion | null
  /** The two opinions that sent it back to the queue, if two people disagreed. */
  disagreed: readonly FirstOpinion[] | null
  /** The consequences of each opinion. */
  then: (opinion: Opinion) => readonly Definition[]
  instead?: ((reason: string) => Instead | null) | undefined
  /** Further fields of this kind, once a reason is chosen. */
  more?: ((opinion: Opinion, reason: string) => ReactNode) | undefined
  busy: boolean
  refusal: string | null
  onDecide: (decision: DecisionInput) => void
}) {
  const { what, reasons, isOfHouse, people, seatedBy, first, disagreed, then, instead, more, busy, refusal, onDecide } =
    props
  const t = useText('review')
  const [opinion, setOpinion] = useState<Opinion | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const list = opinion === null ? [] : reasons[opinion]
  const choose = (next: Opinion) => {
    setOpinion(next)
    // The second person chooses a reason like the first one: nothing is preselected, unless there is only one.
    setReason(reasons[next].length === 1 ? (reasons[next][0]?.code ?? null) : null)
  }
  const other = (reason !== null && instead?.(reason)) || null
  const isReady = opinion !== null && reason !== null
  const confirm = () => isReady && !busy && onDecide({ opinion, reason, note: note.trim() === '' ? null : note.trim() })
  useDecisionKeys({ choose, first, reasons: list, onReason: setReason, onConfirm: confirm })
  const act = actOf(opinion, people, first)
  return (
    <>
      {disagreed && <Disagreed opinions={disagreed} />}
      {first !== null && <Persons first={first} opinion={opinion} seatedBy={seatedBy} />}
      <Opinions
        value={opinion}
        onChange={choose}
        reasons={list}
        isOfHouse={isOfHouse}
        reason={reason}
        onReason={setReason}
      />
      {/* The fields that a choice reveals are below it, so that the pressed control does not move. */}
      {first === null && opinion !== null && people[opinion] === 2 && (
        <Persons first={null} opinion={opinion} seatedBy={seatedBy} />
      )}
      {opinion !== null && reason !== null && more?.(opinion, reason)}
      <Note value={note} onChange={setNote} />
      {opinion !== null && <Then act={act} rows={other?.follows ?? then(opinion)} />}
      <p role="alert" className={styles.wrong}>
        {refusal}
      </p>
      <Confirm
        label={opinion === null ? t('chooseFirst') : t(`act_${act}_${opinion}`)}
        what={other?.what ?? what}
        busy={busy}
        lacks={isReady ? undefined : t(opinion === null ? 'chooseOpinion' : 'chooseReason')}
        onClick={confirm}
      />
    </>
  )
}

/** The button, with its subject; while a choice is missing it names that choice. */
function Confirm(props: {
  label: string
  what: string
  busy: boolean
  lacks: string | undefined
  onClick: () => void
}) {
  const { label, what, busy, lacks, onClick } = props
  const t = useText('review')
  const waits = useWaitForHouse()
  return (
    <div className={styles.confirm}>
      <Button
        label={label}
        second={what}
        busy={busy}
        busyLabel={t('sending')}
        waitsFor={waits ?? lacks}
        onClick={onClick}
      />
      <p className={styles.hint}>
        <KeyCap of="Ctrl+Enter" />
        {t('keyConfirm')}
      </p>
    </div>
  )
}

const THEN = { decide: 'thenDecide', second: 'thenDecide', propose: 'thenPropose', disagree: 'thenDisagree' } as const

/** The consequences of the button: none for the customer if it decides nothing yet. */
function Then({ act, rows }: { act: Act; rows: readonly Definition[] }) {
  const t = useText('review')
  const nothing = [{ label: t('customer'), value: t('customerNothing') }]
  return (
    <section className={styles.then}>
      <h3>{t(THEN[act])}</h3>
      <DefinitionRows tight rows={act === 'decide' || act === 'second' ? rows : nothing} />
    </section>
  )
}

function useDecisionKeys(on: {
  choose: (opinion: Opinion) => void
  first: FirstOpinion | null
  reasons: readonly Reason[]
  onReason: (code: string) => void
  onConfirm: () => void
}): void {
  const t = useText('review')
  const { choose, first, reasons, onReason, onConfirm } = on
  useKeys(
    [
      { key: 'a', label: t('approve'), act: () => choose('approve') },
      { key: 'r', label: t('refuse'), act: () => choose('refuse') },
      ...(first ? [{ key: 'd', label: t('disagree'), act: () => choose(oppositeOf(first.opinion)) }] : []),
      ...reasons.slice(0, 9).map(({ code }, n) => ({
        key: String(n + 1),
        label: t('keyReason'),
        act: () => onReason(code),
      })),
      { key: 'n', label: t('keyNote'), act: () => document.querySelector<HTMLElement>('[data-note]')?.focus() },
      { key: 'Ctrl+Enter', label: t('keyConfirm'), act: onConfirm, whileTyping: true },
    ],
    2,
  )
}

const NOTE_MOST = 500

function Note({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useText('review')
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={styles.note}>
      <label htmlFor={id}>
        {t('note')}
        <KeyCap of="n" />
      </label>
      <textarea
        ref={box}
        id={id}
        data-note
        maxLength={NOTE_MOST}
        rows={2}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          leaveField(box.current)
        }}
      />
    </div>
  )
}
