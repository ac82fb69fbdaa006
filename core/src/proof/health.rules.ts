import type { ReplyOf } from '../base/contract.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { midnightBefore } from '../base/zones.ts'
import { HEALTH_LINES, type HealthLine, type HealthState, type readHealth } from './health.staff.contract.ts'

type Health = ReplyOf<typeof readHealth>
/** The facts to judge: the whole answer without the judgement. */
export type HealthFacts = Omit<Health, 'lines' | 'jobs'> & {
  readonly jobs: readonly Omit<Health['jobs'][number], 'state'>[]
}

const GIB = 1024 ** 3
const DAY = 24 * HOUR

const worst = (states: readonly HealthState[]): HealthState =>
  states.includes('ill') ? 'ill' : states.includes('look') ? 'look' : 'well'

/** `ill` above the second bound, `look` above the first. */
const over = (value: number, look: number, ill: number): HealthState =>
  value >= ill ? 'ill' : value >= look ? 'look' : 'well'

/**
 * A job is `ill` after three failures in a row, or if its last success is older than three intervals plus ten minutes;
 * one failure is `look`.
 */
export function judgeJob(
  { everyMs, ranAt, failures }: HealthFacts['jobs'][number],
  startedAt: Instant,
  now: Instant,
): HealthState {
  const isLate = now - (ranAt ?? startedAt) > 3 * everyMs + 10 * MINUTE
  return isLate || failures >= 3 ? 'ill' : failures > 0 ? 'look' : 'well'
}

function judgeMarket({ lagMs, pausedAt, streams }: HealthFacts['market']): HealthState {
  const states = streams.map(({ state, heard: some, wanted }): HealthState =>
    state === 'away' || state === 'empty' ? 'ill' : state === 'silent' || some < wanted ? 'look' : 'well',
  )
  return worst([...states, pausedAt === null ? 'well' : 'look', over(lagMs, 30 * SECOND, 5 * MINUTE)])
}

/** Chain heads are signed every hour. Rows unsigned for more than two hours could be changed without trace. */
function judgeSigning({ signing: { round, inFile, unsigned }, startedAt, now }: HealthFacts): HealthState {
  if (round !== null && !inFile) return 'ill'
  const since = Math.max(round?.at ?? 0, Math.min(startedAt, now))
  return unsigned > 0 && now - since > 2 * HOUR ? 'ill' : 'well'
}

function judgeVerified({ verified, now }: HealthFacts): HealthState {
  if (verified === null) return 'look'
  if (verified.breaches > 0 || (verified.auditFaults ?? 0) > 0) return 'ill'
  return verified.auditRows === null || now - verified.at > 7 * DAY ? 'look' : 'well'
}

/** The books are checked once a night, from three hours after midnight in Madrid on. */
const CHECKED_FROM = 3 * HOUR

/** True if the last check began before this night, or none has since the house opened before it. */
export function isCheckDue(since: Instant, now: Instant): boolean {
  const today = midnightBefore(now, 0) + CHECKED_FROM
  return since < (now >= today ? today : midnightBefore(now, 1) + CHECKED_FROM)
}

const JUDGES: Readonly<Record<HealthLine, (facts: HealthFacts) => HealthState>> = {
  memory: ({ memory: { used, total } }) => over(used / Math.max(1, total), 0.7, 0.9),
  disk: ({ disk: { free, total } }) =>
    free < GIB || free < total * 0.05 ? 'ill' : free < 5 * GIB || free < total * 0.1 ? 'look' : 'well',
  // The answer itself came from the database.
  database: () => 'well',
  migrations: ({ migrations: { done, known } }) => (done === known ? 'well' : 'ill'),
  market: ({ market }) => judgeMarket(market),
  // One relay is enough for a draw.
  relays: ({ relays }) => {
    const faults = relays.filter(({ fault }) => fault !== null).length
    return faults === 0 ? 'well' : faults < relays.length ? 'look' : 'ill'
  },
  clock: ({ clock: { pausedSince, hold, publicThrough } }) =>
    pausedSince !== null ? 'ill' : hold !== null || publicThrough !== null ? 'look' : 'well',
  lane: ({ lane: { oldestMs } }) => over(oldestMs, SECOND, 5 * SECOND),
  servers: ({ servers }) => worst(servers.map(({ isStopped }) => (isStopped ? 'look' : 'ill'))),
  // The stream accepts 20,000 sockets.
  sockets: ({ sockets }) => over(sockets, 16_000, 19_500),
  jobs: ({ jobs, startedAt, now }) => worst(jobs.map((job) => judgeJob(job, startedAt, now))),
  signing: judgeSigning,
  verified: judgeVerified,
}

/** The lines that are not well, in the order of the page. */
export const judgeHealth = (facts: HealthFacts): { line: HealthLine; state: HealthState }[] =>
  HEALTH_LINES.map((line) => ({ line, state: JUDGES[line](facts) }))
