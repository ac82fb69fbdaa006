import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readOption } from '@lonja/core/options/options.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readRun } from '@lonja/core/strategies/runs.contract'
import { enterOne, runOptionRound } from '../options/options.testing.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { startedIn } from '../strategies/strategies.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { restrict } from './restrictions.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 400 * HOUR }]
  await house.quote(ABC, 999n, 1_001n)
})
afterAll(() => house.close())

async function balanceOf({ token }: TestCustomer): Promise<[free: string, held: string]> {
  const { data } = await house.ask(readFigures, {}, { token })
  const own = data.byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR')
  return [own.free, own.held]
}

test('a restriction stops a strategy and lets an option go on to its end, and staff read both before', async () => {
  const [who, seat] = [await house.customer(), await house.seat({ roles: ['treasurer', 'support'], claimedAt: START })]
  const { token } = who
  const [free] = await balanceOf(who)
  const id = await startedIn(house.db, who.id, house.clock.now())
  const option = (await enterOne(house, who)).data as { id: string; number: string }
  const file = await house.ask(openCustomer, { id: who.id }, { token: seat.token })
  expect(file.data.underWay.applications).toEqual([
    { kind: 'option', number: option.number, amount: { amount: '10.00', currency: 'EUR' } },
    { kind: 'run', number: id.slice(-6).toUpperCase(), amount: { amount: '100.00', currency: 'EUR' } },
  ])
  expect((await balanceOf(who))[1]).toBe('110.00')
  expect((await restrict(house, seat, who.id, { level: 1 })).data).toMatchObject({ outcome: 'restricted' })
  expect((await balanceOf(who))[1]).toBe('10.00')
  expect((await house.ask(readRun, { id }, { token })).data).toMatchObject({ state: 'stopped', reason: 'restricted' })
  const notices = (await house.ask(listNotices, {}, { token, language: 'en' })).data.data as {
    code: string
    body: string
  }[]
  expect(notices.filter(({ code }) => code === 'run_ended').map(({ body }) => body)).toEqual([
    'It ended because your account is restricted. €100.00 is available again.',
  ])
  expect((await house.ask(readOption, { id: option.id }, { token })).data).toMatchObject({ state: 'running' })
  house.clock.advance(2 * MINUTE)
  await runOptionRound(house)
  expect((await house.ask(readOption, { id: option.id }, { token })).data).toMatchObject({ state: 'refunded' })
  expect(await balanceOf(who)).toEqual([free, '0.00'])
})
