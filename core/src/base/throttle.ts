import { MINUTE } from './instant.ts'

/** A throttle on guesses: at most `most` failed tries of a kind in a window. The server counts them for all nodes. */
export interface Throttle {
  readonly kind: string
  readonly most: number
  readonly windowMs: number
}

/** The window of every throttle on guesses. */
export const TRIES_WINDOW_MS = 15 * MINUTE
