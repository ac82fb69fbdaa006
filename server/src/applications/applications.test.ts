import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listApplications } from '@lonja/core/applications/applications.contract'
import { statusFor } from '@lonja/core/applications/applications.rules'
import { usd } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { updateOfferCancelled } from '../ipo/ipo.store.ts'
import { drawAtOnce, openOffer, subscribe } from '../ipo/ipo.testing.ts'
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
  for (const made of MADE) {
    const now = house.clock.now()
    const { offer } = await openOffer(house.db, now, made === 'dollars' ? { listing: 'XNYS:MRA', company: 'Marsh Farms' } : {}) // prettier-ignore
    const { data } = await subscribe(house, who, offer, { wish: { lots: '2' } })
    if (made === 'refused') await house.db.write((tx) => updateOfferCancelled(tx, offer, now))
    if (made === 'withdrawn') await house.ask(withdrawApplication, { id: data.id }, { token: who.token, key: newId() })
    const lots = made === 'won' ? 1n : 0n
    if (made === 'won' || made === 'not_won')
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
  const told = rows.map(({ state, status }: { state: string; status: string }) => `${state} ${status}`)
  expect(told.slice(1)).toEqual(['not_won finished', 'won finished', 'withdrawn finished', 'refused refused', 'subscribed running']) // prettier-ignore
})

describe('they are narrowed', () => {
  test.each<[input: object, found: number[]]>([
    [{ kind: 'ipo' }, [5, 4, 3, 2, 1, 0]],
    [{ status: 'running' }, [5, 0]],
    [{ status: 'refused' }, [1]],
    [{ status: 'finished' }, [4, 3, 2]],
    [{ market: 'us' }, [5]],
    [{ market: 'spanish', status: 'running' }, [0]],
  ])('by %o', async (input, found) => {
    expect(await places(input)).toEqual(found)
  })

  test('by their time, from an instant up to but without another', async () => {
    const at = (seconds: number, more = 0) => String(began + seconds * SECOND + more)
    expect(await places({ from: at(2), to: at(4) })).toEqual([3, 2])
    expect(await places({ from: at(2, 1), to: at(4, 1) })).toEqual([4, 3])
    expect(await places({ to: at(0) })).toEqual([])
  })

  test('and each page goes on behind the one before', async () => {
    const found: number[] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: '2', status: 'finished', ...(cursor ? { cursor } : {}) })
      found.push(...page.rows.map(({ at }: { at: number }) => (at - began) / SECOND))
      cursor = page.cursor
    } while (cursor !== null)
    expect(found).toEqual([4, 3, 2])
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
