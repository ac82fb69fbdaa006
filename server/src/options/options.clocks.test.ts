import { afterEach, beforeEach, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { readOptionTerms, sellOption } from '@lonja/core/options/options.contract'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { writeFor } from '../database/locks.ts'
import { START } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'
import { enter, sell, setLimit } from './options.actions.ts'
import { askOption, enterOne, optionForm, runOptionRound, sayEvents, sayMinutes } from './options.testing.ts'

let house: TestHouse
beforeEach(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * HOUR }]
  sayMinutes(house)
})
afterEach(() => house.close())

test('while the clocks disagree an option has no price and is not sold', async () => {
  const who = await house.customer()
  const { id } = (await enterOne(house, who, { life: '5minutes' })).data as { id: string }
  sayEvents(house, 30)
  const token = await signInAgain(house, who)
  expect((await askOption(house, who, id)).data.sale).not.toBeNull()
  house.clock.jump(20 * MINUTE)
  expect((await askOption(house, who, id)).data.sale).toBeNull()
  const sale = await house.ask(sellOption, { id, least: '0.00' }, { token, key: newId() })
  expect(sale.error).toBe('trading_paused')
})

/** The steps of a customer whose calls begin at instants of their own, in the order in which they have the lock. */
async function stepsOf() {
  const who = await house.customer()
  const parts = { market: house.market, isOn: true }
  const { id: customer } = who
  return {
    who,
    enterAt: (now: number, stake: bigint) =>
      writeFor(house.db, customer, (tx) => enter(tx, parts, { customer, now }, { ...optionForm(), stake } as never)),
    limitAt: (now: number, limit: bigint) =>
      writeFor(house.db, customer, (tx) => setLimit(tx, { customer, now }, limit)),
    sellAt: (now: number, id: string) =>
      writeFor(house.db, customer, (tx) => sell(tx, parts, { customer, now }, { id, least: 0n })),
  }
}

test('a limit whose call began before an option was entered holds from after it', async () => {
  const { who, enterAt, limitAt } = await stepsOf()
  const now = house.clock.now()
  expect(isRefused(await enterAt(now, 90_00n))).toBe(false)
  expect(await limitAt(now - SECOND, 10_00n)).toMatchObject({ limit: { units: 10_00n }, left: 0n })
  // The lower of two limits is the later one, although its call began sooner.
  expect(await limitAt(now - 2 * SECOND, 5_00n)).toMatchObject({ limit: { units: 5_00n } })
  expect(await enterAt(now - 3 * SECOND, 1_00n)).toMatchObject({ refused: 'option_limit' })
  const { data } = await house.ask(readOptionTerms, {}, { token: who.token })
  expect(data.limit).toMatchObject({ limit: '5.00', staked: '90.00' })
  expect(await house.db.read(checkBooks)).toEqual([])
})

test('an option that is entered by a call from before its limit is within that limit', async () => {
  const { enterAt, limitAt } = await stepsOf()
  const now = house.clock.now()
  await limitAt(now, 50_00n)
  expect(await enterAt(now - SECOND, 50_01n)).toMatchObject({ refused: 'option_limit' })
  expect(await enterAt(now - SECOND, 50_00n)).toMatchObject({ at: now })
  expect(await house.db.read(checkBooks)).toEqual([])
})

test('an option that a server with a later clock entered ends no sooner than it began', async () => {
  const { who, enterAt, sellAt } = await stepsOf()
  const ahead = house.clock.now() + HOUR
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    const option = await enterAt(ahead, 1_00n)
    if (!isRefused(option)) ids.push(option.id)
  }
  sayEvents(house, 30)
  expect(await sellAt(house.clock.now(), ids[0] ?? '')).toMatchObject({ at: ahead })
  sayEvents(house, 31)
  await runOptionRound(house)
  const states = await Promise.all(ids.map(async (id) => (await askOption(house, who, id)).data.endedAt))
  expect(states).toEqual([ahead, ahead])
  expect(await house.db.read(checkBooks)).toEqual([])
})
