import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '@lonja/core/base/instant'
import { BACKTEST_TURNS_MOST } from '@lonja/core/strategies/requests.rules'
import { removeBacktest } from '@lonja/core/strategies/strategies.contract'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { BacktestTask } from './backtest.task.ts'
import type { StartThread } from './backtest.thread.ts'
import { LEASE_MS, openBacktests, type BacktestServer } from './backtests.jobs.ts'
import { findBacktest } from './strategies.store.ts'
import { askBacktest, inPlace, queuedIn, roundsUntil, sayPast, startOne } from './strategies.testing.ts'

/** A thread that goes on until it is stopped, with what it was begun with. */
function endless() {
  const begun: BacktestTask[] = []
  let stops = 0
  const start: StartThread = (task, hear) => {
    begun.push(task)
    hear(10)
    return { end: new Promise(() => {}), stop: () => stops++ }
  }
  return { start, begun, stops: () => stops }
}

describe('the queue', () => {
  let own: TestHouse
  const server = (start: StartThread): BacktestServer => openBacktests({ ...own, start }, { log: openLog('silent') })
  const rowOf = (who: TestCustomer, id: string) => own.db.read((tx) => findBacktest(tx, { customer: who.id, id }))
  const isIn = (who: TestCustomer, id: string, state: string) => async () => (await rowOf(who, id))?.state === state
  beforeAll(async () => {
    own = await openTestHouse({ start: START })
    sayPast(own)
  })
  afterAll(() => own.close())

  test('gives a backtest whose server was killed to another, and stores nothing of the first', async () => {
    const who = await own.customer()
    const id = (await startOne(own, who)).data.id as string
    let finish: () => void = () => {}
    const slow: StartThread = () => ({
      end: new Promise((resolve) => (finish = () => resolve({ outcome: '{}', trades: '[]', stop: null }))),
      stop: () => {},
    })
    const killed = server(slow)
    await roundsUntil(killed, async () => (await rowOf(who, id))?.progress !== null)
    const other = server(inPlace)
    own.clock.advance(LEASE_MS - 1)
    await other.round()
    expect((await rowOf(who, id))?.progress).toEqual({ minutes: 0, all: 780 })
    own.clock.advance(1)
    await roundsUntil(other, isIn(who, id, 'done'))
    finish()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await killed.round()
    const { data } = await askBacktest(own, who, id)
    expect(data).toMatchObject({ state: 'done', outcome: { minutes: 780 } })
  })

  test('begins none a fourth time that ended three servers', async () => {
    const who = await own.customer()
    const id = await queuedIn(own.db, who.id, own.clock.now())
    for (let n = 0; n < BACKTEST_TURNS_MOST; n++) {
      await server(endless().start).round()
      expect((await rowOf(who, id))?.state).toBe('running')
      own.clock.advance(LEASE_MS)
    }
    const last = endless()
    await roundsUntil(server(last.start), isIn(who, id, 'failed'))
    expect([last.begun, (await rowOf(who, id))?.fault]).toEqual([[], 'servers_ended'])
  })

  test('takes one anew whose minutes could not be read, and it is no fault of its strategy', async () => {
    const who = await own.customer()
    const id = (await startOne(own, who)).data.id as string
    let reads = 0
    const candles: typeof own.market.candles = (...args) => {
      reads += 1
      if (reads === 1) throw new Error('a file of the market is gone')
      return own.market.candles(...args)
    }
    const failing = openBacktests({ ...own, market: { ...own.market, candles }, start: inPlace }, { log: openLog('silent') }) // prettier-ignore
    await roundsUntil(failing, () => reads === 1)
    await failing.round()
    expect((await rowOf(who, id))?.state).toBe('running')
    own.clock.advance(LEASE_MS)
    await roundsUntil(failing, isIn(who, id, 'done'))
  })

  test('counts no turn of a server that was stopped', async () => {
    const who = await own.customer()
    const id = (await startOne(own, who)).data.id as string
    for (let n = 0; n <= BACKTEST_TURNS_MOST; n++) {
      const stopped = server(endless().start)
      await stopped.round()
      expect((await rowOf(who, id))?.state).toBe('running')
      await stopped.stop()
    }
    await roundsUntil(server(inPlace), isIn(who, id, 'done'))
  })

  test('has one at a time of a customer, and of others the next', async () => {
    const [who, other] = [await own.customer(), await own.customer()]
    const at = own.clock.now()
    const ids = [await queuedIn(own.db, who.id, at), await queuedIn(own.db, who.id, at + 1)]
    const later = await queuedIn(own.db, other.id, at + 2)
    const servers = [server(endless().start), server(endless().start), server(endless().start)]
    await Promise.all(servers.map((each) => each.round()))
    for (const each of servers) await each.round()
    const states = await Promise.all(ids.map(async (id) => (await rowOf(who, id))?.state))
    expect([...states, (await rowOf(other, later))?.state]).toEqual(['running', 'queued', 'running'])
    for (const each of servers) await each.stop()
    expect((await rowOf(who, ids[0] ?? ''))?.state).toBe('queued')
    for (const id of ids) await removeIn(who, id)
    await removeIn(other, later)
  })

  const removeIn = async (who: TestCustomer, id: string) => {
    const { data, error } = await own.ask(removeBacktest, { id }, { token: who.token, key: newId() })
    expect([data?.id, error]).toEqual([id, undefined])
  }

  test('ends one that its customer removes, and it is gone', async () => {
    const who = await own.customer()
    const id = (await startOne(own, who)).data.id as string
    const thread = endless()
    const working = server(thread.start)
    await roundsUntil(working, async () => (await rowOf(who, id))?.progress?.minutes === 10)
    await removeIn(who, id)
    await working.round()
    expect(thread.stops()).toBe(1)
    expect((await askBacktest(own, who, id)).error).toBe('unknown_backtest')
    const next = (await startOne(own, who)).data.id as string
    own.clock.advance(MINUTE)
    await roundsUntil(server(inPlace), isIn(who, next, 'done'))
  })
})
