import { DISPLAY_ZONE } from '../base/dates.ts'
import { MINUTE, type Day, type Instant } from '../base/instant.ts'
import { dayNumberAt, dayNumberOf, dayOf, localInstant } from '../calendar/days.ts'
import { overEverywhere } from '../calendar/sessions.ts'
import { roundFor, roundTime, seedDayFor, type DrandChain } from './beacon.rules.ts'
import { crowdDayFor } from './crowd.rules.ts'
import { FREEZE_AFTER_MS } from './ipo.rules.ts'
import type { Terms } from './terms.text.ts'

/*
 * The calendar of an offer: when each of its steps is due, and whether it is done. Nothing here starts a step: the house makes each
 * one by itself.
 */

export const CALENDAR_STEPS = [
  'opening',
  'deadline',
  'freeze',
  'root',
  'crowd',
  'beacon',
  'draw',
  'settlement',
  'delivery',
  'listing',
  'notices',
  'withdrawal',
  'release',
] as const
export type CalendarStep = (typeof CALENDAR_STEPS)[number]

/** `late`: it should be done by now, and is not. */
export type CalendarState = 'done' | 'running' | 'due' | 'late'

/** The reasons for which a step is late, each with its own remedy in the texts. */
export const CALENDAR_FAULTS = [
  'round_missing',
  'seed_missing',
  'relays',
  'no_relays',
  'before',
  'listing_missing',
] as const
export type CalendarFault = (typeof CALENDAR_FAULTS)[number]

export interface CalendarRow {
  readonly step: CalendarStep
  /** Null for a step without an announced time. */
  readonly dueAt: Instant | null
  readonly doneAt: Instant | null
  readonly state: CalendarState
  readonly fault: CalendarFault | null
  /** For a beacon of drand: the round that counts, and the announced one if it is void. */
  readonly round: number | null
  readonly voidRound: number | null
}

/** The facts of an offer at an instant: what is stored of its steps, and whether a late one has a known reason. */
export interface CalendarFacts {
  readonly now: Instant
  readonly chain: DrandChain
  /** False for a house without relays: it cannot take a round of drand. */
  readonly hasRelays: boolean
  readonly frozenAt: Instant | null
  readonly rootAt: Instant | null
  /** The whole list is public. */
  readonly publishedAt: Instant | null
  readonly beaconAt: Instant | null
  readonly drawnAt: Instant | null
  readonly settledAt: Instant | null
  /** False for an offer whose shares traded before there were notices of it. */
  readonly hasNotices: boolean
  /** Everybody with won shares has the notice that they trade. */
  readonly noticesAt: Instant | null
  readonly cancelledAt: Instant | null
  /** The seed of the crowd's day, and that of a beacon of seeds, are revealed. */
  readonly hasCrowdSeed: boolean
  readonly hasBeaconSeed: boolean
  /** The company is in the market. */
  readonly isListed: boolean
}

/** A step that takes longer than its rounds is late. */
export const LATE_AFTER_MS = 5 * MINUTE

/** The steps of an offer in their order. Those after its withdrawal are left out. */
export function calendarOf(terms: Terms, facts: CalendarFacts): CalendarRow[] {
  const { cancelledAt } = facts
  const rows = stepsOf(terms, facts)
  if (cancelledAt === null) return rows
  const before = rows.filter(({ state, doneAt }) => state === 'done' && (doneAt ?? 0) <= cancelledAt)
  const released = { dueAt: cancelledAt + MINUTE, doneAt: facts.settledAt }
  return [
    ...before,
    rowOf(facts, 'withdrawal', { dueAt: cancelledAt, doneAt: cancelledAt }),
    rowOf(facts, 'release', { ...released, fault: 'round_missing' }),
  ]
}

function stepsOf(terms: Terms, facts: CalendarFacts): CalendarRow[] {
  const { opens, closes, delivers, lists } = terms
  const { now, frozenAt, rootAt, publishedAt, beaconAt, drawnAt, settledAt, hasNotices, noticesAt, isListed } = facts
  const reached = (at: Instant): Instant | null => (now >= at ? at : null)
  const freezes = closes + FREEZE_AFTER_MS
  const whole = wholeTime(terms)
  const beacon = beaconTimes(terms, facts, publishedAt ?? whole)
  const isAllotted = settledAt !== null
  const after = <Fault extends CalendarFault>(isThere: boolean, fault: Fault): Fault | 'before' =>
    isThere ? fault : 'before'
  return [
    rowOf(facts, 'opening', { dueAt: opens, doneAt: reached(opens) }),
    rowOf(facts, 'deadline', { dueAt: closes, doneAt: reached(closes) }),
    rowOf(facts, 'freeze', { dueAt: freezes, doneAt: frozenAt, fault: 'round_missing' }),
    rowOf(facts, 'root', { dueAt: freezes, doneAt: rootAt, fault: after(frozenAt !== null, 'round_missing') }),
    rowOf(facts, 'crowd', { dueAt: whole, doneAt: publishedAt, fault: crowdFault(terms, facts) }),
    rowOf(facts, 'beacon', { ...beacon, doneAt: beaconAt, fault: beaconFault(terms, facts) }),
    rowOf(facts, 'draw', { dueAt: beacon.dueAt, doneAt: drawnAt, fault: after(beaconAt !== null, 'round_missing') }),
    rowOf(facts, 'settlement', {
      dueAt: beacon.dueAt,
      doneAt: settledAt,
      fault: after(drawnAt !== null, 'round_missing'),
    }),
    rowOf(facts, 'delivery', {
      dueAt: delivers,
      doneAt: isAllotted && isListed ? reached(delivers) : null,
      fault: after(isAllotted, 'listing_missing'),
    }),
    rowOf(facts, 'listing', {
      dueAt: lists,
      doneAt: isAllotted && isListed ? reached(lists) : null,
      fault: after(isAllotted, 'listing_missing'),
    }),
    ...(hasNotices
      ? [rowOf(facts, 'notices', { dueAt: lists, doneAt: noticesAt, fault: after(isAllotted, 'round_missing') })]
      : []),
  ]
}

/** The time from which the whole list can be public: with a crowd, the end of the day whose seed gives it. */
function wholeTime(terms: Pick<Terms, 'closes' | 'crowd'>): Instant {
  const freezes = terms.closes + FREEZE_AFTER_MS
  return terms.crowd ? Math.max(overEverywhere(dayNumberOf(crowdDayFor(terms))), freezes) : freezes
}

/** The end of the day whose seed orders a list that is public from an instant on. */
const seedTime = (publishedAt: Instant): Instant => overEverywhere(dayNumberOf(seedDayFor(publishedAt)))

/** The time of the draw by the seed of a day: by the terms alone, as long as the whole list is not public. */
export const seedDrawTime = (terms: Pick<Terms, 'closes' | 'crowd'>, publishedAt: Instant | null): Instant =>
  seedTime(publishedAt ?? wholeTime(terms))

/** The time of the beacon for a whole list that is public from an instant on, with the round that counts. */
function beaconTimes({ beacon }: Terms, { chain }: CalendarFacts, publishedAt: Instant) {
  if (beacon.kind === 'seeds') return { dueAt: seedTime(publishedAt), round: null, voidRound: null }
  const round = roundFor(chain, beacon.round, publishedAt)
  return { dueAt: roundTime(chain, round), round, voidRound: round === beacon.round ? null : beacon.round }
}

function crowdFault({ crowd }: Terms, { rootAt, hasCrowdSeed }: CalendarFacts): CalendarFault {
  if (rootAt === null) return 'before'
  return crowd && !hasCrowdSeed ? 'seed_missing' : 'round_missing'
}

function beaconFault({ beacon }: Terms, { publishedAt, hasBeaconSeed, hasRelays }: CalendarFacts): CalendarFault {
  if (publishedAt === null) return 'before'
  if (beacon.kind === 'seeds') return hasBeaconSeed ? 'round_missing' : 'seed_missing'
  return hasRelays ? 'relays' : 'no_relays'
}

interface StepDates {
  readonly dueAt: Instant
  readonly doneAt: Instant | null
  readonly fault?: CalendarFault
  readonly round?: number | null
  readonly voidRound?: number | null
}

function rowOf(
  { now }: Pick<CalendarFacts, 'now'>,
  step: CalendarStep,
  { dueAt, doneAt, fault, round = null, voidRound = null }: StepDates,
): CalendarRow {
  const state = stateOf(now, dueAt, doneAt)
  return { step, dueAt, doneAt, state, fault: state === 'late' ? (fault ?? null) : null, round, voidRound }
}

function stateOf(now: Instant, dueAt: Instant, doneAt: Instant | null): CalendarState {
  if (doneAt !== null) return 'done'
  if (now < dueAt) return 'due'
  return now <= dueAt + LATE_AFTER_MS ? 'running' : 'late'
}

/** True if a step belongs to a day: it was due or done on it. The day is the console's, as its times are. */
export function isOnDay({ dueAt, doneAt }: Pick<CalendarRow, 'dueAt' | 'doneAt'>, day: Day): boolean {
  const { from, until } = spanOfDay(day)
  return [dueAt, doneAt].some((at) => at !== null && at >= from && at < until)
}

/** The first instant of a day of the console, and that of the next one. */
export function spanOfDay(day: Day): { readonly from: Instant; readonly until: Instant } {
  const number = dayNumberOf(day)
  return { from: localInstant(DISPLAY_ZONE, number, 0), until: localInstant(DISPLAY_ZONE, number + 1, 0) }
}

/** The day of the console at an instant. */
export const consoleDayAt = (at: Instant): Day => dayOf(dayNumberAt(DISPLAY_ZONE, at))
