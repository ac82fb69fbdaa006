import { useState } from 'react'
import { proposePostponement } from '@lonja/core/ipo/offers.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { momentIn, typedMoment, type HouseOffer, type TypedMoment } from './draft.ts'
import { MomentField } from './MomentField.tsx'
import styles from './offers.module.css'

const LATER = ['closes', 'draws', 'lists'] as const
type Later = (typeof LATER)[number]

/** Propose later dates of an offer. A date that is not changed stays to the millisecond. */
export function Postpone({ offer, onClose }: { offer: HouseOffer; onClose: () => void }) {
  const t = useText('offers')
  const f = useFormats()
  const [typed, setTyped] = useState<Partial<Record<Later, TypedMoment>>>({})
  const [tried, setTried] = useState(false)
  const propose = useWrite(proposePostponement, {
    quiet: true,
    onReply: ({ review }) => {
      toast(t(review === null ? 'postponed' : 'proposed'), { kind: 'done' })
      markAllStale()
      onClose()
    },
  })
  const dateOf = (name: Later): number | null => {
    const moment = typed[name]
    return moment === undefined ? offer[name] : momentIn(moment)
  }
  const submit = () => {
    setTried(true)
    const [closes, draws, lists] = [dateOf('closes'), dateOf('draws'), dateOf('lists')]
    if (closes !== null && draws !== null && lists !== null) propose.mutate({ offer: offer.id, closes, draws, lists })
  }
  return (
    <Dialog
      title={t('askPostpone', { company: offer.company })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('proposeIt')} busy={propose.isPending} onClick={submit} />
        </>
      }
    >
      <p>{t('askPostponeWhy')}</p>
      {LATER.map((name) => (
        <MomentField
          key={name}
          label={t(name)}
          hint={t('until', { time: f.date(offer[name]) })}
          value={typed[name] ?? typedMoment(offer[name])}
          onChange={(moment) => setTyped((before) => ({ ...before, [name]: moment }))}
          error={tried && dateOf(name) === null ? t('wrong_moment') : propose.mistake(name)}
        />
      ))}
      <p role="alert" className={styles.wrong}>
        {propose.refusal?.msg}
      </p>
    </Dialog>
  )
}
