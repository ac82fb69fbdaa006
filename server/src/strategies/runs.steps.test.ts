import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { cancelOrder, listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import type { RunId } from '@lonja/core/base/ids'
import type { Hearing } from '@lonja/core/strategies/hearing.rules'
import { pauseRun, resumeRun, stopRun } from '@lonja/core/strategies/runs.contract'
import { listBalances } from '../ledger/ledger.store.ts'
import { ESP, ticket } from '../orders/orders.testing.ts'
import type { TradingParts } from '../orders/orders.actions.ts'
import type { TestHouse } from '../testing/house.ts'
import { readLive } from './live.actions.ts'
import { storeEffect, type SteppingParts } from './steps.actions.ts'
import { RUN_LEASE_MS, type RunServer } from './runs.jobs.ts'
import { RUN_REST_MS } from './runs.server.ts'
import { gridOf, hear, openRunHouse, serverOf } from '../testing/runs.ts'

let house: TestHouse
let server: RunServer
beforeEach(async () => {
  house = await openRunHouse()
  server = serverOf(house)
})
afterEach(() => house.close())

type Grid = Awaited<ReturnType<typeof gridOf>>
const freeOf = async ({ who }: Grid) =>
  Object.fromEntries((await house.db.read((tx) => listBalances(tx, who.id))).map(({ asset, free }) => [asset, free]))

/** The notices about the run: none of its orders and fills has one. */
async function noticesOf({ who }: Grid): Promise<string[]> {
  const { data } = await house.ask(listNotices, {}, { token: who.token, language: 'en' })
  const rows = data.data as readonly { readonly code: string; readonly body: string }[]
  return rows.filter(({ code }) => /^(run|order)_/.test(code)).map(({ code, body }) => `${code}: ${body}`)
}

async function asOwner(text: string, values: unknown[] = []): Promise<void> {
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query(text, values)
  await owner.end()
}

/** A grid that has bought its first part of 49 shares. */
async function bought(change: object = {}): Promise<Grid> {
  const grid = await gridOf(house, change)
  await hear(house, server, 1_000n, 1_002n)
  await hear(house, server, 988n, 990n)
  await hear(house, server, 988n, 990n)
  return grid
}

describe('a run', () => {
  test('buys with its own purse, and its customer can neither sell its shares nor cancel its orders', async () => {
    const grid = await gridOf(house)
    await hear(house, server, 1_000n, 1_002n)
    const before = await freeOf(grid)
    await hear(house, server, 988n, 990n)
    const { open } = await grid.read()
    expect(open).toMatchObject([{ side: 'buy', shares: '49', state: 'working', run: grid.id }])
    const cancelled = await house.ask(cancelOrder, { id: open[0].id }, { token: grid.who.token })
    expect(cancelled.error).toBe('order_of_run')
    await hear(house, server, 988n, 990n)
    const { run, trades } = await grid.read()
    expect(run).toMatchObject({ shares: '49', orders: 1, fills: 1, late: 0, refusals: [] })
    expect(trades).toMatchObject({ rows: [], open: [{ buy: open[0].id, shares: '49' }] })
    expect(await freeOf(grid)).toEqual({ ...before, [ESP]: 0n })
    const form = { ...ticket(ESP, { side: 'sell' }), shares: '1' }
    expect((await house.ask(placeOrder, form, { token: grid.who.token, key: form.id })).error).toBe(
      'insufficient_shares',
    )
  })

  test('sells its own lots alone, as a strategy', async () => {
    const grid = await bought()
    await hear(house, server, 1_003n, 1_005n)
    await hear(house, server, 1_003n, 1_005n)
    const { run, trades } = await grid.read()
    expect(run).toMatchObject({ shares: '0', fills: 2 })
    expect(trades.rows).toMatchObject([{ shares: '49', realised: run.realised }])
    expect(run.result).toBe(run.realised)
  })

  test('ends its orders when it is paused, and hears without orders until it is resumed', async () => {
    const grid = await gridOf(house)
    await hear(house, server, 1_000n, 1_002n)
    await hear(house, server, 988n, 990n)
    const { token } = grid.who
    expect((await house.ask(pauseRun, { id: grid.id }, { token })).data.state).toBe('paused')
    expect(await grid.read()).toMatchObject({
      open: [],
      ended: [{ endReason: 'by_strategy' }],
      run: { cash: '1000.00' },
    })
    await hear(house, server, 988n, 990n)
    expect((await grid.read()).open).toEqual([])
    expect((await house.ask(resumeRun, { id: grid.id }, { token })).data.state).toBe('running')
    await hear(house, server, 988n, 990n)
    expect((await grid.read()).open).toHaveLength(1)
  })

  test('whose loss reaches the stop sells, and is over', async () => {
    const grid = await bought({ lossStop: '50.00' })
    for (const bid of [880n, 880n, 880n]) await hear(house, server, bid, bid + 2n)
    const { run } = await grid.read()
    expect(run).toMatchObject({ state: 'stopped', reason: 'loss_stop', sells: true, shares: '0', cash: '0.00' })
    expect(run.result).toBe(run.realised)
  })

  test('that is stopped with a sale sells first; without one its lots are ordinary', async () => {
    const [one, other] = [await bought(), await bought()]
    const stopOf = ({ who, id }: Grid, sells: boolean) => house.ask(stopRun, { id, sells }, { token: who.token })
    // Within its first minute a run has fallen by what it has lost, also once it is over.
    const falls = async () => {
      const { result, drawdown } = (await other.read()).run
      expect(result).toBe(`-${drawdown.most}`)
    }
    await falls()
    expect((await stopOf(one, true)).data.state).toBe('stopping')
    expect((await stopOf(other, false)).data.state).toBe('stopped')
    await falls()
    for (let n = 0; n < 3; n++) await hear(house, server, 990n, 992n)
    expect((await one.read()).run).toMatchObject({ state: 'stopped', shares: '0' })
    const form = { ...ticket(ESP, { side: 'sell' }), shares: '49' }
    expect((await house.ask(placeOrder, form, { token: other.who.token, key: form.id })).error).toBeUndefined()
  })

  test('is stopped by the operator’s switch, with nothing sold', async () => {
    const grid = await bought()
    house.clock.advance(RUN_LEASE_MS)
    await serverOf(house, { isOn: false }).round()
    expect((await grid.read()).run).toMatchObject({ state: 'stopped', reason: 'switched_off', sells: false })
    expect(await noticesOf(grid)).toEqual([
      'run_ended: It ended because the operator of this house switched strategies off. €514.41 is available again. Its shares, 49 in all, are yours like any other.',
    ])
  })

  test('whose code throws is stopped, and the others go on', async () => {
    const [broken, other] = [await bought(), await bought()]
    await server.stop()
    await asOwner(`update runs set memory = '{"state": null}' where id = $1`, [broken.id])
    await hear(house, server, 988n, 990n)
    expect((await broken.read()).run).toMatchObject({ state: 'stopped', reason: 'fault', shares: '0' })
    expect((await other.read()).run).toMatchObject({ state: 'running', shares: '49' })
    expect(await noticesOf(broken)).toEqual([expect.stringContaining('It ended because its code failed.')])
    expect(await noticesOf(other)).toEqual([])
  })

  test('whose losses reach the stop once it has no shares is over with that step, and its amount is free', async () => {
    const grid = await gridOf(house)
    await hear(house, server, 1_000n, 1_002n)
    const live = await house.db.read((tx) => readLive(tx, { customer: grid.who.id, id: grid.id as RunId }))
    const effect = { ...live!.hearing, stop: 'loss_stop', cancels: true, tickets: [] } as unknown as Hearing
    await storeEffect(house as unknown as SteppingParts, live!, effect, house.clock.now())
    expect((await grid.read()).run).toMatchObject({ state: 'stopped', reason: 'loss_stop', shares: '0' })
    expect(await noticesOf(grid)).toHaveLength(1)
  })

  test('whose code throws on a minute that it has missed is stopped, and the others go on', async () => {
    const [broken, other] = [await bought(), await bought()]
    await server.stop()
    await asOwner(`update runs set memory = '{"state": null}' where id = $1`, [broken.id])
    const at = house.clock.now()
    const price = priceE4(100_000n)
    const minutes = [1, 2].map((n) => (Math.floor(at / MINUTE) + n) * MINUTE)
    house.script.candles = (_listing, _interval, { from, to }) => {
      const own = minutes.filter((start) => start >= from && start < to)
      const prices = own.map(() => price)
      return { at: own, open: prices, high: prices, low: prices, close: prices, volume: own.map(() => 100n) }
    }
    for (const start of minutes) house.script.say(ESP, start + 30 * SECOND, 1_000n, 1_002n)
    house.clock.advance(10 * MINUTE)
    await server.round()
    expect((await broken.read()).run).toMatchObject({ state: 'stopped', reason: 'fault' })
    expect((await other.read()).run).toMatchObject({ state: 'running', late: 2 })
  })

  test('whose step fails in the database rests, the others trade, and afterwards it goes on', async () => {
    const [failing, other] = [await gridOf(house), await gridOf(house)]
    await hear(house, server, 1_000n, 1_002n)
    await asOwner(`create function break_run() returns trigger language plpgsql as $$
      begin raise exception 'broken' using errcode = '22000'; end $$`)
    await asOwner(`create trigger break_run before update on runs for each row
      when (old.id = '${failing.id}') execute function break_run()`)
    await hear(house, server, 988n, 990n)
    expect((await other.read()).open).toHaveLength(1)
    expect((await failing.read()).open).toEqual([])
    await asOwner('drop trigger break_run on runs')
    await hear(house, server, 987n, 989n)
    expect((await failing.read()).open).toEqual([])
    house.clock.advance(RUN_REST_MS)
    await hear(house, server, 986n, 988n)
    expect((await failing.read()).open).toHaveLength(1)
  })

  test('asks for nothing on a quote that is history', async () => {
    const grid = await gridOf(house)
    await hear(house, server, 1_000n, 1_002n)
    house.script.say(ESP, house.clock.now() + SECOND, 988n, 990n)
    house.clock.advance(SECOND + MINUTE)
    await server.round()
    expect(await grid.read()).toMatchObject({ open: [], ended: [] })
  })
})

describe('an event is decided once', () => {
  /** A server whose lane ends with the first order: before it is committed, or after. */
  const killed = (when: 'before' | 'after') => {
    const { lane } = house.trading
    const ends = vi.fn()
    const submit: TradingParts['lane']['submit'] = async (command) => {
      ends()
      if (when === 'after') await lane.submit(command)
      throw new Error('killed')
    }
    return { ends, server: serverOf(house, { trading: { ...house.trading, lane: { ...lane, submit } } }) }
  }

  test.each(['before', 'after'] as const)('also by a server that is killed %s its order is placed', async (when) => {
    const grid = await gridOf(house)
    await hear(house, server, 1_000n, 1_002n)
    await server.stop()
    const dying = killed(when)
    await hear(house, dying.server, 988n, 990n)
    expect(dying.ends).toHaveBeenCalledOnce()
    house.clock.advance(RUN_LEASE_MS)
    for (let n = 0; n < 2; n++) await serverOf(house).round()
    const { open, ended, run } = await grid.read()
    expect([open.length + ended.length, run.orders, run.refusals]).toEqual([1, 1, []])
  })

  test.each([
    ['of which one has the turn', false],
    ['that both take the turn for theirs', true],
  ])('by two servers at once, %s', async (_line, isShared) => {
    const grid = await gridOf(house)
    const other = serverOf(house)
    for (const bid of [1_000n, 988n, 988n, 976n, 976n]) {
      house.clock.advance(SECOND)
      house.script.say(ESP, house.clock.now(), bid, bid + 2n)
      await house.engine.sweep()
      // A server looks at its lease again only once half of it is over.
      if (isShared && bid === 1_000n) await server.round()
      if (isShared && bid === 1_000n) await asOwner('update run_turns set lease_until = 0')
      await Promise.all([server.round(), other.round()])
    }
    expect((await grid.read()).run).toMatchObject({ orders: 2, fills: 2, refusals: [] })
  })

  test('and a stop meets a fill that comes at the same time', async () => {
    const grid = await gridOf(house)
    await hear(house, server, 1_000n, 1_002n)
    await hear(house, server, 988n, 990n)
    house.clock.advance(SECOND)
    house.script.say(ESP, house.clock.now(), 988n, 990n)
    const stop = house.ask(stopRun, { id: grid.id, sells: false }, { token: grid.who.token })
    await Promise.all([stop, house.engine.sweep(), server.round()])
    const { run, ended } = await grid.read()
    expect(run).toMatchObject({ state: 'stopped', cash: '0.00' })
    expect(ended).toMatchObject([{ state: 'filled', filled: '49' }])
    const open = await house.ask(listOrders, { which: 'open' }, { token: grid.who.token })
    expect(open.data.rows).toEqual([])
  })
})
