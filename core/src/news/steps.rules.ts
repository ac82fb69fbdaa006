import type { Instant } from '../base/instant.ts'
import { HOUR, SECOND } from '../base/instant.ts'
import type { Session } from '../market/market.contract.ts'

/** A moment of a session at which market news is made. */
export interface Step {
  readonly at: Instant
  readonly what: 'open' | 'first' | 'later' | 'close'
}

/** A shorter session has a step every hour, a longer one every three hours. */
const LONG_MS = 12 * HOUR
const OPEN_AFTER_MS = SECOND

const everyMs = ({ open, close }: Pick<Session, 'open' | 'close'>): number => (close - open > LONG_MS ? 3 * HOUR : HOUR)

/** The steps of a session in order: just after the open, then every hour or three, and the close. */
export function stepsOf(session: Pick<Session, 'open' | 'close'>): Step[] {
  const { open, close } = session
  const steps: Step[] = [{ at: open + OPEN_AFTER_MS, what: 'open' }]
  for (let at = open + everyMs(session); at < close; at += everyMs(session)) {
    steps.push({ at, what: steps.length === 1 ? 'first' : 'later' })
  }
  return [...steps, { at: close, what: 'close' }]
}

/** The first step of a session after an instant; null if all steps are over. */
export const nextStepOf = (session: Pick<Session, 'open' | 'close'>, through: Instant): Step | null =>
  stepsOf(session).find(({ at }) => at > through) ?? null
