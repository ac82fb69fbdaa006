import { expect, test } from 'vitest'
import { openTestHouse } from '../testing/house.ts'
import { openPushKey } from './push.key.ts'

test('the key is made once, and opens only with the house’s secret', async () => {
  const house = await openTestHouse()
  const again = await openPushKey(house.db, house.secret, house.clock.now())
  expect(again).toEqual(house.push.key)
  await expect(openPushKey(house.db, Buffer.alloc(32, 8), house.clock.now())).rejects.toThrow(/put secret.key/)
  await house.close()
})
