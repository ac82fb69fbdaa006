import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { dropDevice, saveDevice } from '../notices/push.store.ts'
import { cancel, place } from './orders.actions.ts'
import { matching } from './matching.lane.ts'
import { ABC, START, alone, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'
import { findOrder } from './orders.store.ts'

/** Notices of the lane, and which of them go to the outbox of a customer's devices. */

let floor: Floor
let customer: CustomerId

beforeAll(async () => {
  floor = await openFloor()
  floor.script.sessions = [{ open: START - HOUR, close: START + HOUR }]
})

afterAll(() => floor.close())

beforeEach(async () => {
  calmMarket(floor)
  customer = await floor.customer({ USD: 10_000_000n })
})

const LOCK = sql('test_lock_for_device', 'select from customers_lock where customer = $1 for update')
const WAITING = sql(
  'test_pushes_waiting',
  `select n.code, o.session from push_outbox o join notices n on n.customer = o.customer and n.id = o.notice
   where o.customer = $1 order by n.id, o.session`,
)
const waiting = (): Promise<{ code: string; session: string }[]> => floor.db.read((tx) => tx.run(WAITING, [customer]))
const NOTICES = sql('test_notices_of', 'select code from notices where customer = $1 order by id')
const notices = async (): Promise<string[]> =>
  (await floor.db.read((tx) => tx.run<{ code: string }>(NOTICES, [customer]))).map(({ code }) => code)

const deviceOf = (session: string) => ({
  customer,
  session,
  endpoint: `https://push.example/${session}`,
  key: Buffer.alloc(65, 4),
  auth: Buffer.alloc(16, 1),
})

/** Registers a device as the route does: in an ordinary write, which locks the customer first. */
async function register(tx: Tx, session: string): Promise<void> {
  await tx.run(LOCK, [customer])
  await saveDevice(tx, deviceOf(session), floor.clock.now())
}

async function newDevice(): Promise<string> {
  const session = newId()
  await floor.db.write((tx) => register(tx, session))
  return session
}

/** A resting buy, and the command that fills it at its limit. */
async function resting() {
  const bought = ticket(ABC, { limit: priceE4(90_000n) })
  await place(floor, { customer }, bought)
  const order = await floor.db.read((tx) => findOrder(tx, { customer, id: bought.id }))
  if (!order) throw new Error('the order is placed')
  const quote = { ...floor.script.say(ABC, floor.clock.now(), 899n, 900n), at: order.marketAt + 1 }
  const command = matching(alone(order), quote, floor)
  return { id: bought.id, command, fill: () => floor.lane.submit(command) }
}

describe('a fill', () => {
  test('for a customer without a device writes its notice and no push', async () => {
    await (await resting()).fill()
    expect(await notices()).toEqual(['order_filled'])
    expect(await waiting()).toEqual([])
  })

  test('goes to each device of the customer, once', async () => {
    const sessions = [await newDevice(), await newDevice()].toSorted()
    await (await resting()).fill()
    expect(await waiting()).toEqual(sessions.map((session) => ({ code: 'order_filled', session })))
  })

  test('goes to no removed device', async () => {
    const session = await newDevice()
    await floor.db.write((tx) => dropDevice(tx, { customer, session }))
    await (await resting()).fill()
    expect(await waiting()).toEqual([])
  })

  test('goes to a device that is being registered when the fill comes: the fill waits for it', async () => {
    const order = await resting()
    const session = newId()
    let filled: Promise<unknown> = Promise.resolve()
    await floor.db.write(async (tx) => {
      await register(tx, session)
      filled = order.fill()
      // Another customer's command has been through a batch. This command was in that batch or before it, and was
      // skipped.
      const other = await floor.customer({ USD: 1_000_000n })
      await place(floor, { customer: other }, ticket(ABC))
    })
    await filled
    expect(await waiting()).toEqual([{ code: 'order_filled', session }])
  })

  test('does not go to a device that is registered while its batch runs: the registration waits for it', async () => {
    const { command } = await resting()
    const session = newId()
    let registered: Promise<void> = Promise.resolve()
    await floor.lane.submit({
      ...command,
      decide: (book, now) => {
        // The batch holds the lock now, and has read no device.
        registered = floor.db.write((tx) => register(tx, session))
        return command.decide(book, now)
      },
    })
    await registered
    expect(await notices()).toEqual(['order_filled'])
    expect(await waiting()).toEqual([])
  })
})

test('a cancel is never pushed; an order that expires is', async () => {
  const session = await newDevice()
  const cancelled = await resting()
  await cancel(floor, { customer }, cancelled.id)
  const expired = await resting()
  floor.clock.advance(2 * HOUR)
  await floor.engine.sweep()
  expect(await floor.db.read((tx) => findOrder(tx, { customer, id: expired.id }))).toMatchObject({ state: 'expired' })
  expect(await notices()).toEqual(['order_cancelled', 'order_expired'])
  expect(await waiting()).toEqual([{ code: 'order_expired', session }])
})
