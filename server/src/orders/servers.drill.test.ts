import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { dice } from '../testing/fuzz.dice.ts'
import type { TestServer } from './orders.testing.ts'
import { withServers, type PlacedOrder } from './servers.testing.ts'

const scene = withServers()
const { silent, well, round, placedAt, orderOf, fillsOf, quote } = scene

/** The long tests run twenty rounds. */
const ROUNDS = process.env['LONJA_LONG'] === '1' ? 20 : 3

test(
  'a drill: servers are killed while they take and fill orders, and each order fills once, on the first event that meets it',
  async () => {
    const { below, once } = dice(7)
    const events: Quote[] = []
    const next = (): void => {
      const ask = 480n + BigInt(below(40))
      events.push(quote(ask - 1n, ask))
    }
    const placed: PlacedOrder[] = []
    let [living, spare] = [scene.floor as TestServer, scene.other]
    for (let count = 0; count < ROUNDS; count++) {
      const sweeps = { stop: false }
      const sweeping = async (): Promise<void> => {
        while (!sweeps.stop) {
          await living.engine.sweep().catch(() => {}) // Its lane closes under it.
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      const work = sweeping()
      for (let step = 0; step < 30; step++) {
        if (step % 10 === 0) await Promise.all([round(living), round(spare)]) // A slow machine may need long for a round.
        next()
        const limit = once(50) ? null : priceE4(BigInt(47_500 + below(3_000)))
        const server = once(70) ? living : spare
        placed.push(await placedAt(server, { limit, timeInForce: 'gtc' }))
      }
      const node = living.open.node()
      await living.kill()
      sweeps.stop = true
      await work
      for (let missed = 0; missed < 5; missed++) next()
      await well(spare)
      await silent(node, 8 * SECOND)
      await round(spare)
      ;[living, spare] = [spare, await scene.floor.beside()]
    }
    next()
    await living.engine.sweep()
    for (const one of placed) {
      const order = await orderOf(one)
      const first = events.find(({ at, ask }) => order !== null && at > order.marketAt && ask <= (order.worst ?? 0n))
      expect((await fillsOf(one)).map(({ quote }) => quote)).toEqual(first ? [first] : [])
      expect(order?.state).toBe(first ? 'filled' : 'working')
    }
    expect(placed.length).toBe(ROUNDS * 30)
  },
  ROUNDS * 30_000,
)
