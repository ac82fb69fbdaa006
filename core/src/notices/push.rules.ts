import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** The most push devices per customer; more would only be forgotten ones. */
export const DEVICES_MAX = 20

/** The urgency of a push notice (RFC 8030, section 5.3), and its time to live. */
export interface PushPriority {
  readonly urgency: 'normal' | 'high'
  readonly lifeMs: number
}

/** A price or a fill: useless the next day. */
export const AT_ONCE: PushPriority = { urgency: 'high', lifeMs: HOUR }
/** A decision of the house. */
export const DECIDED: PushPriority = { urgency: 'normal', lifeMs: 24 * HOUR }
/** An act that somebody else may be doing with the account. */
export const WARNING: PushPriority = { urgency: 'high', lifeMs: 24 * HOUR }

/** If more than this number wait for one device, they are sent as one summary. */
export const TOGETHER_ABOVE = 3
/** The most push notices to one device per hour; the rest waits and is sent as a summary. */
export const PUSHES_AN_HOUR = 20
/** After this number of permanent errors in a row, a device is removed. */
export const FAULTS_MOST = 5
/** The timeout of a call to a push service. */
export const PUSH_WITHIN_MS = 10 * SECOND

/** The result of a push to a push service. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The device has unsubscribed: remove it. */
  | { readonly kind: 'gone' }
  /** Temporary failure: retry later. */
  | { readonly kind: 'later'; readonly at: Instant }
  /** Permanent failure: drop this message. */
  | { readonly kind: 'refused' }

const WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
/** The longest pause before a retry, even if the push service asks for more. */
const WAIT_MOST_MS = 6 * HOUR

/** The pause before a failed message is retried; `tries` counts the attempts made. */
const waitFor = (tries: number): number => WAITS_MS[Math.min(Math.max(tries, 1), WAITS_MS.length) - 1] ?? HOUR

/**
 * The outcome of an answer (RFC 8030, sections 5 and 7.3): 201 is accepted; 404 and 410 mean the device is gone; 429
 * and 5xx mean retry later, at the given time; anything else fails permanently. `status` null: no answer came.
 */
export function outcomeFor(
  { status, retryAfter }: { readonly status: number | null; readonly retryAfter: string | null },
  tries: number,
  now: Instant,
): PushOutcome {
  if (status !== null && status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const isLater = status === null || status === 408 || status === 429 || status >= 500
  if (!isLater) return { kind: 'refused' }
  const pauseMs = retryAfterMs(retryAfter, now)
  return { kind: 'later', at: now + Math.min(Math.max(waitFor(tries), pauseMs), WAIT_MOST_MS) }
}

/** A Retry-After (RFC 9110, section 10.2.3) in milliseconds from now: seconds, or a date. 0 if it is unreadable. */
function retryAfterMs(text: string | null, now: Instant): number {
  if (text === null) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

const ENDPOINT = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*\/[\x21-\x7e]*$/i

/**
 * Validate a push service's endpoint: an https address of a named host, without user, password or port. The host's
 * addresses are checked when it is called.
 */
export const decideEndpoint = (text: string): { readonly endpoint: string } | Refused<'push_endpoint'> =>
  ENDPOINT.test(text) && text.length <= 1_000 ? { endpoint: text } : refuse('push_endpoint', {}, 'endpoint')

const BODY_MOST = 140

/** The start of a text that fits a notification, cut at the end of a word. */
export function shortBody(text: string): string {
  const signs = [...text.replace(/[ \t\r\n]+/g, ' ').trim()]
  if (signs.length <= BODY_MOST) return signs.join('')
  const cut = signs.slice(0, BODY_MOST - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > BODY_MOST / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:，。；：]+$/u, '')}…`
}

/** The content of a push message: no more than a lock screen may show. */
export interface PushMessage {
  /** The notice's id: a second push of the same notice replaces the first. */
  readonly id: string
  readonly title: string
  readonly body: string
  /** The link of a tap, after the app's page: `#/…`. */
  readonly link: string
  /** The language of the text as an HTML `lang` value. */
  readonly lang: string
}
