import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'

/** The wall clock and the elapsed time, read together. Elapsed time only grows, also while the machine sleeps. */
export interface Reading {
  readonly wall: Instant
  /** Milliseconds since any fixed moment, such as the machine's start. */
  readonly elapsedMs: number
}

/** The most by which the wall clock may differ from elapsed time. Beyond it trading pauses. */
export const DIFFERENCE_MOST_MS = 2 * MINUTE
/** Trading resumes after both clocks have agreed for so long. */
export const AGREE_FOR_MS = MINUTE
/** While trading is paused, a larger difference than this begins the minute of agreement again. */
const STEADY_MOST_MS = 2 * SECOND
/** A clock that is slewed towards the right time may gain or lose this part of elapsed time. */
const SLEW_MOST = 0.001

/** The clocks as a server knows them. */
export interface ClockState {
  /** The latest instant of the wall clock at which both clocks agreed. The market's clock stands there during a pause. */
  readonly now: Instant
  readonly elapsedMs: number
  /** Wall clock less elapsed time, as it is believed. */
  readonly offsetMs: number
  /** Null while both clocks agree. */
  readonly pause: ClockPause | null
}

export interface ClockPause {
  /** The instant at which trading stopped, by the clock that was believed until then. */
  readonly since: Instant
  /** The largest difference seen in this pause, with its sign: positive where the wall clock is ahead. */
  readonly differenceMs: number
  /** The reading from which both clocks have agreed again. */
  readonly steady: Reading
}

export const beginClocks = ({ wall, elapsedMs }: Reading): ClockState => ({
  now: wall,
  elapsedMs,
  offsetMs: wall - elapsedMs,
  pause: null,
})

/**
 * The next state after a reading. A difference of more than two minutes between the wall clock and elapsed time pauses
 * trading. It ends when both have agreed for a minute and the wall clock has passed the instant at which trading
 * stopped: no instant is traded twice.
 */
export function readClocks(state: ClockState, reading: Reading): ClockState {
  return state.pause ? readPaused(state, state.pause, reading) : readAgreeing(state, reading)
}

function readAgreeing(state: ClockState, reading: Reading): ClockState {
  const { wall, elapsedMs } = reading
  const differenceMs = wall - elapsedMs - state.offsetMs
  if (Math.abs(differenceMs) > DIFFERENCE_MOST_MS) {
    return { ...state, pause: { since: state.now, differenceMs, steady: reading } }
  }
  // Small differences are followed slowly, so that a clock that is always corrected never adds up to a jump.
  const most = Math.max(0, elapsedMs - state.elapsedMs) * SLEW_MOST
  const followed = Math.max(-most, Math.min(most, differenceMs))
  return { now: Math.max(state.now, wall), elapsedMs, offsetMs: state.offsetMs + followed, pause: null }
}

function readPaused(state: ClockState, pause: ClockPause, reading: Reading): ClockState {
  const { wall, elapsedMs } = reading
  const { steady } = pause
  const difference = wall - elapsedMs - state.offsetMs
  const differenceMs = Math.abs(difference) > Math.abs(pause.differenceMs) ? difference : pause.differenceMs
  const moved = wall - steady.wall - (elapsedMs - steady.elapsedMs)
  if (Math.abs(moved) > STEADY_MOST_MS) return { ...state, pause: { ...pause, differenceMs, steady: reading } }
  if (elapsedMs - steady.elapsedMs < AGREE_FOR_MS || wall <= state.now) {
    return { ...state, pause: { ...pause, differenceMs } }
  }
  return beginClocks(reading)
}

/** If the house starts more than this after it last ran, its seeds are held back. */
export const AWAY_MOST_MS = 26 * HOUR
/** Seeds that are held back are revealed after this much elapsed time, or by the operator's command. */
export const REVEAL_WAIT_MS = 24 * HOUR
/** The clocks of several servers may differ by this much. */
const BEHIND_MOST_MS = DIFFERENCE_MOST_MS

/** Why seeds are held back: the clocks of a running server disagreed, or the house was away for long. */
export const HOLD_CAUSES = ['clock_jumped', 'house_away'] as const
export type HoldCause = (typeof HOLD_CAUSES)[number]

/**
 * Judge the clock at a start. `behind`: the clock is earlier than what this house has written, so it must not open.
 * `away`: the clock is so far ahead of the last running instant that it may be wrong, so seeds wait. Null instants: a
 * house that never ran.
 */
export function judgeStart(
  now: Instant,
  { written, ranAt }: { readonly written: Instant | null; readonly ranAt: Instant | null },
): 'well' | 'away' | 'behind' {
  if (written !== null && now < written - BEHIND_MOST_MS) return 'behind'
  return ranAt !== null && now - ranAt > AWAY_MOST_MS ? 'away' : 'well'
}
