import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { DAY_MS } from '@lonja/core/calendar/days'
import { leafOf, markOf } from '@lonja/core/ipo/draw.rules'
import type { Read } from '@lonja/core/base/contract'
import { changeApplication, readOffer, subscribeToOffer, withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { readClosing, readStartOver } from '@lonja/core/leaving.contract'
import { listEvents } from '@lonja/core/ledger/events.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '../base/ids.ts'
import { purgeStoredAnswers } from '../door/stored-answers.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { insertFreeze } from './draws.store.ts'
import { updateOfferCancelled } from './ipo.store.ts'
import { openOffer, subscribe } from './ipo.testing.ts'

/* Applications through the door. The laws of the books are checked when the house closes. A lot costs 620.00 EUR. */

let house: TestHouse
let who: TestCustomer
let terms: Terms
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  who = await house.customer()
  terms = await openOffer(house.db, house.clock.now())
})

const codeOf = ({ error }: CallAnswer): string => error ?? 'accepted'
const apply = (wish: object, id = newId(), by = who) => subscribe(house, by, terms.offer, { wish, id })
const change = (id: string, wish: object, by = who) =>
  house.ask(changeApplication, { id, wish }, { token: by.token, key: newId() })
const withdraw = (id: string, by = who) => house.ask(withdrawApplication, { id }, { token: by.token, key: newId() })
const detail = async ({ token } = who) => (await house.ask(readOffer, { id: terms.offer }, { token })).data

async function cash(): Promise<[free: string, held: string]> {
  const { byCurrency } = (await house.ask(readFigures, {}, { token: who.token })).data
  const own = byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR')
  return [own.free, own.held]
}

test('an application holds its full amount, and its receipt has the ticket, the leaf and where to check it', async () => {
  const id = newId()
  const { data } = await apply({ lots: '3' }, id)
  const row = `${data.ticket} 3 ${markOf(id)}`
  const hold = { amount: '1860.00', currency: 'EUR' }
  const at = house.clock.now()
  expect(data).toEqual({
    id,
    number: expect.stringMatching(/^S-\w{4}-\w{4}$/),
    offer: terms.offer,
    state: 'subscribed',
    ticket: expect.any(Number),
    row,
    leaf: Buffer.from(leafOf(row)).toString('hex'),
    draw: `/ipo/draw?id=${terms.offer}`,
    lots: '3',
    shares: '150',
    hold,
    at,
    changedAt: null,
    withdrawnAt: null,
    result: null,
  })
  expect(await cash()).toEqual(['98140.00', '1860.00'])
  const { application, money } = await detail()
  expect(application).toEqual(data)
  expect(money).toMatchObject([{ kind: 'hold', free: { units: '-1860.00' }, held: { units: '1860.00' }, at }])
})

test('the fund flow has applications as a group, each leads to its offer, and nobody else finds that by its id', async () => {
  const { id } = (await apply({ lots: '3' })).data
  const flow = { cause: id, causeKind: 'application' }
  const ask = async (call: Read, input: object) => (await house.ask(call, input, { token: who.token })).data.rows
  expect(await ask(listEvents, { records: 'offers' })).toMatchObject([{ ...flow, name: 'hold', state: 'open' }])
  expect(await ask(listEntries, { records: 'offers', kind: 'hold' })).toMatchObject([flow])
  expect(await ask(listEntries, { records: 'blocks' })).toEqual([])
  const read = (by: TestCustomer) => house.ask(readOffer, { id }, { token: by.token })
  expect((await read(who)).data).toMatchObject({ id: terms.offer, application: { id } })
  expect(codeOf(await read(await house.customer()))).toBe('unknown_offer')
})

test('an amount is rounded down to whole lots, and what is held is theirs', async () => {
  const { data } = await apply({ amount: { amount: '1859.99', currency: 'EUR' } })
  expect(data).toMatchObject({ lots: '2', hold: { amount: '1240.00' } })
  expect(await cash()).toEqual(['98760.00', '1240.00'])
})

test('a change moves the hold up and down and keeps the ticket, and the way of the money has each step', async () => {
  const { id, ticket } = (await apply({ lots: '2' })).data
  for (const [lots, held] of [
    ['5', '3100.00'],
    ['1', '620.00'],
    ['1', '620.00'],
  ]) {
    house.clock.advance(1_000)
    const { data } = await change(id, { lots })
    expect(data).toMatchObject({ id, ticket, lots, hold: { amount: held }, changedAt: house.clock.now() })
    expect(data.row).toBe(`${ticket} ${lots} ${markOf(id)}`)
    expect((await cash())[1]).toBe(held)
  }
  const { application, money, customersLots } = await detail()
  expect([application.lots, customersLots]).toEqual(['1', '1'])
  const steps = money.map(({ kind, held }: { kind: string; held: { units: string } }) => [kind, held.units])
  expect(steps).toEqual([['hold', '1240.00'], ['hold', '1860.00'], ['release', '-2480.00']]) // prettier-ignore
})

test('one that is withdrawn holds nothing, and another one has a higher ticket', async () => {
  const { id, ticket } = (await apply({ lots: '2' })).data
  const answer = await withdraw(id)
  expect(answer.data).toEqual({ id, withdrawnAt: house.clock.now(), released: { amount: '1240.00', currency: 'EUR' } })
  expect(await cash()).toEqual(['100000.00', '0.00'])
  expect((await detail()).application).toMatchObject({ id, state: 'withdrawn', withdrawnAt: answer.data.withdrawnAt })
  expect(codeOf(await withdraw(id))).toBe('unknown_application')
  expect(codeOf(await change(id, { lots: '3' }))).toBe('unknown_application')
  expect((await apply({ lots: '1' })).data.ticket).toBeGreaterThan(ticket)
})

describe('an application is refused', () => {
  // prettier-ignore
  test.each<[what: string, wish: object, answer: string]>([
    ['the most lots',                { lots: '20' },                                     'accepted'],
    ['one lot more',                 { lots: '21' },                                     'application_too_large'],
    ['an amount of one lot more',    { amount: { amount: '13020.00', currency: 'EUR' } }, 'application_too_large'],
    ['the amount of one lot',        { amount: { amount: '620.00', currency: 'EUR' } },  'accepted'],
    ['a cent below one lot',         { amount: { amount: '619.99', currency: 'EUR' } },  'minimum_application'],
    ['less than nothing',            { amount: { amount: '-620.00', currency: 'EUR' } }, 'minimum_application'],
    ['dollars for a share in euros', { amount: { amount: '620.00', currency: 'USD' } },  'wrong_currency'],
    ['no lot',                       { lots: '0' },                                      'bad_input'],
  ])('for %s, or not', async (_what, wish, answer) => {
    expect(codeOf(await apply(wish))).toBe(answer)
    if (answer !== 'accepted') expect(await cash()).toEqual(['100000.00', '0.00'])
  })

  test('below the least with the spec’s sentence, which names the amount', async () => {
    const form = { id: newId(), offer: terms.offer, wish: { amount: { amount: '1.00', currency: 'EUR' } } }
    const answer = await house.ask(subscribeToOffer, form, { token: who.token, key: form.id, language: 'tur' })
    expect(answer.msg).toMatch(/^Importe mínimo de solicitud: 620,00\s€$/)
  })

  test('twice, on another’s or an unknown id, and for an unknown offer', async () => {
    const { id } = (await apply({ lots: '1' })).data
    expect(codeOf(await apply({ lots: '1' }))).toBe('application_exists')
    const eva = await house.customer()
    expect([codeOf(await change(id, { lots: '2' }, eva)), codeOf(await withdraw(id, eva))]).toEqual(['unknown_application', 'unknown_application']) // prettier-ignore
    expect(codeOf(await subscribe(house, who, newId()))).toBe('unknown_offer')
    expect(await cash()).toEqual(['99380.00', '620.00'])
  })

  test('with cash that another application holds, to the cent', async () => {
    const first = terms
    const price = priceE4(1_000_000n)
    terms = await openOffer(house.db, house.clock.now(), { price })
    const { id } = (await apply({ lots: '19' })).data // 95,000.00 of 100,000.00
    terms = first
    expect(codeOf(await apply({ lots: '9' }))).toBe('insufficient_balance')
    const eight = (await apply({ lots: '8' })).data
    expect(await cash()).toEqual(['40.00', '99960.00'])
    // Its own hold pays for a change of it.
    expect(codeOf(await change(eight.id, { lots: '9' }))).toBe('insufficient_balance')
    expect(codeOf(await change(eight.id, { lots: '7' }))).toBe('accepted')
    await withdraw(id)
    expect(codeOf(await change(eight.id, { lots: '20' }))).toBe('accepted')
  })

  test('before the offer opens, and on one that the house has withdrawn', async () => {
    const now = house.clock.now()
    terms = await openOffer(house.db, now + DAY_MS + 1)
    expect(codeOf(await apply({ lots: '1' }))).toBe('offer_not_open')
    terms = await openOffer(house.db, now)
    const { id } = (await apply({ lots: '1' })).data
    await house.db.write((tx) => updateOfferCancelled(tx, terms.offer, now))
    const eva = await house.customer()
    expect(codeOf(await apply({ lots: '1' }, newId(), eva))).toBe('offer_closed')
    expect([codeOf(await change(id, { lots: '2' })), codeOf(await withdraw(id))]).toEqual([
      'offer_closed',
      'offer_closed',
    ])
    expect((await detail()).state).toBe('cancelled')
  })

  test('under an id that was used, also after the stored answer is purged', async () => {
    const id = newId()
    const first = await apply({ lots: '2' }, id)
    expect((await apply({ lots: '2' }, id)).data).toEqual(first.data)
    expect(codeOf(await apply({ lots: '3' }, id))).toBe('key_reused')
    await withdraw(id)
    await purgeStoredAnswers(house.db, house.clock.now() + 31 * DAY_MS)
    expect(codeOf(await apply({ lots: '2' }, id))).toBe('key_reused')
    expect(await cash()).toEqual(['100000.00', '0.00'])
  })

  test('on a list that is frozen, whatever the clock of this server says', async () => {
    const { id } = (await apply({ lots: '1' })).data
    await house.db.write((tx) => insertFreeze(tx, terms.offer, terms.closes))
    const eva = await house.customer()
    const answers = [await apply({ lots: '1' }, newId(), eva), await change(id, { lots: '2' }), await withdraw(id)]
    expect(answers.map(codeOf)).toEqual(['offer_closed', 'offer_closed', 'offer_closed'])
    expect(await cash()).toEqual(['99380.00', '620.00'])
  })
})

test('the last instant of the deadline is in time for all three, and the next millisecond for none', async () => {
  const began = house.clock.now()
  const closes = began + DAY_MS
  terms = await openOffer(house.db, began, { closes })
  const ben = await house.customer()
  const left = (await apply({ lots: '1' }, newId(), ben)).data.id as string
  house.clock.set(closes)
  ;[who] = [{ ...who, token: await signInAgain(house, who) }]
  const late = { ...ben, token: await signInAgain(house, ben) }
  const { id } = (await apply({ lots: '1' })).data
  expect([codeOf(await change(id, { lots: '2' })), codeOf(await withdraw(left, late))]).toEqual([
    'accepted',
    'accepted',
  ])
  house.clock.advance(1)
  const eva = await house.customer()
  const answers = [await apply({ lots: '1' }, newId(), eva), await change(id, { lots: '3' }), await withdraw(id)]
  expect(answers.map(codeOf)).toEqual(['offer_closed', 'offer_closed', 'offer_closed'])
  expect([(await detail()).state, await cash()]).toEqual(['ended', ['98760.00', '1240.00']])
})

test('a request that came before the last change, and is decided after it, is not before it', async () => {
  const { id } = (await apply({ lots: '1' })).data
  const at = house.clock.now()
  house.clock.set(at - 5)
  const changed = await change(id, { lots: '2' })
  const withdrawn = await withdraw(id)
  house.clock.set(at)
  expect([changed.data.changedAt, withdrawn.data.withdrawnAt]).toEqual([at, at])
})

test('of ten applications at once one is taken, and of a change and a withdrawal each is right', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => apply({ lots: '2' })))
  expect(answers.map(codeOf).toSorted()).toEqual(['accepted', ...Array.from({ length: 9 }, () => 'application_exists')])
  const { id } = answers.find(({ status }) => status === 200)!.data
  const [changed, withdrawn] = await Promise.all([change(id, { lots: '4' }), withdraw(id)])
  expect([['accepted', 'unknown_application'].includes(codeOf(changed)), codeOf(withdrawn)]).toEqual([true, 'accepted'])
  expect(await cash()).toEqual(['100000.00', '0.00'])
})

test('two customers with the same id have two applications, each with its own ticket', async () => {
  const [id, eva] = [newId(), await house.customer()]
  const [own, other] = [await apply({ lots: '1' }, id), await apply({ lots: '2' }, id, eva)]
  expect(own.data.ticket).not.toBe(other.data.ticket)
  await withdraw(id, eva)
  expect((await detail()).application).toMatchObject({ state: 'subscribed', lots: '1' })
})

test('one that runs stands against starting over and closing until it is withdrawn', async () => {
  const { id } = (await apply({ lots: '1' })).data
  const against = async () => [
    (await house.ask(readStartOver, {}, { token: who.token })).data.against,
    (await house.ask(readClosing, {}, { token: who.token })).data.against,
  ]
  expect(await against()).toEqual(['application_running', ['application_running']])
  await withdraw(id)
  expect(await against()).toEqual([null, []])
})

test('a key of a header repeats the change, and with another wish it is refused', async () => {
  const { id } = (await apply({ lots: '1' })).data
  const how = { token: who.token, key: newId() }
  const first = await house.ask(changeApplication, { id, wish: { lots: '4' } }, how)
  await change(id, { lots: '2' })
  expect((await house.ask(changeApplication, { id, wish: { lots: '4' } }, how)).data).toEqual(first.data)
  expect(codeOf(await house.ask(changeApplication, { id, wish: { lots: '5' } }, how))).toBe('key_reused')
  expect((await detail()).application.lots).toBe('2')
})
