import { expect, test } from 'vitest'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { RECENT_MS, localEvents } from './events.ts'

const ANA = aCustomer('ana')
const BEN = aCustomer('ben')
const EVA = aCustomer('eva')

function eventsAt(start = 0) {
  const clock = { now: start }
  return { events: localEvents(() => clock.now), clock }
}

test('a new subscriber can read the recent topics of its customer, each once', () => {
  const { events, clock } = eventsAt()
  clock.now = 1_000
  events.publish(ANA, ['orders', 'balances'])
  events.publish(BEN, ['kyc'])
  clock.now = 4_000
  events.publish(ANA, ['orders'])
  clock.now = 5_000
  expect(events.lately(ANA)).toEqual({
    reachesMs: 5_000,
    topics: [
      { topic: 'orders', agoMs: 1_000 },
      { topic: 'balances', agoMs: 4_000 },
    ],
  })
  expect(events.lately(EVA)).toEqual({ reachesMs: 5_000, topics: [] })
})

test('recent topics reach back to the opening of the house, and two minutes at most', () => {
  const { events, clock } = eventsAt(7)
  expect(events.lately(ANA).reachesMs).toBe(0)
  events.publish(ANA, ['orders'])
  clock.now = 7 + RECENT_MS
  expect(events.lately(ANA)).toEqual({ reachesMs: RECENT_MS, topics: [{ topic: 'orders', agoMs: RECENT_MS }] })
  clock.now += 1
  expect(events.lately(ANA)).toEqual({ reachesMs: RECENT_MS, topics: [] })
})

test('with too many customers, the reported span becomes shorter', () => {
  const { events, clock } = eventsAt()
  clock.now = 100
  events.publish(ANA, ['orders'])
  clock.now = 200
  for (let n = 0; n < 10_000; n++) events.publish(aCustomer(`customer ${n}`), ['orders'])
  clock.now = 250
  expect(events.lately(ANA)).toEqual({ reachesMs: 150, topics: [] })
  expect(events.lately(aCustomer('customer 0'))).toEqual({ reachesMs: 150, topics: [{ topic: 'orders', agoMs: 50 }] })
})
