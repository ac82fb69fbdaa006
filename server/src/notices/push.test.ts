import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeProfile, endSession, listSessions, logOut } from '@lonja/core/accounts/accounts.contract'
import { eur, priceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { listNotices, readAllNotices } from '@lonja/core/notices/notices.contract'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { beginPush, endPush, readPush } from '@lonja/core/notices/push.contract'
import { DEVICES_MAX, PUSHES_AN_HOUR } from '@lonja/core/notices/push.rules'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import { noticeOfFill } from '@lonja/core/orders/orders.notices'
import { noticeOfSignIn } from '@lonja/core/accounts/accounts.notices'
import { sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC } from '../orders/orders.testing.ts'
import { insertNotices } from './notices.store.ts'
import { openPusher } from './push.jobs.ts'
import { saveDevice } from './push.store.ts'
import { answerWith, openPushService, type PushService } from './push.testing.ts'

let house: TestHouse
let service: PushService
beforeAll(async () => {
  house = await openTestHouse()
  service = await openPushService()
})
afterAll(async () => {
  service.close()
  await house.close()
})

const whose = ({ id }: TestCustomer) => ({ customer: id, id: newId(), at: house.clock.now() })
const fill = (who: TestCustomer): NewNotice =>
  noticeOfFill(whose(who), {
    order: newId(),
    listing: ABC,
    side: 'buy',
    shares: 10n,
    filled: 10n,
    price: priceE4(174_000n),
    total: eur(174_87n),
  })
const write = (...notices: NewNotice[]) => house.db.write((tx) => insertNotices(tx, notices))
/** One round of the job, until all its messages are sent. */
async function push(ground = house.push): Promise<void> {
  const pusher = openPusher(ground)
  await pusher.round()
  await pusher.settled()
}
const OUTBOX = sql('test_push_outbox', 'select count(*) as left from push_outbox where customer = $1')
const waiting = async ({ id }: TestCustomer): Promise<number> => {
  const [row] = await house.db.read((tx) => tx.run<{ left: bigint }>(OUTBOX, [id]))
  return Number(row?.left)
}
async function someone(by?: Parameters<PushService['browser']>[0]) {
  const who = await house.customer()
  const browser = service.browser(by)
  const how = { token: who.token }
  expect((await house.ask(beginPush, browser.subscription, how)).data).toEqual({ on: true })
  return { who, browser, how }
}
// Clears the pushes that the test before left.
beforeEach(() => push())

describe('a notice on its way', () => {
  test('is encrypted for the device, signed by the house, in the customer’s language, and leads to its record', async () => {
    const { who, browser, how } = await someone()
    const notice = fill(who)
    await write(notice)
    await push()
    const [got] = browser.got
    expect(got?.message).toEqual({
      id: notice.id,
      title: `Bought: ${ABC}`,
      body: `Your order to buy 10 shares of ${ABC} (ABC) was executed at US$17.40. Cost with fee: €174.87.`,
      link: `#/subPackages/trade/detail?id=${notice.order}`,
      lang: 'en-GB',
    })
    expect(got?.headers).toMatchObject({ urgency: 'high', ttl: '3600', topic: notice.id.replaceAll('-', '') })
    expect(got?.claims.sub).toBe('mailto:house@example.org')
    expect(got?.claims.exp).toBe(Math.floor((house.clock.now() + 12 * HOUR) / SECOND))
    // The message is signed with the key that the browser subscribed with.
    const { data } = await house.ask(readPush, {}, how)
    expect(data).toEqual({ key: house.push.key.publicKey.toString('base64url'), on: true })
    expect(got?.headers.authorization).toContain(`k=${data.key}`)
    expect(await waiting(who)).toBe(0)
    for (const language of LANGUAGES) {
      await house.ask(changeProfile, { language }, how)
      const id = newId()
      const about = { kind: 'deposit', id, amount: eur(100_00n) } as const
      await write(noticeOfRecord({ ...whose(who), id }, 'deposit_in_review', about))
      await push()
      const { data: list } = await house.ask(listNotices, {}, { ...how, language })
      expect(browser.got.at(-1)?.message).toMatchObject({ title: list.data[0].title, body: list.data[0].body })
      expect(browser.got.at(-1)?.message.link).toBe(`#/subPackages/recharge/record?id=${id}`)
    }
  })

  test('is not pushed if it was read in the app, is switched off, or is too old', async () => {
    const { who, browser, how } = await someone()
    await write(fill(who))
    await house.ask(readAllNotices, {}, how)
    await push()
    await house.ask(changeProfile, { notices: { orders: false, signIns: true } }, how)
    await write(fill(who))
    await push()
    await house.ask(changeProfile, { notices: { orders: true, signIns: true } }, how)
    await write(fill(who))
    house.clock.advance(HOUR)
    await push()
    expect([browser.tries, await waiting(who)]).toEqual([0, 0])
  })

  test('many at once are pushed as one', async () => {
    const { who, browser } = await someone()
    await write(...Array.from({ length: 40 }, () => fill(who)))
    await push()
    expect(browser.got.map(({ message }) => [message.title, message.link])).toEqual([
      ['40 new messages', '#/subPackages/message/message'],
    ])
    expect(browser.got[0]?.message.body.length).toBeLessThanOrEqual(140)
    expect(await waiting(who)).toBe(0)
  })

  test('pushes have a limit an hour; the rest waits and goes as one', async () => {
    const { who, browser } = await someone()
    for (let at = 0; at < PUSHES_AN_HOUR + 5; at += 1) {
      await write(noticeOfSignIn(whose(who), 'Phone'))
      await push()
    }
    expect([browser.got.length, await waiting(who)]).toEqual([PUSHES_AN_HOUR, 5])
    house.clock.advance(HOUR)
    await push()
    expect([browser.got.at(-1)?.message.title, await waiting(who)]).toEqual(['5 new messages', 0])
  })

  test('is written with the rows that it is about, or not at all', async () => {
    const { who } = await someone()
    const failing = house.db.write((tx) => insertNotices(tx, [fill(who)]).then(() => Promise.reject(new Error('no'))))
    await expect(failing).rejects.toThrow('no')
    expect(await waiting(who)).toBe(0)
  })
})

describe('a push service that misbehaves', () => {
  test.each([404, 410])('%i: the device is removed with all its waiting pushes', async (status) => {
    const { who, browser, how } = await someone(answerWith(status))
    await write(fill(who), fill(who))
    await push()
    expect([browser.tries, await waiting(who)]).toEqual([1, 0])
    expect((await house.ask(readPush, {}, how)).data.on).toBe(false)
    await write(fill(who))
    expect(await waiting(who)).toBe(0)
  })

  test('429: the next try comes at the time that the answer names, and nothing is sent before', async () => {
    const { who, browser } = await someone(answerWith(429, { 'retry-after': '600' }))
    await write(fill(who))
    await push()
    browser.by = answerWith(201)
    await write(fill(who))
    house.clock.advance(599 * SECOND)
    await push()
    expect(browser.tries).toBe(1)
    house.clock.advance(SECOND)
    await push()
    expect([browser.tries, await waiting(who)]).toEqual([3, 0])
  })

  test('500, then a timeout, then an outage: the pauses grow until the push gets through', async () => {
    const { who, browser } = await someone(answerWith(500))
    await write(noticeOfSignIn(whose(who), 'Phone'))
    await push()
    browser.by = () => {}
    house.clock.advance(30 * SECOND)
    await push()
    house.clock.advance(MINUTE)
    await push()
    expect(browser.tries).toBe(2)
    browser.by = answerWith(201)
    house.clock.advance(MINUTE)
    await push()
    expect([browser.tries, await waiting(who)]).toEqual([3, 0])
  })

  test('one that never answers delays no other device', async () => {
    const slow = await someone(() => {})
    const quick = await someone()
    await write(fill(slow.who), fill(quick.who))
    const pusher = openPusher(house.push)
    await pusher.round()
    await expect.poll(() => quick.browser.got.length).toBe(1)
    await pusher.settled()
    expect(slow.browser.tries).toBe(1)
  })

  test('400 drops the message; after five in a row the device is removed', async () => {
    const { who, browser, how } = await someone(answerWith(400))
    for (let at = 1; at <= 5; at += 1) {
      await write(fill(who))
      await push()
      expect([browser.tries, await waiting(who)]).toEqual([at, 0])
      expect((await house.ask(readPush, {}, how)).data.on).toBe(at < 5)
    }
  })

  test('a redirect is not followed, and an address of this network is never called', async () => {
    const { who, browser } = await someone(answerWith(307, { location: browser302() }))
    await write(fill(who))
    await push()
    expect([browser.tries, await waiting(who)]).toEqual([1, 0])
    const other = await someone()
    await write(fill(other.who))
    const { outside: _none, ...strict } = house.push
    await push(strict)
    expect([other.browser.tries, await waiting(other.who)]).toEqual([0, 1])
  })
  const browser302 = () => service.browser().subscription.endpoint
})

describe('a device', () => {
  test('is removed with its session: signed out, ended from elsewhere, or run out', async () => {
    const { who, browser, how } = await someone()
    const second = await signInAgain(house, who)
    const other = service.browser()
    await house.ask(beginPush, other.subscription, { token: second })
    const { data } = await house.ask(listSessions, {}, how)
    const theirs = data.rows.find((row: { own: boolean }) => !row.own).id
    await house.ask(endSession, { id: theirs }, how)
    await write(fill(who))
    await push()
    // The first device got the notices of the second sign-in and of the fill.
    expect([browser.tries, other.tries]).toEqual([2, 0])
    await house.ask(logOut, {}, how)
    await write(fill(who))
    expect(await waiting(who)).toBe(0)

    const third = await someone()
    house.clock.advance(366 * 24 * HOUR)
    await write(fill(third.who))
    await push()
    expect([third.browser.tries, await waiting(third.who)]).toEqual([0, 0])
  })

  test('belongs to one customer at a time: only the one who signed in last gets pushes there', async () => {
    const { who, browser } = await someone()
    const next = await house.customer()
    await house.ask(beginPush, browser.subscription, { token: next.token })
    await write(fill(who), fill(next))
    await push()
    expect([browser.got.length, await waiting(who)]).toEqual([1, 0])
    expect((await house.ask(endPush, {}, { token: next.token })).data).toEqual({ on: false })
    expect((await house.ask(endPush, {}, { token: next.token })).data).toEqual({ on: false })
    await write(fill(next))
    await push()
    expect(browser.got.length).toBe(1)
  })

  test('two nodes push a notice once', async () => {
    const { who, browser } = await someone()
    await write(fill(who))
    await Promise.all([push(), push()])
    expect(browser.tries).toBe(1)
  })

  // prettier-ignore
  const WRONG: readonly (readonly [field: string, error: string, change: object])[] = [
    ['endpoint', 'push_endpoint', { endpoint: 'http://push.example.org/1' }],
    ['endpoint', 'push_endpoint', { endpoint: 'https://10.0.0.1/1' }],
    ['endpoint', 'push_endpoint', { endpoint: 'https://localhost/1' }],
    ['p256dh',   'push_keys',     { p256dh: 'B'.repeat(87) }],
    ['p256dh',   'push_keys',     { p256dh: 'AAAA' }],
    ['auth',     'push_keys',     { auth: 'AAAA' }],
  ]
  test('is refused with the field that is wrong', async () => {
    const { token } = await house.customer()
    const good = { ...service.browser().subscription, endpoint: 'https://push.example.org/1' }
    for (const [field, error, change] of WRONG) {
      const answer = await house.ask(beginPush, { ...good, ...change }, { token })
      expect([answer.error, answer.fields?.[0]?.field]).toEqual([error, field])
    }
  })

  test('has a limit for each customer', async () => {
    const { who } = await someone()
    const device = { customer: who.id, key: Buffer.alloc(65, 4), auth: Buffer.alloc(16) }
    const token = await signInAgain(house, who)
    const ask = () => house.ask(beginPush, service.browser().subscription, { token })
    const more = (session = newId(), endpoint = `https://push.example.org/${session}`) =>
      house.db.write((tx) => saveDevice(tx, { ...device, session, endpoint }, house.clock.now()))
    for (let at = 2; at < DEVICES_MAX; at += 1) await more()
    expect((await ask()).status).toBe(200)
    await house.ask(endPush, {}, { token })
    await more()
    expect((await ask()).error).toBe('too_many_devices')
  })
})
