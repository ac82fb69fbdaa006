import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** How a notice is pushed: how urgent a phone takes it for (RFC 8030, section 5.3), and how long it is worth anything. */
export interface Pushing {
  readonly urgency: 'normal' | 'high'
  readonly lifeMs: number
}

/** A price or a fill: worth nothing the next day. */
export const AT_ONCE: Pushing = { urgency: 'high', lifeMs: HOUR }
/** A decision of the house. */
export const DECIDED: Pushing = { urgency: 'normal', lifeMs: 24 * HOUR }
/** A step that somebody else may be taking with the account. */
export const WARNING: Pushing = { urgency: 'high', lifeMs: 24 * HOUR }

/** More than so many that wait for one device go as one: nobody reads a row of them. */
export const TOGETHER_ABOVE = 3
/** So many go to one device in an hour; the rest waits, and goes together. */
export const PUSHES_AN_HOUR = 20
/** After so many answers in a row that say it will never work, a device is forgotten. */
export const FAULTS_MOST = 5
/** A push service is waited for so long. */
export const PUSH_WITHIN_MS = 10 * SECOND

/** What a push service made of a message. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The device has taken it back: it is forgotten. */
  | { readonly kind: 'gone' }
  /** Not now: again then. */
  | { readonly kind: 'later'; readonly at: Instant }
  /** Never: this message is dropped. */
  | { readonly kind: 'refused' }

const WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
/** A push service that asks for more is asked again after so long all the same. */
const WAIT_MOST_MS = 6 * HOUR

/** When a message that did not get through is tried again; `tries` counts those that were made. */
const waitFor = (tries: number): number => WAITS_MS[Math.min(Math.max(tries, 1), WAITS_MS.length) - 1] ?? HOUR

/**
 * What follows from an answer (RFC 8030, section 5 and 7.3): 201 took it in; 404 and 410 say that the device is no more; 429 and 5xx say
 * later, at the time they name; anything else will be no better the next time. `status` null: no answer came.
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

/** A Retry-After (RFC 9110, section 10.2.3) in milliseconds from now: seconds, or a date. 0 for none that can be read. */
function retryAfterMs(text: string | null, now: Instant): number {
  if (text === null) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

const ENDPOINT = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*\/[\x21-\x7e]*$/i

/**
 * Where a push service takes messages: an https address of a named host, without a name, a password or a port in it. What its name stands
 * for is looked at when it is called.
 */
export const decideEndpoint = (text: string): { readonly endpoint: string } | Refused<'push_endpoint'> =>
  ENDPOINT.test(text) && text.length <= 1_000 ? { endpoint: text } : refuse('push_endpoint', {}, 'endpoint')

const BODY_MOST = 140

/** The beginning of a text that fits a notification, cut where a word ends. */
export function shortBody(text: string): string {
  const signs = [...text.replace(/[ \t\r\n]+/g, ' ').trim()]
  if (signs.length <= BODY_MOST) return signs.join('')
  const cut = signs.slice(0, BODY_MOST - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > BODY_MOST / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:，。；：]+$/u, '')}…`
}

/** What stands in a pushed message: no more than a lock screen may show. */
export interface Pushed {
  /** The notice's id: a second push of the same takes the place of the first. */
  readonly id: string
  readonly title: string
  readonly body: string
  /** Where a tap leads, behind the app's page: `#/…`. */
  readonly link: string
  /** The language of the words, as a document says it. */
  readonly lang: string
}
