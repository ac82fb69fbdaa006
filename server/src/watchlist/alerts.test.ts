import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { changeAlert, makeAlert, pauseAlert, removeAlert } from '@lonja/core/watchlist/alerts.contract'
import { ALERTS_MAX } from '@lonja/core/watchlist/alerts.rules'
import { newId } from '../base/ids.ts'
import type { TestHouse } from '../testing/house.ts'
import { marketFor } from '../market/market.quotes.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { ABOVE, BELOW, openAlertHouse } from './alerts.testing.ts'

type AlertHouse = Awaited<ReturnType<typeof openAlertHouse>>
let house: TestHouse
let say: AlertHouse['say'], calm: AlertHouse['calm'], another: AlertHouse['another'], somebody: AlertHouse['somebody']
beforeAll(async () => {
  ;({ house, say, calm, another, somebody } = await openAlertHouse())
})
afterAll(() => house.close())

test('the first quote beyond the level fires the alert once, with its price and time', async () => {
  const { id, how, make, notices, alerts } = await somebody()
  const alert = await make({ ...ABOVE, note: 'sell half' })
  const topics: string[] = []
  const leave = house.events.subscribe(id, (update) => topics.push(...update))
  say(ABC, 1_099n)
  const at = say(ABC, 1_250n)
  say(ABC, 1_100n)
  await house.alerts.sweep()
  say(ABC, 1_300n)
  await house.alerts.sweep()
  leave()
  expect(topics.sort()).toEqual(['alerts', 'notices'])
  expect(await notices()).toMatchObject([
    {
      code: 'alert_above',
      kind: 'prices',
      is_read: '0',
      order: null,
      listing: ABC,
      title: `${ABC} rises to US$12.50`,
      body: 'Your alert: US$11.00 or more. Quote of 20/11/2026 16:00:04. Your note: sell half',
    },
  ])
  expect(at).toBe(START + 4 * SECOND)
  expect(await alerts()).toMatchObject([{ id: alert, state: 'told', firedAt: at, last: '13.00' }])
  const french = await house.ask(listNotices, { kind: 'prices' }, { ...how, language: 'fr' })
  expect(french.data.data[0].title).toBe(`${ABC} monte à 12,50\u00a0$US`)
  await calm()
})

test('a percentage counts from the previous close; a daily alert that is met already waits for the next day', async () => {
  const { how, make, notices } = await somebody()
  const figures = { high: priceE4(200_000n), low: priceE4(1n), last: priceE4(100_000n), open: priceE4(1n), volume: 1n }
  const day = { ...figures, day: '2026-11-20' as const, previousClose: priceE4(100_000n), at: START }
  house.script.figures.set(ABC, day)
  const percent = { ...ABOVE, kind: 'percent', level: null, percentBps: 500 }
  await make(percent)
  say(ABC, 951n)
  await house.alerts.sweep()
  expect(await notices()).toEqual([])
  say(ABC, 949n)
  await house.alerts.sweep()
  expect(await notices()).toMatchObject([{ code: 'alert_percent', title: `${ABC}: -5.10% on the day` }])
  const answer = await house.ask(makeAlert, { id: newId(), listing: ABC, ...percent, repeats: 'daily' }, how)
  expect(answer.data).toMatchObject({ fromNextDay: true })
  expect((await house.ask(makeAlert, { id: newId(), listing: ABC, ...percent }, how)).error).toBe('alert_met_already')
  say(ABC, 900n)
  await house.alerts.sweep()
  expect(await notices()).toHaveLength(1)
  house.script.figures.clear()
  await calm()
})

test('an alert met while the house was down fires after the start, on its first quote, on one node only', async () => {
  const { make, notices } = await somebody()
  await make(BELOW)
  await make({ ...BELOW, level: '1.00' })
  await house.alerts.sweep()
  house.clock.advance(20 * MINUTE)
  const at = say(ABC, 880n)
  say(ABC, 860n)
  house.clock.advance(20 * MINUTE)
  say(ABC, 1_000n)
  await Promise.all([another().sweep(), another().sweep(), another().sweep(), house.alerts.sweep()])
  const rows = await notices()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.title).toBe(`${ABC} falls to US$8.80`)
  await another().sweep()
  expect(await notices()).toHaveLength(1)
  const firings = await house.db.read((tx) =>
    tx.run<{ quote_at: bigint; last_e4: bigint }>({
      name: 'count_test_firings',
      text: 'select quote_at, last_e4 from alert_firings order by fired_at desc limit 1',
    }),
  )
  expect(firings).toEqual([{ quote_at: BigInt(at), last_e4: 88_000n }])
})

test('the next start continues where all alerts were checked', async () => {
  const { make, notices } = await somebody()
  await make(ABOVE)
  const first = another()
  await first.sweep()
  house.clock.advance(2 * MINUTE)
  await first.sweep()
  house.clock.advance(6 * SECOND)
  await first.sweep()
  await first.stop()
  const starts: number[] = []
  const market = marketFor(house.script.source)
  const watched = {
    ...market,
    nextQuotes: (...of: Parameters<typeof market.nextQuotes>) => (starts.push(of[1]), market.nextQuotes(...of)),
  }
  const second = another({ market: watched })
  const through = await house.db.read((tx) =>
    tx.run<{ through_at: bigint }>({ name: 'test_progress', text: 'select through_at from alert_progress' }),
  )
  expect(Number(through[0]?.through_at)).toBeGreaterThanOrEqual(house.clock.now() - 3 * MINUTE)
  say(ABC, 1_111n)
  await second.sweep()
  expect(Math.min(...starts)).toBe(Number(through[0]?.through_at))
  expect(await notices()).toHaveLength(1)
  await calm()
})

test('a paused alert does not fire; switched on, it checks only later quotes; one that is met cannot be switched on', async () => {
  const { how, make, notices, alerts } = await somebody()
  const id = await make(ABOVE)
  await house.alerts.sweep()
  await house.ask(pauseAlert, { id, paused: true }, how)
  say(ABC, 1_200n)
  await house.alerts.sweep()
  expect([await notices(), (await alerts())[0]?.state]).toEqual([[], 'paused'])
  const met = await house.ask(pauseAlert, { id, paused: false }, how)
  expect([met.status, met.error]).toEqual([422, 'alert_met_already'])
  say(ABC, 1_000n)
  expect((await house.ask(pauseAlert, { id, paused: false }, how)).data).toEqual({
    id,
    paused: false,
    fromNextDay: false,
  })
  await house.alerts.sweep()
  expect(await notices()).toEqual([])
  say(ABC, 1_100n)
  await house.alerts.sweep()
  expect(await notices()).toHaveLength(1)
  // After firing once, the alert is switched on again and waits for the next crossing.
  say(ABC, 1_000n)
  await house.ask(pauseAlert, { id, paused: false }, how)
  say(ABC, 1_100n)
  await house.alerts.sweep()
  expect(await notices()).toHaveLength(2)
  await calm()
})

test('a change counts at once, also while another node still checks the old level', async () => {
  const { how, make, notices, alerts } = await somebody()
  const id = await make(ABOVE)
  let isDeaf = false
  const reading: TestHouse['db']['read'] = (work) => (isDeaf ? (Promise.resolve([]) as never) : house.db.read(work))
  const late = another({ db: { ...house.db, read: reading } })
  await late.sweep()
  isDeaf = true
  expect((await house.ask(changeAlert, { id, ...ABOVE, level: '13.00', note: 'higher' }, how)).error).toBeUndefined()
  say(ABC, 1_200n)
  // This node has not read the change. Its old terms are met, but the table rejects the firing.
  await late.sweep()
  expect(await notices()).toEqual([])
  isDeaf = false
  say(ABC, 1_300n)
  await late.sweep()
  expect(await notices()).toHaveLength(1)
  expect((await alerts())[0]).toMatchObject({ level: '13.00', note: 'higher', state: 'told' })
  await calm()
})

test('a removed alert does not fire, and can be restored for a day', async () => {
  const { how, make, notices, alerts } = await somebody()
  const id = await make(ABOVE)
  await house.alerts.sweep()
  await house.ask(removeAlert, { id, removed: true }, how)
  expect(await alerts()).toEqual([])
  expect((await house.ask(pauseAlert, { id, paused: true }, how)).error).toBe('unknown_alert')
  say(ABC, 1_200n)
  say(ABC, 1_000n)
  await house.alerts.sweep()
  expect((await house.ask(removeAlert, { id, removed: false }, how)).error).toBeUndefined()
  await house.alerts.sweep()
  expect(await notices()).toEqual([])
  say(ABC, 1_200n)
  await house.alerts.sweep()
  expect(await notices()).toHaveLength(1)
  await calm()
})

test('terms that cannot be met are refused with the field, and the same tap twice makes one alert', async () => {
  const { how, alerts } = await somebody()
  const ask = async (terms: object, listing = ABC as string) => {
    const answer = await house.ask(makeAlert, { id: newId(), listing, ...terms }, how)
    return [answer.status, answer.error, answer.fields?.[0]?.field]
  }
  expect(await ask({ ...ABOVE, level: '10.00' })).toEqual([422, 'alert_met_already', 'level'])
  expect(await ask({ ...ABOVE, level: null })).toEqual([422, 'missing_information', 'level'])
  expect(await ask({ ...ABOVE, level: '-1' })).toEqual([400, 'bad_input', 'level'])
  expect(await ask({ ...ABOVE, note: 'x'.repeat(141) })).toEqual([400, 'bad_input', 'note'])
  expect(await ask({ ...ABOVE, kind: 'percent', level: null, percentBps: 9 })).toEqual([400, 'bad_input', 'percentBps'])
  expect(await ask(ABOVE, 'XNYS:NONE')).toEqual([404, 'unknown_listing', 'listing'])
  expect(await ask(ABOVE, 'XNYS:IX')).toEqual([422, 'no_price', 'listing'])
  const id = newId()
  const both = await Promise.all([1, 2].map(() => house.ask(makeAlert, { id, listing: ABC, ...ABOVE }, how)))
  expect(both.map(({ status, data }) => [status, data.id])).toEqual([
    [200, id],
    [200, id],
  ])
  for (let n = 1; n < ALERTS_MAX; n += 1) await house.ask(makeAlert, { id: newId(), listing: ABC, ...ABOVE }, how)
  expect(await ask(ABOVE)).toEqual([422, 'too_many_alerts', undefined])
  expect(await alerts()).toHaveLength(ALERTS_MAX)
  await house.ask(removeAlert, { id, removed: true }, how)
  expect((await ask(ABOVE))[0]).toBe(200)
  expect((await house.ask(removeAlert, { id, removed: false }, how)).error).toBe('too_many_alerts')
  // All alerts fire on one quote, in one round.
  say(ABC, 1_200n)
  await house.alerts.sweep()
  expect((await house.ask(listNotices, { kind: 'prices', limit: '100' }, how)).data.data).toHaveLength(ALERTS_MAX)
  await calm()
})

test('after an outage during firing the round is repeated, and nothing fires twice', async () => {
  const { make, notices } = await somebody()
  await make(ABOVE)
  await house.alerts.sweep()
  say(ABC, 1_200n)
  const write: TestHouse['db']['write'] = (work) =>
    house.db.write(async (tx) => {
      await work(tx)
      throw new Error('away')
    })
  const broken = another({ db: { ...house.db, write } })
  await expect(broken.sweep()).rejects.toThrow('away')
  expect(await notices()).toEqual([])
  await house.alerts.sweep()
  await another().sweep()
  expect(await notices()).toHaveLength(1)
  await calm()
})

test('a daily alert fires again on the next day', async () => {
  const { make, notices, alerts } = await somebody()
  await make({ ...ABOVE, repeats: 'daily' })
  say(ABC, 1_200n)
  await house.alerts.sweep()
  say(ABC, 1_000n)
  say(ABC, 1_200n)
  await house.alerts.sweep()
  expect(await notices()).toHaveLength(1)
  expect((await alerts())[0]).toMatchObject({ state: 'watching' })
  house.clock.set(START + 23 * HOUR)
  say(ABC, 1_250n)
  say(ABC, 1_260n)
  await house.alerts.sweep()
  expect((await notices()).map(({ title }) => title)).toEqual([`${ABC} rises to US$12.50`, `${ABC} rises to US$12.00`])
})
