import type { HealthLine } from '@lonja/core/proof/health.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { useText, type Say } from '@lonja/kit/text'
import { STATE_TONES, type HealthReply } from './tones.ts'
import styles from './Health.module.css'

/** The lines of the report: name, state, and advice if a line is not well. */
export function Lines({ health }: { health: HealthReply }) {
  const t = useText('proof')
  const f = useFormats()
  return (
    <ul className={styles.lines} aria-label={t('lines')}>
      {health.lines.map(({ line, state }) => (
        <li key={line} className={styles.line} data-state={state}>
          <strong>{t(`line_${line}`)}</strong>
          <span>
            {valueOf(line, health, t, f)}
            {state !== 'well' && <small className={styles.todo}>{t(`todo_${line}`)}</small>}
          </span>
          <StatusChip tone={STATE_TONES[state]} label={t(`state_${state}`)} />
        </li>
      ))}
    </ul>
  )
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

/** A size in its largest unit with at most three digits: `12,4 GB`. */
function sizeIn(f: Formats, bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)))
  const value = bytes / STEP ** unit
  const decimals = value < 100 && unit > 0 ? 1 : 0
  return `${f.number(value, decimals)} ${UNITS[unit]}`
}

/** The source of prices: our own word for the practice market, a file's or feed's own name otherwise. */
export const sourceName = (label: string, t: Say<'proof'>): string => (label === 'practice' ? t('practice') : label)

/** The delay or the pause of the prices, and the streams that do not give the whole directory. */
function marketIn({ label, pausedAt, lagMs, streams }: HealthReply['market'], t: Say<'proof'>, f: Formats): string {
  const name = sourceName(label, t)
  const partly = streams
    .filter(({ heard, wanted }) => heard < wanted)
    .map((one) => `${one.name}: ${t('heardOf', { heard: f.count(one.heard), wanted: f.count(one.wanted) })}`)
  const clock =
    pausedAt === null
      ? t('lag', { label: name, ms: f.count(lagMs) })
      : t('paused', { label: name, time: f.date(pausedAt) })
  return [clock, ...partly].join(' · ')
}

/** The last answer of each relay. */
function relaysIn(relays: HealthReply['relays'], t: Say<'proof'>, f: Formats): string {
  if (relays.length === 0) return t('relaysNone')
  return relays
    .map(({ relay, at, fault }) => {
      if (at === null) return t('relayUnasked', { relay })
      return fault === null
        ? t('relayGave', { relay, time: f.date(at) })
        : t('relaySaid', { relay, said: fault, time: f.date(at) })
    })
    .join(' · ')
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Whether trading stands for the clock, and what follows for the seeds. */
function clockIn(
  { pausedSince, differenceMs, hold, publicThrough }: HealthReply['clock'],
  t: Say<'proof'>,
  f: Formats,
) {
  const by = f.count(Math.ceil(Math.abs(differenceMs) / MINUTE_MS))
  const since = pausedSince === null ? '' : f.date(pausedSince)
  const state =
    pausedSince === null
      ? t('clockAgrees')
      : differenceMs === 0
        ? t('clockCatchingUp', { since })
        : differenceMs > 0
          ? t('clockAhead', { since, by })
          : t('clockBehind', { since, by })
  const held = hold && t('seedsHeld', { since: f.date(hold.since), left: f.count(Math.ceil(hold.leftMs / HOUR_MS)) })
  const day = publicThrough !== null && t('dayPublic', { day: publicThrough.split('-').reverse().join('/') })
  return [state, held, day].filter(Boolean).join(' · ')
}

/** The figures of a line. */
function valueOf(line: HealthLine, health: HealthReply, t: Say<'proof'>, f: Formats): string {
  const { memory, disk, database, migrations, market, lane, servers, sockets, jobs, signing, verified } = health
  switch (line) {
    case 'memory':
      return t('of', { some: sizeIn(f, memory.used), all: sizeIn(f, memory.total) })
    case 'disk':
      return t('freeOf', { some: sizeIn(f, disk.free), all: sizeIn(f, disk.total) })
    case 'database':
      return `${database.engine} · ${sizeIn(f, database.bytes)}`
    case 'migrations':
      return t('migrations', {
        done: f.count(migrations.done),
        known: f.count(migrations.known),
        latest: migrations.latest,
      })
    case 'market':
      return marketIn(market, t, f)
    case 'relays':
      return relaysIn(health.relays, t, f)
    case 'clock':
      return clockIn(health.clock, t, f)
    case 'lane':
      return lane.waiting === 0 ? t('laneEmpty') : t('lane', { count: lane.waiting, ms: f.count(lane.oldestMs) })
    case 'servers':
      return servers.length === 0
        ? t('serversWell')
        : servers
            .map(({ name, renewedAt, isStopped }) =>
              isStopped ? t('serverStopped', { name }) : t('serverAway', { name, time: f.date(renewedAt) }),
            )
            .join(' · ')
    case 'sockets':
      return t('sockets', { count: sockets })
    case 'jobs':
      return t('jobsWell', { count: jobs.length, well: f.count(jobs.filter(({ state }) => state === 'well').length) })
    case 'signing':
      return signing.round === null
        ? t('neverSigned')
        : t('signed', {
            n: f.count(signing.round.n),
            time: f.date(signing.round.at),
            hash: signing.round.hash,
            rows: f.count(signing.unsigned),
          })
    case 'verified':
      return verified === null ? t('neverVerified') : verifiedIn(verified, t, f)
  }
}

function verifiedIn(verified: NonNullable<HealthReply['verified']>, t: Say<'proof'>, f: Formats): string {
  const { at, laws, breaches, auditRows, auditFaults } = verified
  const ledger = t('verified', { time: f.date(at), laws: f.count(laws), breaches: f.count(breaches) })
  const audit =
    auditRows === null
      ? t('auditUnchecked')
      : t('auditChecked', { rows: f.count(auditRows), faults: f.count(auditFaults ?? 0) })
  return `${ledger} · ${audit}`
}
