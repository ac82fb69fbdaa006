import type { Day, Instant } from '../base/instant.ts'
import { dayNumberAt, dayNumberOf, dayOf } from '../calendar/days.ts'

/** The versions of the price function in a house, each from its first day on. */
interface Versions {
  readonly functionVersion: number
  /** The first day of version 3, of version 4 and of version 5; null for one that has priced all days. */
  readonly turnsOn: string | null
  readonly plansFrom: string | null
  readonly splitsFrom: string | null
}

/** The version that prices the day before the first one of the version that runs; null if that has priced all days. */
export function versionBefore(versions: Versions, openingDay: string): number | null {
  const { splitsFrom } = versions
  if (splitsFrom === null || splitsFrom <= openingDay) return null
  return versionOn(versions, dayOf(dayNumberOf(splitsFrom as Day) - 1))
}

/** The version of the price function that prices the day of an instant, by the day that begins first, Madrid's. */
export const versionAt = (versions: Versions, at: Instant): number =>
  versionOn(versions, dayOf(dayNumberAt('Europe/Madrid', at)))

function versionOn({ functionVersion, turnsOn, plansFrom, splitsFrom }: Versions, day: string): number {
  if (turnsOn !== null && day < turnsOn) return 2
  if (plansFrom !== null && day < plansFrom) return 3
  return splitsFrom !== null && day < splitsFrom ? 4 : functionVersion
}
