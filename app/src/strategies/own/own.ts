import { venueOf, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { dayNumberAt, dayOf, weekdayOf, zoneOf } from '@lonja/core/calendar/days'
import type { checkOwnStrategy, listOwnStrategies, readOwnStrategy } from '@lonja/core/strategies/own.contract'
import {
  MEGABYTES_MOST,
  OWN_ORDERS_PER_MINUTE_MOST,
  STATE_BYTES_MOST,
  STEPS_PER_EVENT_MOST,
} from '@lonja/core/strategies/own.rules'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { markStale } from '@lonja/kit/reads'
import type { Say } from '@lonja/kit/text'
import type { CodeFault } from './editor.faults.ts'

export type OwnList = ReplyOf<typeof listOwnStrategies>
export type OwnLimits = OwnList['limits']
export type OwnRow = OwnList['rows'][number]
export type WholeOwn = ReplyOf<typeof readOwnStrategy>
export type Check = ReplyOf<typeof checkOwnStrategy>
export type Trial = NonNullable<Check['trial']>

export const OWN_LIST = '/subPackages/strategies/own'
export const OWN_TEXT = '/subPackages/strategies/text'
export const OWN_SHARED = '/subPackages/strategies/shared'

/** A version of a text, and a line of it; 0 for none. */
export interface TextPlace {
  readonly version: number
  readonly line: number
}

/** Marks as stale all that a change of an own strategy changes. */
export const staleAfterOwn = (): void => markStale(['strategies'])

const encoder = new TextEncoder()
/** The bytes of a text, as the house counts them. */
export const bytesOf = (text: string): number => encoder.encode(text).length

/** The faults that the editor can mark: those with a line, which the engine knows for most. */
export const marksOf = (faults: readonly OwnDiagnostic[]): CodeFault[] =>
  faults.flatMap(({ line, column, name }) =>
    line > 0 ? [{ line, column: Math.max(column, 1), length: name?.length }] : [],
  )

/** The mark of a whole line, of no word in it. */
export const lineMarks = (line: number): CodeFault[] => [{ line, column: 1, length: 0 }]

/** Describes a fault, without its line. */
export const faultIn = (t: Say<'own'>, { code, name, message }: OwnDiagnostic): string =>
  t(`fault_${code}`, {
    name: name ?? '',
    message,
    steps: STEPS_PER_EVENT_MOST,
    megabytes: MEGABYTES_MOST,
    orders: OWN_ORDERS_PER_MINUTE_MOST,
    bytes: STATE_BYTES_MOST,
  })

/** Describes the stop of a strategy, with the line if the engine knows it. */
export const stopIn = (t: Say<'own'>, stop: OwnDiagnostic): string =>
  stop.line > 0 ? t('stopAt', { line: stop.line, what: faultIn(t, stop) }) : faultIn(t, stop)

/** A text with the word of a fault replaced by the similar name; null if the word is not in its place. */
export function remediedText(text: string, { line, column, name, near }: OwnDiagnostic): string | null {
  if (name === null || near === null) return null
  const lines = text.split('\n')
  const at = lines[line - 1]?.indexOf(name, Math.max(column - 1, 0)) ?? -1
  if (at < 0) return null
  lines[line - 1] = `${lines[line - 1]!.slice(0, at)}${near}${lines[line - 1]!.slice(at + name.length)}`
  return lines.join('\n')
}

const [SUNDAY, SATURDAY] = [0, 6]

/** The last day of the week before today on the listing's venue: most have quotes. */
export function lastDayOf(listing: ListingId, now: Instant): string {
  let day = dayNumberAt(zoneOf(venueOf(listing)), now) - 1
  while (weekdayOf(day) === SUNDAY || weekdayOf(day) === SATURDAY) day -= 1
  return dayOf(day)
}

/** The name of the file that a text is saved as. */
export const fileNameOf = (name: string, version: number): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${plain === '' ? 'lonja' : plain}-${version}.js`
}
