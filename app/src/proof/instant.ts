import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { dateOf, dayNumber, localInstant } from '@lonja/core/calendar/days'

const FORM = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? +(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?$/

/** A date and a time in the app's format, `20/11/2026 15:30:05,123` in Madrid time; null if malformed. */
export function readInstant(typed: string): Instant | null {
  const parts = FORM.exec(typed.trim())
  if (!parts) return null
  const [day, month, year, hours, minutes, seconds] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const [d, m, y, h, min, s] = [day ?? 0, month ?? 0, year ?? 0, hours ?? 0, minutes ?? 0, seconds ?? 0]
  const ms = Number((parts[7] ?? '').padEnd(3, '0'))
  if (m < 1 || m > 12 || h > 23 || min > 59 || s > 59) return null
  const number = dayNumber(y, m, d)
  if (dateOf(number).day !== d || dateOf(number).month !== m) return null
  return localInstant('Europe/Madrid', number, h * HOUR + min * MINUTE + s * SECOND + ms)
}
