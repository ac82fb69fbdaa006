import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { RESET_NOTICE_MS } from '@lonja/core/resets/resets.rules'
import { disownReset, listOwnResets } from '@lonja/core/resets/resets.contract'
import { openReset } from '@lonja/core/resets/resets.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { beginPush } from '@lonja/core/notices/push.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { openPusher } from '../notices/push.jobs.ts'
import { openPushService } from '../notices/push.testing.ts'
import { saveSeatEnd } from '../staff/seats.store.ts'
import { untilWaiting } from '../testing/between.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { askOn, findBy, letThrough, opine, setBy, settle, stateOf } from './resets.testing.ts'
import { saveLetting, saveResetEnd } from './resets.store.ts'

/** The people who let a device through: after a disagreement, after the end of a seat, and in a house with one seat. */

type Seat = Awaited<ReturnType<TestHouse['seat']>>

let house: TestHouse
let alone: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  alone = await openTestHouse({ payingOut: { review: { dueMs: 1, limitCents: 1n, twoPerson: false } } })
})
afterAll(async () => {
  await house.close()
  await alone.close()
})

const support = (where: TestHouse): Promise<Seat> => where.seat({ roles: ['support'] })
const endOf = (where: TestHouse, { id }: Seat) => writeFor(where.db, id, (tx) => saveSeatEnd(tx, id, where.clock.now()))
const approvalFor = async (where: TestHouse, id: string, { token }: Seat): Promise<unknown> =>
  (await where.ask(openReset, { id }, { token })).data.approval
const noticesOf = async (where: TestHouse, token: string): Promise<string[]> =>
  (await where.ask(listNotices, {}, { token })).data.data.map(({ code }: { code: string }) => code)
const listOwn = async (token: string) =>
  (await house.ask(listOwnResets, {}, { token })).data.rows as { id: string; state: string }[]
const own = async (token: string) => (await listOwn(token))[0]
const enter = async (phone: string): Promise<string> =>
  (await house.ask(logIn, { phone, password: 'heron lamp 7' }, { ip: '10.7.7.8' })).data.token
const disown = (token: string, id: string) => house.ask(disownReset, { id }, { token, key: newId() })

describe('the owner', () => {
  test('hears of the new password on the devices that it signed out, and of nothing after', async () => {
    const service = await openPushService()
    const browser = service.browser()
    const ana = await house.customer()
    await house.ask(beginPush, browser.subscription, { token: ana.token })
    const device = await askOn(house, ana.phone)
    await letThrough(house, device, [await support(house), await support(house)])
    expect((await setBy(house, device.secret)).status).toBe(200)
    house.clock.advance(1)
    await askOn(house, ana.phone)
    for (let round = 0; round < 2; round += 1) {
      const pusher = openPusher(house.push)
      await pusher.round()
      await pusher.settled()
      await askOn(house, ana.phone)
    }
    service.close()
    const { data } = (await house.ask(listNotices, {}, { token: await enter(ana.phone) })).data
    const { id } = data.find(({ code }: { code: string }) => code === 'reset_used') as { id: string }
    expect(browser.got.map(({ message }) => message.id)).toEqual([id])
  })

  test('says of a password that was set that it was not theirs, although a newer request came', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    await letThrough(house, device, [await support(house), await support(house)])
    await setBy(house, device.secret)
    const token = await enter(ana.phone)
    const used = await own(token)
    const newer = await askOn(house, ana.phone)
    expect(await listOwn(token)).toMatchObject([
      { id: used?.id, state: 'used' },
      { id: newer.id, state: 'waiting' },
    ])
    expect((await disown(token, used?.id ?? '')).status).toBe(200)
    expect(await listOwn(token)).toMatchObject([{ id: newer.id, state: 'waiting' }])
  })

  test('who says no at the same time as the second approval stops it', async () => {
    const ana = await house.customer()
    const [one, two] = [await support(house), await support(house)]
    const device = await askOn(house, ana.phone)
    const id = await findBy(house, device, one)
    await opine(house, id, one)
    const reset = await own(ana.token)
    const [stopped, second] = await Promise.all([disown(ana.token, reset?.id ?? ''), opine(house, id, two)])
    expect(stopped.status).toBe(200)
    expect(second.status === 200 ? second.data.outcome : second.error).toMatch(/^(decided|reset_over|not_held)$/)
    expect(await stateOf(house, device)).toBe('stopped')
    expect((await setBy(house, device.secret)).error).toBe('reset_over')
  })
})

test('a code is found while others guess passwords', async () => {
  const ana = await house.customer()
  const device = await askOn(house, ana.phone)
  const seat = await support(house)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const guesses = [1, 2, 3, 4].map(() => house.triesDb.write(() => released))
  const id = await findBy(house, device, seat).finally(release)
  await Promise.all(guesses)
  expect(await approvalFor(house, id, seat)).toBe('notice')
})

describe('letting a device through', () => {
  /** A device on which two people have disagreed, and whose first person has approved again. */
  async function split() {
    const ana = await house.customer()
    const [one, two] = [await support(house), await support(house)]
    const device = await askOn(house, ana.phone)
    const id = await findBy(house, device, one)
    await opine(house, id, one)
    expect((await opine(house, id, two, 'refuse')).data.outcome).toBe('disagreed')
    expect(await approvalFor(house, id, one)).toBe('second')
    expect((await opine(house, id, one)).data.outcome).toBe('needs_second')
    return { id, device }
  }

  test('after two people disagreed another approval beside the first lets it through', async () => {
    const { id, device } = await split()
    const other = await support(house)
    expect(await approvalFor(house, id, other)).toBe('open')
    expect((await opine(house, id, other)).data.outcome).toBe('decided')
    expect((await setBy(house, device.secret)).status).toBe(200)
  })

  /* The clock goes on from here, so that new seats are no second person. */
  test('after two people disagreed nobody alone lets it through, nor does time', async () => {
    const { id, device } = await split()
    expect(await stateOf(house, device)).toBe('checking')
    // A notice that runs although two have disagreed, as an older server left it.
    const opensAt = house.clock.now() + RESET_NOTICE_MS
    await house.db.write((tx) => saveLetting(tx, device.id, { opensAt, people: 1 }))
    house.clock.advance(RESET_NOTICE_MS)
    await settle(house)
    expect((await setBy(house, device.secret)).error).toBe('reset_not_open')
    expect((await house.ask(openReset, { id }, { token: (await support(house)).token })).data.opensAt).toBeNull()
  })

  test('after the opinion of an ended seat another person starts a new notice, and is no second one', async () => {
    const ana = await house.customer()
    const [gone, next] = [await support(house), await support(house)]
    const device = await askOn(house, ana.phone)
    const id = await findBy(house, device, gone)
    await opine(house, id, gone)
    await endOf(house, gone)
    expect(await approvalFor(house, id, next)).toBe('notice')
    expect((await opine(house, id, next)).data.outcome).toBe('needs_second')
    expect(await stateOf(house, device)).toBe('notice')
    house.clock.advance(RESET_NOTICE_MS)
    await settle(house)
    expect((await setBy(house, device.secret)).status).toBe(200)
  })

  test('an approval that meets a withdrawal is refused', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const seat = await support(house)
    const id = await findBy(house, device, seat)
    let isOver = false
    let answer: ReturnType<typeof opine> | undefined
    await house.db.write(async (tx) => {
      await saveResetEnd(tx, device.id, 'withdrawn', house.clock.now())
      answer = opine(house, id, seat).finally(() => (isOver = true))
      await untilWaiting(house, () => isOver)
    })
    expect((await answer)?.error).toBe('reset_over')
    expect(await noticesOf(house, ana.token)).not.toContain('reset_in_notice')
  })

  test('a request that was replaced in its notice is cancelled, not approved', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const seat = await support(house)
    await letThrough(house, device, [seat])
    const id = await findBy(house, device, seat)
    house.clock.advance(RESET_NOTICE_MS)
    await askOn(house, ana.phone)
    const { token } = await support(house)
    expect((await house.ask(openReset, { id }, { token })).data).toMatchObject({
      state: 'cancelled',
      request: 'replaced',
    })
  })
})

describe('a house with one seat', () => {
  test('the one person who decides is told as one, although a seat that was ended had approved', async () => {
    const ana = await alone.customer()
    const [gone, left] = [await support(alone), await support(alone)]
    const device = await askOn(alone, ana.phone)
    const id = await findBy(alone, device, gone)
    await opine(alone, id, gone)
    await endOf(alone, gone)
    expect(await approvalFor(alone, id, left)).toBe('notice')
    expect((await opine(alone, id, left)).data.outcome).toBe('decided')
    expect(await stateOf(alone, device)).toBe('notice')
    expect(await noticesOf(alone, ana.token)).not.toContain('reset_let_through')
    await endOf(alone, left)
  })

  test('who decided alone lets nobody in after the end of that seat in the notice', async () => {
    const ana = await alone.customer()
    const seat = await support(alone)
    const device = await askOn(alone, ana.phone)
    const id = await findBy(alone, device, seat)
    expect((await opine(alone, id, seat)).data.outcome).toBe('decided')
    await endOf(alone, seat)
    alone.clock.advance(RESET_NOTICE_MS)
    expect((await setBy(alone, device.secret)).error).toBe('reset_not_open')
    await settle(alone)
    expect(await stateOf(alone, device)).toBe('waiting')
    const next = await support(alone)
    expect((await opine(alone, id, next)).data.outcome).toBe('decided')
    alone.clock.advance(RESET_NOTICE_MS)
    await settle(alone)
    await endOf(alone, next)
    await settle(alone)
    expect((await setBy(alone, device.secret)).status).toBe(200)
  })
})
