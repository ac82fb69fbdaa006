import { useState } from 'react'
import type { PriceE4 } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { PERCENT_BPS_LEAST, PERCENT_BPS_MOST } from '@lonja/core/watchlist/alerts.contract'
import { roundLevelsFor } from '@lonja/core/watchlist/alerts.rules'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { useText } from '@lonja/kit/text'
import { levelShown, placesFor, shownLevel, stepFor, type AlertDraft, type WatchedInstrument } from './alert.ts'
import styles from './alerts.module.css'

const PERCENT_STEP = 50n

/** The current market facts of the instrument an alert is about. */
export function useFacts(of: WatchedInstrument) {
  const live = useQuote(of.listing)
  return {
    last: live?.last ?? of.quote?.last ?? of.day?.last ?? null,
    previousClose: live?.previousClose ?? of.day?.previousClose ?? null,
  }
}

interface FigureProps {
  of: WatchedInstrument
  draft: AlertDraft
  facts: ReturnType<typeof useFacts>
  error: string | undefined
  onChange: (next: Partial<AlertDraft>) => void
}

/** The threshold: a level, or a move in per cent. */
export const Figure = (props: FigureProps) =>
  props.draft.kind === 'percent' ? <Percent {...props} /> : <Level {...props} />

/** The move from the previous close, in either direction, and today's move. */
function Percent({ of, draft, facts, error, onChange }: FigureProps) {
  const t = useText('alerts')
  const f = useFormats()
  const { last, previousClose } = facts
  const moved = previousClose && last ? changeBps(previousClose, last) : null
  return (
    <div>
      <Stepper
        label={t('percentLabel')}
        labelRight="±%"
        value={draft.percentBps === null ? null : BigInt(draft.percentBps)}
        decimals={2}
        min={BigInt(PERCENT_BPS_LEAST)}
        max={BigInt(PERCENT_BPS_MOST)}
        step={PERCENT_STEP}
        error={error}
        onChange={(bps) => onChange({ percentBps: percentFrom(bps) })}
      />
      <p className={styles.beside}>
        <span>{t('fromClose', { price: f.price(previousClose, currencyOf(of)) })}</span>
        <span>{t('today', { move: f.bps(moved) })}</span>
      </p>
    </div>
  )
}

/** The level, with today's high or low and its distance. */
function Level({ of, draft, facts: { last }, error, onChange }: FigureProps) {
  const t = useText('alerts')
  const f = useFormats()
  const kind = draft.kind === 'below' ? 'below' : 'above'
  const currency = currencyOf(of)
  const places = last === null ? 2 : placesFor(last)
  const level = draft[kind]
  const distance = last && level ? changeBps(last, level) : null
  const extreme = kind === 'above' ? of.day?.high : of.day?.low
  return (
    <div>
      <Stepper
        key={kind}
        label={t(currency ? 'levelLabel' : 'valueLabel')}
        labelRight={currency && f.mark(currency)}
        value={shownLevel(level, places)}
        decimals={places}
        step={last === null ? 1n : stepFor(last, places)}
        error={error}
        onChange={(shown) => onChange({ [kind]: levelShown(shown, places) })}
      />
      <p className={styles.beside}>
        {extreme !== undefined && (
          <span>{t(kind === 'above' ? 'highToday' : 'lowToday', { price: f.price(extreme, currency) })}</span>
        )}
        {distance !== null && <span>{t('away', { distance: f.bps(distance) })}</span>}
      </p>
      <Rounds of={of} kind={kind} level={level} last={last} onChoose={(round) => onChange({ [kind]: round })} />
    </div>
  )
}

/** Round levels near the price at the time the page opened, each with its current distance. */
function Rounds(props: {
  of: WatchedInstrument
  kind: 'above' | 'below'
  level: PriceE4 | null
  last: PriceE4 | null
  onChoose: (level: PriceE4) => void
}) {
  const { of, kind, level, last, onChoose } = props
  const t = useText('alerts')
  const f = useFormats()
  const [from] = useState(last)
  if (from === null || last === null) return null
  return (
    <div className={styles.rounds} role="group" aria-label={t('roundLevels')}>
      {roundLevelsFor(kind, from).map((round) => (
        <button key={round} type="button" aria-pressed={round === level} onClick={() => onChoose(round)}>
          <b>{f.price(round, currencyOf(of))}</b>
          <small>{f.bps(changeBps(last, round))}</small>
        </button>
      ))}
    </div>
  )
}

/** The value of an index has no currency. */
export const currencyOf = (of: WatchedInstrument) => (of.kind === 'index' ? undefined : of.currency)

/** A percentage within the server's bounds; otherwise null. */
const percentFrom = (bps: bigint | null): number | null =>
  bps === null || bps < BigInt(PERCENT_BPS_LEAST) || bps > BigInt(PERCENT_BPS_MOST) ? null : Number(bps)
