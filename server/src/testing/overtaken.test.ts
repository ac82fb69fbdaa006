import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { closeAccount, startOver } from '@lonja/core/leaving.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { disownReset } from '@lonja/core/resets/resets.contract'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { newId } from '../base/ids.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { listFillsOf } from '../orders/fills.store.ts'
import { findOrder } from '../orders/orders.store.ts'
import { askOn } from '../resets/resets.testing.ts'
import { restrictCustomer } from '../restrictions/operator.actions.ts'
import { judgeRestriction, restrict } from '../restrictions/restrictions.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { payerIn, TRADING, type Payer } from '../withdrawals/withdrawals.testing.ts'
import type { CallAnswer } from './ask.ts'
import { changedBetween } from './between.ts'
import { openTestHouse, type TestHouse } from './house.ts'

/*
 * Every act that ends open orders, through the door: no act takes an order back that a served quote has met. The engine
 * of this house runs only when a test says so, so nothing but the act itself finds the quote.
 */

const EACH = 10
let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_000n) })
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
  await house.quote(ABC, 998n, 1_000n)
})
beforeEach(async () => {
  one = await house.seat({ roles: ['treasurer'], claimedAt: START })
  two = await house.seat({ roles: ['treasurer'], claimedAt: START })
})
afterAll(() => house.close())

interface Waiting {
  readonly who: Payer
  readonly buy: OrderId
}

async function waitingIn(): Promise<Waiting> {
  const who = await payerIn(house)
  const buy = newId<'order'>()
  const ticket = { id: buy, listing: ABC, side: 'buy', shares: '10', limit: null, timeInForce: 'gtc' }
  expect((await house.ask(placeOrder, ticket, { token: who.token })).status).toBe(200)
  return { who, buy }
}

/** The house serves a quote that meets a buy at the market. */
function serveQuote(): number {
  house.clock.advance(SECOND)
  return house.script.say(ABC, house.clock.now(), 998n, 1_000n).at
}

const orderOf = ({ who, buy }: Waiting): Promise<Order | null> =>
  house.db.read((tx) => findOrder(tx, { customer: who.id, id: buy }))
const fillsOf = ({ who, buy }: Waiting) => house.db.read((tx) => listFillsOf(tx, who.id, [buy]))

const starting = ({ who }: Waiting): Promise<CallAnswer> =>
  house.ask(startOver, { id: newId(), password: TRADING }, { token: who.token })

/** The acts that end orders, each with the share of its reply that counts them. */
const ACTS: Readonly<Record<string, (waiting: Waiting) => Promise<CallAnswer>>> = {
  'starting over': starting,
  'closing the account': ({ who }) => house.ask(closeAccount, { password: TRADING }, { token: who.token }),
  'a restriction by one seat': ({ who }) => restrict(house, one, who.id),
  'a restriction by two seats': async ({ who }) => {
    const input = { id: newId(), customer: who.id, level: 1, reason: 'court_order', until: house.clock.now() + 80 * 24 * HOUR } // prettier-ignore
    const answer = await house.ask(restrictAccount, input, { token: one.token })
    const { review } = answer.data as { review: string }
    const approval = { opinion: 'approve', reason: 'grounds_hold' } as const
    await judgeRestriction(house, one, review, approval)
    return judgeRestriction(house, two, review, approval)
  },
  'a reset that was not theirs': async ({ who }) => {
    const { id } = await askOn(house, who.phone)
    return house.ask(disownReset, { id }, { token: who.token, key: newId() })
  },
  'the operator': async ({ who }) => {
    const now = house.clock.now()
    await restrictCustomer(house, who.id, { level: 2, reason: 'reported_stolen', until: now + HOUR }, now)
    return { status: 200, data: {} } as CallAnswer
  },
}

describe.each(Object.entries(ACTS))('%s', (_name, act) => {
  test(`of ${EACH} after a served quote that meets the order none cancels it, and each order is filled on it`, async () => {
    const waiting: Waiting[] = []
    for (let n = 0; n < EACH; n++) waiting.push(await waitingIn())
    const at = serveQuote()
    for (const each of waiting) {
      expect((await act(each)).error).toBe(undefined)
      expect(await orderOf(each)).toMatchObject({ state: 'filled', through: at })
      expect((await fillsOf(each)).map(({ quote }) => quote.at)).toEqual([at])
      // The operator's command has no access to the memory of the house, which forgets the order in its next round.
      if (act === ACTS['the operator']) await house.engine.sweep()
      expect(house.open.idsOf(each.who.id)).toEqual([])
    }
  })

  test(`of ${EACH} that no quote has overtaken all cancel the order`, async () => {
    for (let n = 0; n < EACH; n++) {
      const waiting = await waitingIn()
      house.clock.advance(SECOND)
      expect((await act(waiting)).error).toBe(undefined)
      expect(await orderOf(waiting)).toMatchObject({ state: 'cancelled', through: house.clock.now() })
      expect(await fillsOf(waiting)).toEqual([])
    }
  })
})

describe('between two steps', () => {
  test('a quote that is served while the act waits for the lock fills the order', async () => {
    const waiting = await waitingIn()
    const answer = await changedBetween(
      house,
      waiting.who.id,
      () => starting(waiting),
      () => Promise.resolve(serveQuote()),
    )
    expect((answer.data as { orders: number; positions: number }).orders).toBe(0)
    expect((answer.data as { orders: number; positions: number }).positions).toBe(1)
    expect(await orderOf(waiting)).toMatchObject({ state: 'filled', through: house.clock.now() })
  })

  test('an act that fails after an order was filled leaves the order as it was, and the engine fills it', async () => {
    const waiting = await waitingIn()
    const at = serveQuote()
    const broken = new Error('it fails')
    const until = { level: 1, reason: 'court_order', until: house.clock.now() + HOUR } as const
    const failing = { ...house, db: { ...house.db, write: (work) => house.db.write(async (tx) => { await work(tx); throw broken }) } } as TestHouse // prettier-ignore
    await expect(restrictCustomer(failing, waiting.who.id, until, house.clock.now())).rejects.toBe(broken)
    expect(await orderOf(waiting)).toMatchObject({ state: 'working' })
    await house.engine.sweep()
    expect((await fillsOf(waiting)).map(({ quote }) => quote.at)).toEqual([at])
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'a round of the engine and a start-over at once: one fill, and nothing is left (%s)',
    async () => {
      const waiting = await waitingIn()
      const at = serveQuote()
      const [answer] = await Promise.all([starting(waiting), house.engine.sweep()])
      expect(answer.error).toBe(undefined)
      expect((await fillsOf(waiting)).map(({ quote }) => quote.at)).toEqual([at])
      expect(await orderOf(waiting)).toMatchObject({ state: 'filled' })
      expect(house.open.idsOf(waiting.who.id)).toEqual([])
    },
  )
})
