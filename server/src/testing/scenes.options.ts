import { enterOption } from '@lonja/core/options/options.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { optionForm } from '../options/options.testing.ts'
import { ABC } from '../orders/orders.testing.ts'
import { ownerIn } from './access.owner.ts'
import type { TestHouse } from './house.ts'

/** An owner in a house that has a quote of this second, and of each of the last 40 minutes. */
async function quotedOwnerIn(house: TestHouse) {
  const customer = await ownerIn(house)
  const now = house.clock.now()
  for (let n = 40; n > 0; n--) house.script.say(ABC, now - n * MINUTE, 999n + BigInt(n % 2), 1_001n)
  await house.quote(ABC, 999n, 1_001n)
  return customer
}

/** Scenes of writes on binary options. */
export const OPTION_SCENES = {
  enterOption: async (house: TestHouse) => {
    const customer = await quotedOwnerIn(house)
    return { token: customer.token, input: optionForm(), customer }
  },
  sellOption: async (house: TestHouse) => {
    const customer = await quotedOwnerIn(house)
    const form = optionForm({ life: '15minutes' })
    await house.ask(enterOption, form, { token: customer.token, key: form.id })
    await house.quote(ABC, 999n, 1_001n)
    return { token: customer.token, input: { id: form.id, least: '0.00' }, customer }
  },
}
