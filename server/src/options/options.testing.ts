import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { enterOption, readOption, readOptionTerms } from '@lonja/core/options/options.contract'
import { newId } from '../base/ids.ts'
import { openLane } from '../database/lane.ts'
import { ABC } from '../orders/orders.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { optionsRound } from './options.jobs.ts'

/** A form that enters an option of 10.00 for a minute, on ABC and up if it does not say otherwise. */
export const optionForm = (change: object = {}) => ({
  id: newId() as string,
  listing: ABC,
  side: 'up',
  life: 'minute',
  stake: '10.00',
  ...change,
})

/** A customer enters an option through the door. */
export function enterOne(
  house: TestHouse,
  { token }: Pick<TestCustomer, 'token'>,
  change: object = {},
): Promise<CallAnswer> {
  const form = optionForm(change)
  return house.ask(enterOption, form, { token, key: form.id })
}

/** Says an event a second, each of the bid and the ask that it makes of its number, and leaves the clock at the last. */
export function sayEvents(
  house: TestHouse,
  count: number,
  cents: (n: number) => readonly [bid: bigint, ask: bigint] = () => [999n, 1_001n],
  listing: ListingId = ABC,
): void {
  for (let n = 0; n < count; n++) {
    house.clock.advance(SECOND)
    house.script.say(listing, house.clock.now(), ...cents(n))
  }
}

/** Says an event of each of the last 40 minutes, from which a sale's model works out how much the price changes. */
export function sayMinutes(house: TestHouse, listing: ListingId = ABC): void {
  for (let n = 0; n < 40; n++) {
    house.clock.advance(MINUTE)
    house.script.say(listing, house.clock.now(), n % 2 === 0 ? 999n : 998n, n % 2 === 0 ? 1_001n : 1_000n)
  }
}

/** One round of the job on a lane of its own, as one server of the house runs it. */
export async function runOptionRound(
  { db, clock, market, events }: Pick<TestHouse, 'db' | 'clock' | 'market' | 'events'>,
  agrees = true,
): Promise<void> {
  const lane = openLane(db, { clock, newId, publish: events.publish })
  try {
    await optionsRound({ db, market, lane, guard: { agrees: () => agrees } })
  } finally {
    await lane.close()
  }
}

/** One option, as its customer reads it after signing in again. */
export const askOption = async (house: TestHouse, who: TestCustomer, id: string): Promise<CallAnswer> =>
  house.ask(readOption, { id }, { token: await signInAgain(house, who) })

/** The terms, the limit and the record, as a customer reads them after signing in again. */
export const askTerms = async (house: TestHouse, who: TestCustomer): Promise<CallAnswer> =>
  house.ask(readOptionTerms, {}, { token: await signInAgain(house, who) })
