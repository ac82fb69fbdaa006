import { useEffect, useRef, useState, type RefObject } from 'react'
import { saveOfferDraft } from '@lonja/core/ipo/offers.staff.contract'
import { newId } from '@lonja/kit/ids'
import { useKeys } from '@lonja/kit/keys'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { NEW_OFFER, inputOf, mistakesIn, typedOf, type Draft } from './draft.ts'
import { DraftFields } from './DraftFields.tsx'
import styles from './offers.module.css'

/** Write the draft of an offer, or change it. Nothing is public before two people have read its terms. */
export function DraftEditor({ draft, onDone }: { draft: Draft | null; onDone: () => void }) {
  const t = useText('offers')
  const { typed, write, isTouched, save, submit, wrong } = useDraftForm(draft, onDone)
  const [asksLeave, setAsksLeave] = useState(false)
  const leave = () => (isTouched ? setAsksLeave(true) : onDone())
  const form = useFormKeys(submit, leave)
  return (
    <SidePage title={t(draft ? 'editDraft' : 'newDraft')} sideLabel={t('rules')} sideReadOnly side={<Rules />}>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {draft?.review && <Notice tone="ground">{t('waitsUnchanged')}</Notice>}
        <DraftFields typed={typed} write={write} wrong={wrong} />
        <p role="alert" className={styles.wrong}>
          {save.refusal?.msg}
        </p>
        <div className={styles.acts}>
          <Button look="outline" label={t('leave')} keyCap="Escape" onClick={leave} />
          <Button type="submit" label={t('save')} keyCap="Ctrl+Enter" busy={save.isPending} />
        </div>
      </form>
      {asksLeave && (
        <Confirm
          title={t('askLeave')}
          text={t('askLeaveWhy')}
          confirm={t('leaveIt')}
          cancel={t('goOn')}
          onConfirm={onDone}
          onCancel={() => setAsksLeave(false)}
        />
      )}
    </SidePage>
  )
}

/** The typed draft with its mistakes: those of the form, and those that the server names with their field. */
function useDraftForm(draft: Draft | null, onDone: () => void) {
  const t = useText('offers')
  const [id] = useState(() => draft?.id ?? newId())
  const [first] = useState(() => (draft ? typedOf(draft) : NEW_OFFER))
  const [typed, setTyped] = useState(first)
  const [tried, setTried] = useState(false)
  const mistakes = mistakesIn(typed)
  const save = useWrite(saveOfferDraft, {
    quiet: true,
    onReply: () => {
      toast(t('saved'), { kind: 'done' })
      markAllStale()
      onDone()
    },
  })
  return {
    typed,
    write: (part: Partial<typeof typed>): void => setTyped((before) => ({ ...before, ...part })),
    isTouched: typed !== first,
    save,
    submit: (): void => {
      setTried(true)
      if (Object.keys(mistakes).length === 0) save.mutate({ id, version: draft?.version ?? 0, ...inputOf(typed) })
    },
    wrong: (field: string): string | undefined => {
      const mistake = tried ? mistakes[field] : undefined
      return mistake === undefined ? save.mistake(field) : t(`wrong_${mistake}`)
    },
  }
}

const Rules = () => {
  const t = useText('offers')
  return (
    <>
      <SideNote>{t('rulePath')}</SideNote>
      <SideNote>{t('ruleDates')}</SideNote>
      <SideNote>{t('ruleTwo')}</SideNote>
    </>
  )
}

/** The form was opened to write: it focuses the name, and keys leave it. */
function useFormKeys(submit: () => void, leave: () => void): RefObject<HTMLFormElement | null> {
  const t = useText('offers')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useKeys(
    [
      { key: 'Ctrl+Enter', label: t('save'), act: submit, whileTyping: true },
      { key: 'Escape', label: t('leave'), act: leave, whileTyping: true },
    ],
    2,
  )
  return form
}
