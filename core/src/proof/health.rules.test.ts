import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../base/instant.ts'
import { isCheckDue, judgeHealth, judgeJob, type HealthFacts } from './health.rules.ts'
import type { HealthLine, HealthState } from './health.staff.contract.ts'

const NOW = 1_800_000_000_000
const GIB = 1024 ** 3
const DAY = 24 * HOUR
const WELL: HealthFacts = {
  now: NOW,
  startedAt: NOW - DAY,
  version: '1.0.0',
  node: 'v20',
  sockets: 3,
  memory: { used: GIB, total: 8 * GIB },
  disk: { free: 100 * GIB, total: 200 * GIB },
  database: { engine: 'PostgreSQL 18', bytes: 1 },
  migrations: { done: 3, latest: '0003_c.sql', known: 3 },
  market: { label: 'practice', lagMs: 0, pausedAt: null, streams: [] },
  clock: { pausedSince: null, differenceMs: 0, hold: null, publicThrough: null },
  lane: { waiting: 0, oldestMs: 0 },
  relays: [],
  servers: [],
  jobs: [],
  signing: { chains: 2, round: { n: 1, at: NOW - HOUR, hash: 'ab' }, inFile: true, unsigned: 5 },
  verified: { at: NOW - DAY, tookMs: 1, laws: 9, breaches: 0, broken: [], auditRows: 1, auditFaults: 0 },
}
const stream = (state: 'live' | 'silent' | 'empty' | 'away', heard = 9) => ({
  name: 'IEX',
  state,
  since: NOW,
  heard,
  wanted: 9,
})
const job = (part: Partial<HealthFacts['jobs'][number]> = {}) => ({
  name: 'a',
  everyMs: MINUTE,
  ranAt: NOW,
  failedAt: null,
  failures: 0,
  ...part,
})

test('a house in order has no line that is not well', () => {
  expect(judgeHealth(WELL).filter(({ state }) => state !== 'well')).toEqual([])
})

const relay = (at: number | null, fault: string | null) => ({ relay: 'https://one.example', at, fault })

// prettier-ignore
test.each<[string, Partial<HealthFacts>, HealthLine, HealthState]>([
  ['less than a gibibyte left',        { disk: { free: GIB - 1, total: 10 * GIB } },                          'disk',       'ill'],
  ['under a twentieth left',           { disk: { free: 9 * GIB, total: 200 * GIB } },                         'disk',       'ill'],
  ['under a tenth left',               { disk: { free: 19 * GIB, total: 200 * GIB } },                        'disk',       'look'],
  ['most of the memory',               { memory: { used: 6 * GIB, total: 8 * GIB } },                         'memory',     'look'],
  ['all of the memory',                { memory: { used: 8 * GIB, total: 8 * GIB } },                         'memory',     'ill'],
  ['a newer database',                 { migrations: { done: 4, latest: 'd', known: 3 } },                    'migrations', 'ill'],
  ['clocks that disagree',             { clock: { ...WELL.clock, pausedSince: NOW } },                        'clock',      'ill'],
  ['seeds that are held back',         { clock: { ...WELL.clock, hold: { since: NOW, cause: 'house_away', leftMs: 1 } } }, 'clock', 'look'],
  ['a day whose seed is public',       { clock: { ...WELL.clock, publicThrough: '2026-11-21' } },             'clock',      'look'],
  ['a stream that is away',            { market: { ...WELL.market, streams: [stream('live'), stream('away')] } }, 'market', 'ill'],
  ['a stream that is silent',          { market: { ...WELL.market, streams: [stream('silent')] } },           'market',     'look'],
  ['a stream without any symbol',      { market: { ...WELL.market, streams: [stream('empty', 0)] } },         'market',     'ill'],
  ['a stream with fewer symbols',      { market: { ...WELL.market, streams: [stream('live', 8)] } },          'market',     'look'],
  ['a replay that stands still',       { market: { ...WELL.market, pausedAt: NOW } },                         'market',     'look'],
  ['a minute behind',                  { market: { ...WELL.market, lagMs: MINUTE } },                         'market',     'look'],
  ['an order that waits',              { lane: { waiting: 1, oldestMs: SECOND } },                            'lane',       'look'],
  ['an order that waits for long',     { lane: { waiting: 1, oldestMs: 5 * SECOND } },                        'lane',       'ill'],
  ['relays that were not asked yet',   { relays: [relay(null, null), relay(null, null)] },                   'relays',     'well'],
  ['relays that gave a round',         { relays: [relay(NOW, null), relay(NOW, null)] },                     'relays',     'well'],
  ['one relay that is away',           { relays: [relay(NOW, null), relay(NOW, 'it answers 425')] },         'relays',     'look'],
  ['both relays away',                 { relays: [relay(NOW, 'away'), relay(NOW, 'it answers 425')] },       'relays',     'ill'],
  ['a server that is silent',          { servers: [{ name: 'one', renewedAt: NOW, isStopped: false }] },      'servers',    'ill'],
  ['a server that has stopped',        { servers: [{ name: 'one', renewedAt: NOW, isStopped: true }] },       'servers',    'look'],
  ['a house that is almost full',      { sockets: 19_500 },                                                   'sockets',    'ill'],
  ['one job that failed',              { jobs: [job(), job({ failures: 1 })] },                               'jobs',       'look'],
  ['one job that is late',             { jobs: [job(), job({ ranAt: NOW - HOUR })] },                         'jobs',       'ill'],
  ['a file without the last round',    { signing: { ...WELL.signing, inFile: false } },                       'signing',    'ill'],
  ['three hours unsigned',             { signing: { ...WELL.signing, round: { n: 1, at: NOW - 3 * HOUR, hash: '' } } }, 'signing', 'ill'],
  ['three hours with nothing to sign', { signing: { ...WELL.signing, unsigned: 0, round: { n: 1, at: NOW - 3 * HOUR, hash: '' } } }, 'signing', 'well'],
  ['never signed, just started',       { signing: { ...WELL.signing, round: null, inFile: false }, startedAt: NOW - MINUTE }, 'signing', 'well'],
  ['never signed for a day',           { signing: { ...WELL.signing, round: null, inFile: false } },          'signing',    'ill'],
  ['never verified',                   { verified: null },                                                    'verified',   'look'],
  ['verified eight days ago',          { verified: { ...WELL.verified!, at: NOW - 8 * DAY } },                'verified',   'look'],
  ['verified without the secret',      { verified: { ...WELL.verified!, auditRows: null, auditFaults: null } }, 'verified', 'look'],
  ['a broken law',                     { verified: { ...WELL.verified!, breaches: 1 } },                      'verified',   'ill'],
  ['a broken chain',                   { verified: { ...WELL.verified!, auditFaults: 1 } },                   'verified',   'ill'],
])('%s', (_what, part, line, state) => {
  expect(judgeHealth({ ...WELL, ...part }).filter((each) => each.state !== 'well')).toEqual(
    state === 'well' ? [] : [{ line, state }],
  )
})

test.each<[string, Partial<HealthFacts['jobs'][number]>, number, HealthState]>([
  ['on time', {}, DAY, 'well'],
  ['never run, just started', { ranAt: null }, MINUTE, 'well'],
  ['never run for an hour', { ranAt: null }, HOUR, 'ill'],
  ['at the last moment', { ranAt: NOW - 13 * MINUTE }, DAY, 'well'],
  ['a moment later', { ranAt: NOW - 13 * MINUTE - 1 }, DAY, 'ill'],
  ['two failures', { failures: 2 }, DAY, 'look'],
  ['three failures', { failures: 3 }, DAY, 'ill'],
])('a job %s', (_what, part, age, state) => {
  expect(judgeJob(job(part), NOW - age, NOW)).toBe(state)
})

// In Madrid, on the winter's time: three o'clock is two by UTC.
const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour - 1, minute)

test.each<[string, number, number, boolean]>([
  ['before the night', at(20, 12), at(21, 2, 59), false],
  ['at the first moment of the night', at(20, 12), at(21, 3), true],
  ['after a check of this night', at(21, 3), at(21, 23), false],
  ['after a check by hand before it', at(21, 2, 59), at(21, 3), true],
  ['in the morning of a house that slept', at(20, 4), at(22, 9), true],
  ['on the day of the opening', at(21, 9), at(22, 2, 59), false],
])('the check of the books, %s', (_what, since, now, isDue) => {
  expect(isCheckDue(since, now)).toBe(isDue)
})
