import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { ReviewState } from '../review/review.contract.ts'

/** The most sessions that are shown beside a decision. */
export const SESSIONS_SHOWN = 20

/** The sessions of this time are shown beside a decision. */
export const SESSIONS_SINCE_MS = 30 * 24 * HOUR

const DAY = 24 * HOUR

/** A request for a new password ends after this time, unless a person has let the device through before. */
export const RESET_LASTS_MS = 7 * DAY
/** After one person alone has let the device through, the customer's other devices have this time to say no. */
export const RESET_NOTICE_MS = DAY
/** The device sets the new password within this time, once. */
export const RESET_USE_MS = DAY
/** The customer can say that a reset was not theirs for this time after the password was set. */
export const RESET_DISOWN_MS = 7 * DAY
/** A request that is over is removed after this time, unless staff have opened it. */
export const RESET_KEPT_MS = 30 * DAY

/**
 * The digits and letters of codes. No two of them look alike or sound alike on the telephone: no 0, 1, 5, 8, and of the letters
 * no B, I, L, O, S, U, V, Z.
 */
const CODE_LETTERS = '234679ACDEFGHJKMNPQRTWXY'
const CODE_LENGTH = 8

/** The code of a request from eight bytes of the house's own hash: 24^8, which is 110 thousand million codes. */
export function resetCodeFor(bytes: Uint8Array): string {
  let rest = bytes.slice(0, 8).reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let code = ''
  for (let place = 0; place < CODE_LENGTH; place++) {
    code += CODE_LETTERS[Number(rest % 24n)] ?? ''
    rest /= 24n
  }
  return code
}

/** A typed code in stored form; null if it is not a whole code. */
export function plainResetCode(written: string): string | null {
  const plain = written.toUpperCase().replace(/[\s.·-]/g, '')
  return plain.length === CODE_LENGTH && [...plain].every((letter) => CODE_LETTERS.includes(letter)) ? plain : null
}

/** The code in two groups of four, as it is shown: `7K4M 92QD`. */
export const shownResetCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/** The words of the international spelling alphabet (ICAO), the same in every language. */
const SPELLING: Readonly<Record<string, string>> = {
  A: 'Alfa',
  C: 'Charlie',
  D: 'Delta',
  E: 'Echo',
  F: 'Foxtrot',
  G: 'Golf',
  H: 'Hotel',
  J: 'Juliett',
  K: 'Kilo',
  M: 'Mike',
  N: 'November',
  P: 'Papa',
  Q: 'Quebec',
  R: 'Romeo',
  T: 'Tango',
  W: 'Whiskey',
  X: 'X-ray',
  Y: 'Yankee',
}

/** The code spelled out: `7, Kilo, 4, Mike · 9, 2, Quebec, Delta`. */
export const spelledResetCode = (code: string): string =>
  [code.slice(0, 4), code.slice(4)].map((group) => [...group].map((one) => SPELLING[one] ?? one).join(', ')).join(' · ')

/** The ways by which a request ends before its time. `restored`: the house was restored from a backup. */
export const RESET_ENDS = ['used', 'withdrawn', 'refused', 'stopped', 'closed', 'restored'] as const
export type ResetEnd = (typeof RESET_ENDS)[number]

/**
 * The states of a request. `notice`: one person let the device through, and the time of notice runs. `open`: the device may set
 * a new password. `replaced`: a newer request for the same phone number took its place.
 */
export const RESET_STATES = ['waiting', 'checking', 'notice', 'open', 'expired', 'replaced', ...RESET_ENDS] as const
export type ResetState = (typeof RESET_STATES)[number]

export interface ResetFacts {
  readonly endsAt: Instant
  /** From when on the device may set a password; null while nobody has let it through. */
  readonly opensAt: Instant | null
  readonly end: ResetEnd | null
  /** True if there is a newer request for the same phone number. */
  readonly replaced: boolean
  /** Null before staff have found the request. */
  readonly review: ReviewState | null
}

/** The state of a request at an instant. */
export function resetStateAt({ endsAt, opensAt, end, replaced, review }: ResetFacts, now: Instant): ResetState {
  if (end !== null) return end
  if (replaced) return 'replaced'
  if (opensAt !== null) return now < opensAt ? 'notice' : now < opensAt + RESET_USE_MS ? 'open' : 'expired'
  if (now >= endsAt) return 'expired'
  return review === 'in_review' ? 'checking' : 'waiting'
}

/** True while staff can decide about the request, and the customer can stop or withdraw it. */
export const isResetLive = (state: ResetState): boolean =>
  state === 'waiting' || state === 'checking' || state === 'notice' || state === 'open'

/** Let the device set a new password, or refuse it: before it is let through, and after the request is over. */
export function decideNewPassword(
  state: ResetState,
): { readonly open: true } | Refused<'reset_not_open' | 'reset_over'> {
  if (state === 'open') return { open: true }
  return isResetLive(state) ? refuse('reset_not_open') : refuse('reset_over')
}

export interface OwnReset {
  readonly state: ResetState
  /** The instant of the new password; null without one. */
  readonly usedAt: Instant | null
}

/** True if the customer can still say that the reset was not theirs: while it is live, and seven days after the password was set. */
export const mayDisown = ({ state, usedAt }: OwnReset, now: Instant): boolean =>
  isResetLive(state) || (usedAt !== null && now < usedAt + RESET_DISOWN_MS)
