import type { ListingId } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import {
  OPTION_LIVES,
  OPTION_SIDES,
  enterOption,
  sellOption,
  setOptionLimit,
} from '@lonja/core/options/options.contract'
import { newId } from '../base/ids.ts'
import { optionForm } from '../options/options.testing.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import type { Dice } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'
import { anyOf, type Act } from './walks.people.ts'
import { answerWithId } from './walks.trading.ts'

/** Stakes, one of them above the usual limit of a day and one below the least. */
const STAKES = ['1.00', '7.77', '10.00', '50.00', '100.01', '0.99'] as const
/** The lowest prices for which an option is sold: any, and one that none has. */
const LEAST = ['0.00', '0.00', '0.00', '999.00'] as const

/** The acts of a walk that enter options, sell them back and set the limit of a day. */
export const OPTION_ACTS = {
  enterOption: [
    5,
    async ({ house, chance }, who) => {
      const [listing, side] = [chance.pick([ABC, ESP]), chance.pick(OPTION_SIDES)]
      const form = optionForm({ listing, side, life: chance.pick(OPTION_LIVES), stake: chance.pick(STAKES) })
      return answerWithId(await house.ask(enterOption, form, { token: who.token, key: form.id }), form.id, who.options)
    },
  ],
  sellOption: [
    3,
    ({ house, chance }, { token, options }) =>
      house.ask(sellOption, { id: anyOf(options, chance), least: chance.pick(LEAST) }, { token, key: newId() }),
  ],
  setOptionLimit: [
    1,
    ({ house, chance }, { token }) =>
      house.ask(setOptionLimit, { limit: chance.pick(['20.00', '100.00', '500.00']) }, { token, key: newId() }),
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>

/** The seconds at the end of a stretch with an event each: an option that ends with it is settled on the last ten. */
const EVENTS = 12

/**
 * Passes some time with an event in its first second, which makes strikes, and one in each of its last, which settle. An
 * order may fill on any of them.
 */
export function passWithEvents(house: TestHouse, ms: number, chance: Dice): void {
  const middles = new Map<ListingId, number>([ABC, ESP].map((listing) => [listing, 400 + chance.below(800)]))
  const say = () => {
    for (const [listing, middle] of middles) {
      const cents = BigInt(middle + chance.below(3))
      house.script.say(listing, house.clock.now(), cents, cents + 2n, 1_000n)
    }
  }
  house.clock.advance(SECOND)
  say()
  house.clock.advance(ms - (EVENTS + 1) * SECOND)
  for (let n = 0; n < EVENTS; n += 1) {
    house.clock.advance(SECOND)
    say()
  }
}
