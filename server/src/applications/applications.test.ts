import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listApplications } from '@lonja/core/applications/applications.contract'
import { blockStatusFor, statusFor } from '@lonja/core/applications/applications.rules'
import { eur, usd } from '@lonja/core/base/amount'
import { cancelBlock } from '@lonja/core/blocks/blocks.contract'
import { SECOND } from '@lonja/core/base/instant'
import { withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { applyFor, judgeBlock, openBlocks } from '../blocks/blocks.testing.ts'
import { updateOfferCancelled } from '../ipo/ipo.store.ts'
import { drawAtOnce, openOffer, subscribe } from '../ipo/ipo.testing.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

/* A customer's applications of every status, in both markets, a second apart. */

let house: TestHouse
let who: TestCustomer
let began: number

/** The applications in the order in which they are made. */
const MADE = ['running', 'refused', 'withdrawn', 'won', 'not_won', 'dollars'] as const

beforeAll(async () => {
  house = await openTestHouse()
  who = await house.customer()
  began = house.clock.now()
  await grantTo(house.db, who.id, { amount: usd(200_000n), key: newId() }, began)
  for (const outcome of MADE) {
    const now = house.clock.now()
    const { offer } = await openOffer(house.db, now, outcome === 'dollars' ? { listing: 'XNYS:MRA', company: 'Marsh Farms' } : {}) // prettier-ignore
    const { data } = await subscribe(house, who, offer, { wish: { lots: '2' } })
    if (outcome === 'refused') await house.db.write((tx) => updateOfferCancelled(tx, offer, now))
    if (outcome === 'withdrawn')
      await house.ask(withdrawApplication, { id: data.id }, { token: who.token, key: newId() })
    const lots = outcome === 'won' ? 1n : 0n
    if (outcome === 'won' || outcome === 'not_won')
      await drawAtOnce(house.db, offer, [{ customer: who.id, application: data.id, lots }])
    house.clock.advance(SECOND)
  }
})
afterAll(() => house.close())

const list = async (input: object = {}, { token } = who) => (await house.ask(listApplications, input, { token })).data
/** The found applications by their place in `MADE`, newest first. */
const places = async (input: object) => (await list(input)).rows.map(({ at }: { at: number }) => (at - began) / SECOND)

test('one has its time, its amount, its market and its status', async () => {
  const { rows, cursor } = await list()
  expect(cursor).toBeNull()
  expect(rows[0]).toEqual({
    kind: 'ipo',
    id: expect.any(String),
    number: expect.stringMatching(/^S-\w{4}-\w{4}$/),
    offer: expect.any(String),
    company: 'Marsh Farms',
    listing: 'XNYS:MRA',
    market: 'us',
    amount: { amount: '1240.00', currency: 'USD' },
    at: began + 5 * SECOND,
    status: 'running',
    state: 'subscribed',
  })
  const states = rows.map(({ state, status }: { state: string; status: string }) => `${state} ${status}`)
  expect(states.slice(1)).toEqual(['not_won finished', 'won finished', 'withdrawn finished', 'refused refused', 'subscribed running']) // prettier-ignore
})

describe('they are narrowed', () => {
  test.each<[input: object, found: number[]]>([
    [{ kind: 'ipo' }, [5, 4, 3, 2, 1, 0]],
    [{ status: 'running' }, [5, 0]],
    [{ status: 'refused' }, [1]],
    [{ status: 'finished' }, [4, 3, 2]],
    [{ market: 'us' }, [5]],
    [{ market: 'spanish', status: 'running' }, [0]],
  ])('by %o', async (input, expected) => {
    expect(await places(input)).toEqual(expected)
  })

  test('by their time, from an instant up to but without another', async () => {
    const at = (seconds: number, more = 0) => String(began + seconds * SECOND + more)
    expect(await places({ from: at(2), to: at(4) })).toEqual([3, 2])
    expect(await places({ from: at(2, 1), to: at(4, 1) })).toEqual([4, 3])
    expect(await places({ to: at(0) })).toEqual([])
  })

  test('and each page goes on behind the one before', async () => {
    const seconds: number[] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: '2', status: 'finished', ...(cursor ? { cursor } : {}) })
      seconds.push(...page.rows.map(({ at }: { at: number }) => (at - began) / SECOND))
      cursor = page.cursor
    } while (cursor !== null)
    expect(seconds).toEqual([4, 3, 2])
  })
})

test('the status that narrows them is the one that they show', async () => {
  for (const status of ['running', 'refused', 'finished']) {
    for (const row of (await list({ status })).rows)
      expect([row.state, statusFor(row.state)]).toEqual([row.state, status])
  }
})

test('nobody else reads them', async () => {
  expect((await list({}, await house.customer())).rows).toEqual([])
})

describe('blocks are among them', () => {
  let buyer: TestCustomer
  let first: number
  const BLOCKS = ['running', 'refused', 'cancelled', 'dollars'] as const
  const ids = new Map<(typeof BLOCKS)[number], string>()

  beforeAll(async () => {
    buyer = await house.customer()
    await grantTo(house.db, buyer.id, { amount: usd(2_000_00n), key: newId() }, house.clock.now())
    await grantTo(house.db, buyer.id, { amount: eur(2_000_00n), key: newId() }, house.clock.now())
    await house.quote(ESP, 670n, 673n)
    await house.quote(ABC, 670n, 673n)
    first = house.clock.now()
    for (const [n, outcome] of BLOCKS.entries()) {
      house.clock.set(first + n * SECOND)
      const listing = outcome === 'dollars' ? ABC : ESP
      const { offer } = await openBlocks(house.db, house.clock.now() - 1, { listing })
      const { data } = await applyFor(house, buyer, offer)
      ids.set(outcome, data.id)
      if (outcome === 'refused') await judgeBlock(house, data.id, 'refuse')
      if (outcome === 'cancelled') await house.ask(cancelBlock, { id: data.id }, { token: buyer.token, key: newId() })
    }
  })

  const blocks = async (input: object = {}) => (await list(input, buyer)).rows
  const namesOf = async (input: object) =>
    (await blocks(input)).map(({ id }: { id: string }) => BLOCKS.find((outcome) => ids.get(outcome) === id))

  test('with the amount that was held, also once they have ended', async () => {
    const rows = await blocks()
    expect(rows.at(-1)).toEqual({
      kind: 'block',
      id: ids.get('running'),
      number: expect.stringMatching(/^B-[0-9A-F]{6}$/),
      offer: expect.any(String),
      company: expect.any(String),
      listing: ESP,
      market: 'spanish',
      amount: { amount: '700.70', currency: 'EUR' },
      at: first,
      status: 'running',
      state: 'pending',
    })
    expect(rows.map(({ amount }: { amount: { amount: string } }) => amount.amount)).toEqual(Array(4).fill('700.70'))
  })

  test.each<[input: object, names: string[]]>([
    [{}, ['dollars', 'cancelled', 'refused', 'running']],
    [{ kind: 'block' }, ['dollars', 'cancelled', 'refused', 'running']],
    [{ kind: 'ipo' }, []],
    [{ status: 'running' }, ['dollars', 'running']],
    [{ status: 'refused' }, ['refused']],
    [{ status: 'finished' }, ['cancelled']],
    [{ market: 'us' }, ['dollars']],
    [{ market: 'spanish', status: 'running' }, ['running']],
  ])('narrowed by %o', async (input, names) => {
    expect(await namesOf(input)).toEqual(names)
  })

  test('narrowed by their time, from an instant up to but without another', async () => {
    const at = (seconds: number) => String(first + seconds * SECOND)
    expect(await namesOf({ from: at(1), to: at(3) })).toEqual(['cancelled', 'refused'])
  })

  test('by pages, each behind the one before', async () => {
    const names: unknown[] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: '1', ...(cursor ? { cursor } : {}) }, buyer)
      names.push(...page.rows.map(({ id }: { id: string }) => BLOCKS.find((outcome) => ids.get(outcome) === id)))
      cursor = page.cursor
    } while (cursor !== null)
    expect(names).toEqual(['dollars', 'cancelled', 'refused', 'running'])
  })

  test('with the status by which they are narrowed', async () => {
    for (const status of ['running', 'refused', 'finished'])
      for (const row of await blocks({ status }))
        expect([row.state, blockStatusFor(row.state)]).toEqual([row.state, status])
  })

  test('and beside offers they are one list, newest first', async () => {
    const { offer } = await openOffer(house.db, house.clock.now())
    await subscribe(house, buyer, offer, { wish: { lots: '1' } })
    house.clock.advance(SECOND)
    expect((await blocks()).map(({ kind }: { kind: string }) => kind)).toEqual(['ipo', ...Array(4).fill('block')])
  })
})
