import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { listNotices, readNotice } from '@lonja/core/notices/notices.contract'
import { beginPush } from '@lonja/core/notices/push.contract'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { insertNotices } from './notices.store.ts'
import { openPusher } from './push.jobs.ts'
import { openPushService, type PushService } from './push.testing.ts'

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

/** One round of the job, until all its messages are sent. */
async function push(): Promise<void> {
  const pusher = openPusher(house.push)
  await pusher.round()
  await pusher.settled()
}

test('a notice about a record is pushed at each step, though the steps are one message', async () => {
  const who = await house.customer()
  const browser = service.browser()
  const how = { token: who.token }
  await house.ask(beginPush, browser.subscription, how)
  const stepOf = (id: string) => (code: 'deposit_in_review' | 'deposit_credited') =>
    house.db.write((tx) =>
      insertNotices(tx, [
        noticeOfRecord({ customer: who.id, id: newId(), at: house.clock.now() }, code, {
          kind: 'deposit',
          id,
          amount: eur(100_00n),
          reason: 'received',
        }),
      ]),
    )
  const step = stepOf(newId())
  await step('deposit_in_review')
  await step('deposit_credited')
  await push()
  expect(browser.got.map(({ message }) => message.title)).toEqual([
    'Deposit in review: €100.00',
    'Deposit credited: €100.00',
  ])
  // Reading a message reads all its steps, so that none of them is pushed afterwards.
  const other = stepOf(newId())
  await other('deposit_in_review')
  await other('deposit_credited')
  const { data } = await house.ask(listNotices, { kind: 'money' }, how)
  await house.ask(readNotice, { id: data.data[0].id }, how)
  await push()
  expect(browser.got).toHaveLength(2)
})
