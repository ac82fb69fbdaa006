import type { Instant } from '../base/instant.ts'
import { dayNumberAt, dayOf } from '../calendar/days.ts'

/** The version of the price function that prices the day of an instant, by the day that begins first, Madrid's. */
export const versionAt = (
  { functionVersion, turnsOn }: { readonly functionVersion: number; readonly turnsOn: string | null },
  at: Instant,
): number =>
  turnsOn !== null && dayOf(dayNumberAt('Europe/Madrid', at)) < turnsOn ? functionVersion - 1 : functionVersion
