import type { Instant } from '../base/instant.ts'
import { dayNumberAt, dayOf } from '../calendar/days.ts'

/** The versions of the price function in a house, each from its first day on. */
interface Versions {
  readonly functionVersion: number
  /** The first day of version 3, and of version 4; null for one that has priced all days. */
  readonly turnsOn: string | null
  readonly plansFrom: string | null
}

/** The version of the price function that prices the day of an instant, by the day that begins first, Madrid's. */
export function versionAt({ functionVersion, turnsOn, plansFrom }: Versions, at: Instant): number {
  const day = dayOf(dayNumberAt('Europe/Madrid', at))
  if (turnsOn !== null && day < turnsOn) return 2
  return plansFrom !== null && day < plansFrom ? 3 : functionVersion
}
