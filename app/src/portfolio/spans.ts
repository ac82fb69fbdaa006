import type { Instant } from '@lonja/core/base/instant'
import { HOUR } from '@lonja/core/base/instant'
import { RESULT_SPAN_NAMES, type ResultSpan } from '@lonja/core/portfolio/results.rules'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'

/* The spans of the total over time: their names, and the instants of their lines. */

const SPAN_TEXTS = {
  day: 'resultDay',
  week: 'resultWeek',
  month: 'resultMonth',
  year: 'resultYear',
  all: 'resultAll',
} as const

/** The note beside a result that names its span: `en 30 días`. */
export const IN_TEXTS = {
  day: 'inDay',
  week: 'inWeek',
  month: 'inMonth',
  year: 'inYear',
  all: 'inAll',
} as const

/** The spans to choose from. */
export function useSpanChoices(): { value: ResultSpan; label: string }[] {
  const t = useText('portfolio')
  return RESULT_SPAN_NAMES.map((value) => ({ value, label: t(SPAN_TEXTS[value]) }))
}

/** A day with its clock change. */
const DAY_MOST = 25 * HOUR

/** The day of a point of a line over days: the one that ends with it, and for the first point the one that begins with it. */
export const dayOfPoint = (at: readonly Instant[], place: number): Instant => (at[place] ?? 0) - (place === 0 ? 0 : 1)

/** Writes an instant on the axis of a line. That of a new account is shorter than its span. */
export function useAxisTime(begin: Instant, end: Instant): (moment: Instant) => string {
  const f = useFormats()
  if (end - begin <= DAY_MOST) return f.clock
  return (moment) => f.shortDay(moment > begin ? moment - 1 : moment)
}
