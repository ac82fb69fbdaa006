import { useEffect, useRef, useState, type RefObject } from 'react'
import { OFFER_MARKETS } from '@lonja/core/ipo/house.rules'
import { saveOfferDraft } from '@lonja/core/ipo/offers.staff.contract'
import { SECTORS } from '@lonja/core/market/instruments'
import { useKeys } from '@lonja/kit/keys'
import { newId } from '@lonja/kit/ids'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Select } from '@lonja/kit/parts/Select'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { Switch } from '@lonja/kit/parts/Switch'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import {
  DATES,
  FIGURES,
  NEW_OFFER,
  inputOf,
  mistakesIn,
  typedOf,
  type DateName,
  type Draft,
  type FigureName,
  type TypedOffer,
} from './draft.ts'
import { MomentField } from './MomentField.tsx'
import styles from './offers.module.css'

/** Write the draft of an offer, or change it. Nothing is public before two people have read its terms. */
export function DraftEditor({ draft, onDone }: { draft: Draft | null; onDone: () => void }) {
  const t = useText('offers')
  const [id] = useState(() => draft?.id ?? newId())
  const [first] = useState(() => (draft ? typedOf(draft) : NEW_OFFER))
  const [typed, setTyped] = useState(first)
  const [tried, setTried] = useState(false)
  const [asksLeave, setAsksLeave] = useState(false)
  const mistakes = mistakesIn(typed)
  const save = useWrite(saveOfferDraft, {
    quiet: true,
    onReply: () => {
      toast(t('saved'), { kind: 'done' })
      markAllStale()
      onDone()
    },
  })
  const leave = () => (typed === first ? onDone() : setAsksLeave(true))
  const submit = () => {
    setTried(true)
    if (Object.keys(mistakes).length === 0) save.mutate({ id, version: draft?.version ?? 0, ...inputOf(typed) })
  }
  const wrong = (field: string): string | undefined => {
    const mistake = tried ? mistakes[field] : undefined
    return mistake === undefined ? save.mistake(field) : t(`wrong_${mistake}`)
  }
  const form = useFormKeys(submit, leave)
  return (
    <SidePage
      title={t(draft ? 'editDraft' : 'newDraft')}
      sideLabel={t('rules')}
      sideReadOnly
      side={
        <>
          <SideNote>{t('rulePath')}</SideNote>
          <SideNote>{t('ruleDates')}</SideNote>
          <SideNote>{t('ruleTwo')}</SideNote>
        </>
      }
    >
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {draft?.review && <Notice tone="ground">{t('waitsUnchanged')}</Notice>}
        <Fields typed={typed} write={(part) => setTyped((before) => ({ ...before, ...part }))} wrong={wrong} />
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

function Fields(props: {
  typed: TypedOffer
  write: (part: Partial<TypedOffer>) => void
  wrong: (field: string) => string | undefined
}) {
  const { typed, write, wrong } = props
  const t = useText('offers')
  const { figures, dates } = typed
  return (
    <>
      <Field
        label={t('company')}
        hint={t('companyHint')}
        value={typed.company}
        onChange={(company) => write({ company })}
        maxLength={80}
        error={wrong('company')}
      />
      <div className={styles.pair}>
        <Select
          boxed
          label={t('sector')}
          options={SECTORS.map((value) => ({ value, label: t(`sector_${value}`) }))}
          value={typed.sector}
          onChange={(sector) => write({ sector })}
        />
        <Select
          boxed
          label={t('market')}
          options={OFFER_MARKETS.map((value) => ({ value, label: t(`market_${value}`) }))}
          value={typed.market}
          onChange={(market) => write({ market })}
        />
      </div>
      <div className={styles.pair}>
        {(Object.keys(FIGURES) as FigureName[]).map((name) => (
          <NumberField
            key={name}
            label={t(name)}
            unit={name === 'price' ? (typed.market === 'madrid' ? '€' : '$') : undefined}
            decimals={FIGURES[name]}
            value={figures[name]}
            onChange={(units) => write({ figures: { ...figures, [name]: units } })}
            error={wrong(name)}
          />
        ))}
      </div>
      {DATES.map((name: DateName) => (
        <MomentField
          key={name}
          label={t(name)}
          hint={name === 'lists' ? t('listsHint') : undefined}
          value={dates[name]}
          onChange={(moment) => write({ dates: { ...dates, [name]: moment } })}
          error={wrong(name)}
        />
      ))}
      <div className={styles.crowd}>
        <span>{t('crowd')}</span>
        <Switch label={t('crowd')} on={typed.crowd} onChange={(crowd) => write({ crowd })} />
      </div>
    </>
  )
}
