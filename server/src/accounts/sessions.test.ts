import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSession, listSessions } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { cancelOrder } from '@lonja/core/orders/orders.contract'
import { sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { ABC } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const SEEN = sql('test_sessions_seen', 'select id from sessions where customer = $1 and seen_at = $2')
const cancel = (token: string) => house.ask(cancelOrder, { id: newId() }, { token })

const watch = (token: string) => house.ask(toggleWatch, { listing: ABC, watched: true }, { token, key: newId() })

test.each([
  ['orders', cancel, 'unknown_order'],
  ['ordinary writes', watch, undefined],
])('a session used only for %s is refreshed by them', async (_what, use, error) => {
  const { id, token } = await house.customer()
  house.clock.advance(23 * HOUR)
  const used = house.clock.now()
  expect((await use(token)).error).toBe(error)
  await expect.poll(() => house.db.read((tx) => tx.run(SEEN, [id, used]))).toHaveLength(1)
  house.clock.advance(23 * HOUR)
  expect((await house.ask(listSessions, {}, { token })).status).toBe(200)
})

test('a session not used for a day has ended for orders too', async () => {
  const { token } = await house.customer()
  house.clock.advance(24 * HOUR)
  expect((await cancel(token)).status).toBe(401)
})

test('an ended session is refused with the very next order', async () => {
  const someone = await house.customer()
  expect((await cancel(someone.token)).status).toBe(404)
  const other = await signInAgain(house, someone)
  await house.ask(endSession, { id: 'others' }, { token: other, key: newId() })
  expect((await cancel(someone.token)).status).toBe(401)
  expect((await cancel(other)).status).toBe(404)
})
