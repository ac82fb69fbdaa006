import { MINUTE } from '../base/instant.ts'
import type { BarEvent } from './events.ts'

/*
 * The closes of a strategy that looks further back than a session: one of each span of minutes, the newest last. Spans
 * follow the clock, so two runs that begin at different times have the same closes once they have enough of them.
 */

export type Samples = {
  /** The span of the newest bar, counted from 1970; 0 before the first. */
  readonly span: number
  readonly closes: readonly number[]
}

export const NO_SAMPLES: Samples = { span: 0, closes: [] }

/** The samples after a bar, at most `most`. The same object as before while the bar is in the same span. */
export function sampled(samples: Samples, { at, close }: BarEvent, minutes: number, most: number): Samples {
  // `at` is the end of a bar, so a bar that ends with a span belongs to that span.
  const span = Math.ceil(at / (minutes * MINUTE))
  if (span === samples.span) return samples
  // The first bar may stand in the middle of its span, where a run that began earlier has another close.
  if (samples.span === 0) return { span, closes: [] }
  return { span, closes: [...samples.closes.slice(1 - most), close] }
}
