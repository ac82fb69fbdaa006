import { useState, type ReactNode } from 'react'
import { ALERT_KINDS, ALERT_REPEATS, changeAlert, makeAlert, removeAlert } from '@lonja/core/watchlist/alerts.contract'
import { decideTerms } from '@lonja/core/watchlist/alerts.rules'
import { sayMistake, useTries } from '@lonja/kit/form'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { TrashIcon } from '@lonja/kit/parts/late-icons'
import { PickerLine } from '@lonja/kit/parts/Picker'
import { Screen, type ScreenProps } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { LiveChange, LivePrice } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { draftFor, termsOf, type AlertDraft, type OwnAlert, type WatchedInstrument } from './alert.ts'
import { Figure, currencyOf, useFacts } from './AlertFigure.tsx'
import styles from './alerts.module.css'

const NOTE_MAX = 140

/** The page that creates or changes an alert: the threshold, its distance, and the other alerts below. */
export function AlertForm(props: {
  of: WatchedInstrument
  alert: OwnAlert | undefined
  screen: Omit<ScreenProps, 'children'>
  children: ReactNode
}) {
  const { of, alert } = props
  const t = useText('alerts')
  const { ref, tried, count, reset } = useTries()
  const facts = useFacts(of)
  const [draft, setDraft] = useState(() => draftFor(facts.last, alert))
  const change = (next: Partial<AlertDraft>) => {
    forget()
    setDraft({ ...draft, ...next })
  }
  const { send, busy, refusal, forget } = useSending(of, alert, () => {
    reset()
    setDraft(draftFor(facts.last, undefined))
  })
  const terms = termsOf(draft)
  const decision = decideTerms(terms, facts)
  const isMet = 'refused' in decision && decision.refused === 'alert_met_already'
  const missing = 'refused' in decision && !isMet
  const kinds = { above: t('above'), below: t('below'), percent: t('percent') } as const
  const mistake = isMet ? t('metAlready') : missing ? t('figureMissing') : undefined
  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    count()
    if (mistake === undefined) send(terms)
    else sayMistake(mistake)
  }
  return (
    <Screen {...props.screen} dock={<Act of={of} draft={draft} alert={alert} busy={busy} onPress={submit} />}>
      <form ref={ref} className={styles.form} noValidate onSubmit={submit}>
        <Head of={of} />
        <Segments
          label={t('kind')}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={ALERT_KINDS.map((value) => ({ value, label: kinds[value] }))}
        />
        <Figure
          of={of}
          draft={draft}
          facts={facts}
          error={refusal ?? (isMet || tried ? mistake : undefined)}
          onChange={change}
        />
        {!('refused' in decision) && decision.fromNextDay && <p className={styles.next}>{t('fromNextDay')}</p>}
        <Repeats value={draft.repeats} onChange={(repeats) => change({ repeats })} />
        <Field label={t('note')} value={draft.note} maxLength={NOTE_MAX} onChange={(note) => change({ note })} />
        {alert && <Remove alert={alert} />}
        <button type="submit" hidden />
      </form>
      {props.children}
    </Screen>
  )
}

/** The choice between one notice and one each day. */
function Repeats(props: { value: AlertDraft['repeats']; onChange: (value: AlertDraft['repeats']) => void }) {
  const t = useText('alerts')
  const repeats = { once: t('once'), daily: t('daily') } as const
  const notes = { once: t('onceNote'), daily: t('dailyNote') } as const
  return (
    <PickerLine
      label={t('tell')}
      value={props.value}
      onChange={props.onChange}
      options={ALERT_REPEATS.map((value) => ({ value, label: repeats[value], note: notes[value] }))}
    />
  )
}

function Head({ of }: { of: WatchedInstrument }) {
  const names = useMarketNames()
  const quote = {
    listing: of.listing,
    last: of.quote?.last ?? of.day?.last ?? null,
    previousClose: of.day?.previousClose ?? null,
  }
  return (
    <div className={styles.head}>
      <span>
        <b>{of.name}</b>
        <small>{names.caption(of.listing)}</small>
      </span>
      <span className={styles.price}>
        <b>
          <LivePrice of={quote} currency={currencyOf(of)} />
        </b>
        <small>
          <LiveChange of={quote} />
        </small>
      </span>
    </div>
  )
}

/** The button names the event that will be notified. */
function Act(props: {
  of: WatchedInstrument
  draft: AlertDraft
  alert: OwnAlert | undefined
  busy: boolean
  onPress: () => void
}) {
  const { of, draft, alert, busy, onPress } = props
  const t = useText('alerts')
  const f = useFormats()
  const { kind } = draft
  const currency = currencyOf(of)
  const figure =
    kind === 'percent'
      ? draft.percentBps === null
        ? null
        : f.rate(BigInt(draft.percentBps))
      : draft[kind] && f.price(draft[kind], currency)
  const labels = { above: 'actAbove', below: 'actBelow', percent: 'actPercent' } as const
  const label = alert ? t('saveChange') : figure === null ? t('act') : t(labels[kind], { figure })
  return <Button label={label} busy={busy} onClick={onPress} />
}

/** Submit the form: one form is one alert, however often it is tapped. */
function useSending(of: WatchedInstrument, alert: OwnAlert | undefined, onMade: () => void) {
  const t = useText('alerts')
  const [id, setId] = useState(newId)
  const undo = useWrite(removeAlert, { onReply: () => markStale(['alerts']) })
  const make = useWrite(makeAlert, {
    onReply: (reply) => {
      markStale(['alerts'])
      setId(newId())
      onMade()
      toast(t(reply.fromNextDay ? 'madeNextDay' : 'made'), {
        kind: 'done',
        undo: { label: t('undo'), onUndo: () => undo.mutate({ id: reply.id, removed: true }) },
      })
    },
  })
  const change = useWrite(changeAlert, {
    onReply: (changed) => {
      markStale(['alerts'])
      toast(t(changed.fromNextDay ? 'madeNextDay' : 'changed'), { kind: 'done' })
      back()
    },
  })
  const used = alert ? change : make
  return {
    busy: used.isPending,
    refusal: used.refusal?.msg,
    forget: used.forget,
    send: (terms: ReturnType<typeof termsOf>) => {
      if (alert) change.mutate({ id: alert.id, ...terms })
      else make.mutate({ id, listing: of.listing, ...terms })
    },
  }
}

function Remove({ alert }: { alert: OwnAlert }) {
  const t = useText('alerts')
  const { mutate, isPending } = useWrite(removeAlert, {
    onReply: ({ id, removed }) => {
      markStale(['alerts'])
      if (!removed) return
      back()
      toast(t('removed'), { kind: 'done', undo: { label: t('undo'), onUndo: () => mutate({ id, removed: false }) } })
    },
  })
  return (
    <Button
      look="text"
      icon={TrashIcon}
      label={t('remove')}
      busy={isPending}
      onClick={() => mutate({ id: alert.id, removed: true })}
    />
  )
}
