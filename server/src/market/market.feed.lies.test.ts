import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import type { FeedFaults } from './market.feed.testing.ts'
import {
  ABC,
  EU,
  TIMING,
  US,
  areLive,
  clock,
  openServer,
  openTrial,
  quote,
  quoteAndWait,
  trial,
  tryFeeds,
  until,
} from './market.feed.trial.testing.ts'

tryFeeds()

// prettier-ignore
const BAD_WELCOMES: readonly [string, Partial<FeedFaults>][] = [
  ['closes at once',                 { onConnect: 'close' }],
  ['says nothing',                   { onConnect: 'nothing' }],
  ['says rubbish',                   { onConnect: { raw: '<html>' } }],
  ['says half a message',            { onConnect: { raw: '[{"T":"succ' } }],
  ['fails inside',                   { onConnect: { error: 500, message: 'internal error' } }],
  ['has too many connections',       { onAuth: { error: 406, message: 'connection limit exceeded' } }],
  ['never answers to the key',       { onAuth: 'nothing' }],
  ['is too slow with the key',       { onAuth: { error: 404, message: 'auth timeout' } }],
  ['refuses the key for a while',    { onAuth: { error: 402, message: 'auth failed' } }],
  ['finds the house slow',           { onAuth: { error: 407, message: 'slow client' } }],
  ['says the terms do not hold it',  { onAuth: { error: 409, message: 'insufficient subscription' } }],
]

test('a feed that refuses the connection is retried with growing waits until it accepts', async () => {
  await openServer()
  await openTrial()
  await until(areLive)
  for (const [n, [what, lies]] of BAD_WELCOMES.entries()) {
    const tried = trial.server.connections.length
    Object.assign(trial.server.lies, lies)
    trial.server.drop()
    await until(() => trial.server.connections.length >= tried + 2, what)
    expect([what, ...trial.feed.status().map(({ state }) => state)]).toEqual([what, 'away', 'away'])
    Object.assign(trial.server.lies, { onConnect: null, onAuth: null })
    await until(areLive, what)
    await quoteAndWait(1_000 + n)
    expect(trial.feed.status().map(({ problem }) => problem)).toEqual([null, null])
  }
})

test('retries wait longer each time, by a random part', async () => {
  await openServer()
  trial.server.lies.onConnect = 'close'
  await openTrial()
  await until(() => trial.server.connections.length >= 2)
  const before = trial.server.connections.length
  const from = performance.now()
  await sleep(300)
  // There are two streams. Each waits at least half of the longest wait between tries, however long this took.
  const most = (2 * (performance.now() - from)) / (TIMING.waitMostMs / 2) + 2
  expect(trial.server.connections.length - before).toBeLessThanOrEqual(most)
})

// prettier-ignore
const LIES: readonly [string, () => void][] = [
  ['half a message',           () => trial.server.sayRaw(US, '[{"T":"q","S":"ABC","bp":1')],
  ['NaN',                      () => trial.server.sayRaw(US, '[{"T":"q","S":"ABC","bp":NaN,"ap":1}]')],
  ['no array',                 () => trial.server.sayRaw(US, '{"T":"q","S":"ABC"}')],
  ['bytes',                    () => trial.server.sayRaw(US, Buffer.from([0x91, 0x81, 0xa1]))],
  ['a frame of nine megabytes', () => trial.server.sayRaw(US, `[${' '.repeat(9_000_000)}]`)],
  ['a hundred thousand messages', () => trial.server.sayRaw(US, JSON.stringify(Array.from({ length: 20_000 }, () => ({ T: 'q' }))))],
  ['crossed, negative, absurd', () => trial.server.say(US, quote(10.05, 10.02), quote(-1, 1), quote(1_000_000, 1_000_001, 'ABC', clock.now() + 1), quote(0.01, 199_999))],
  ['the same twice',           () => trial.server.say(US, quote(10, 10.02), quote(10, 10.02))],
  ['an older one',             () => trial.server.say(US, quote(9, 9.02, 'ABC', clock.now() - MINUTE))],
  ['one of next week',         () => trial.server.say(US, quote(11, 11.02, 'ABC', clock.now() + 168 * HOUR))],
  ['one of nobody here',       () => trial.server.sayRaw(US, JSON.stringify([quote(11, 11.02, 'WHO')]))],
  ['of the other stream',      () => trial.server.sayRaw(EU, JSON.stringify([quote(11, 11.02, 'ABC')]))],
  ['an error',                 () => trial.server.sayRaw(US, '[{"T":"error","code":407,"msg":"slow client"}]')],
  ['an error without a number', () => trial.server.sayRaw(US, '[{"T":"error"}]')],
  ['a second welcome',         () => trial.server.sayRaw(US, '[{"T":"success","msg":"connected"},{"T":"success","msg":"authenticated"}]')],
]

test('no false message on a live stream changes a price, and the next quote is served', async () => {
  await openServer()
  await openTrial()
  await until(areLive)
  for (const [n, [what, lie]] of LIES.entries()) {
    await quoteAndWait(1_000 + 2 * n)
    const before = trial.market.quote(ABC)
    lie()
    await sleep(25)
    expect([what, trial.market.quote(ABC)]).toEqual([what, before])
    await until(areLive, what)
    await quoteAndWait(1_001 + 2 * n)
  }
  expect(Object.fromEntries(trial.feed.book.refused)).toMatchObject({
    crossed: 1,
    absurd: 1,
    'no market': 1,
    ahead: 1,
    'unknown symbol': 2,
  })
})
