import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readInstrument } from '@lonja/core/market/market.contract'
import type { AlertKind, AlertRepeats, listAlerts } from '@lonja/core/watchlist/alerts.contract'
import { firstLevelFor, levelStepFor, type AlertTerms } from '@lonja/core/watchlist/alerts.rules'

export type OwnAlert = ReplyOf<typeof listAlerts>['rows'][number]
export type WatchedInstrument = ReplyOf<typeof readInstrument>

/** The form's values. Each kind keeps its own figure, so that switching kinds loses nothing. */
export interface AlertDraft {
  readonly kind: AlertKind
  readonly above: PriceE4 | null
  readonly below: PriceE4 | null
  readonly percentBps: number | null
  readonly repeats: AlertRepeats
  readonly note: string
}

const FIRST_PERCENT_BPS = 300

/** The form's initial values: the nearest round level, or the alert being changed. */
export function draftFor(last: PriceE4 | null, alert: AlertTerms | undefined): AlertDraft {
  const draft: AlertDraft = {
    kind: alert?.kind ?? 'above',
    above: last && firstLevelFor('above', last),
    below: last && firstLevelFor('below', last),
    percentBps: alert?.percentBps ?? FIRST_PERCENT_BPS,
    repeats: alert?.repeats ?? 'once',
    note: alert?.note ?? '',
  }
  return alert?.level && alert.kind !== 'percent' ? { ...draft, [alert.kind]: alert.level } : draft
}

/** The terms to send: the figure of the selected kind. */
export const termsOf = ({ kind, above, below, percentBps, repeats, note }: AlertDraft): AlertTerms => ({
  kind,
  level: kind === 'above' ? above : kind === 'below' ? below : null,
  percentBps: kind === 'percent' ? percentBps : null,
  repeats,
  note: note.trim() === '' ? null : note.trim(),
})

/** Prices below one unit have four decimals, others two. */
export const placesFor = (last: PriceE4): 2 | 4 => (last < 10_000n ? 4 : 2)

/** A level in its field's decimals, and back. */
export const shownLevel = (level: PriceE4 | null, places: 2 | 4): bigint | null =>
  level === null ? null : places === 4 ? level : level / 100n
export const levelShown = (shown: bigint | null, places: 2 | 4): PriceE4 | null =>
  shown === null ? null : priceE4(places === 4 ? shown : shown * 100n)

/** The step of a level in its field's decimals. */
export const stepFor = (last: PriceE4, places: 2 | 4): bigint =>
  places === 4 ? levelStepFor(last) : levelStepFor(last) / 100n
