import { HOUR } from '@lonja/core/base/instant'
import { ENTRY_KINDS, HOUSE_ACCOUNTS } from '@lonja/core/lists'
import { START } from '../orders/orders.testing.ts'
import { newId } from '../base/ids.ts'
import { maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

type Make = (who: object, chance: Dice) => Fields

/** Valid inputs of the calls of the console that concern no customer and no other seat. */
export const CONSOLE = {
  readHouseDay: (_who, chance) => ({ from: String(START), to: String(START + chance.below(2) * HOUR) }),
  listAccountSources: (_who, chance) => ({
    ...paged(chance),
    account: chance.pick(HOUSE_ACCOUNTS),
    currency: chance.pick(['EUR', 'USD']),
    ...maybe(chance, () => ({ kind: chance.pick(ENTRY_KINDS) })),
    from: String(START),
    to: String(START + HOUR),
  }),
  listColleagues: () => ({}),
  listSeatFilters: () => ({}),
  saveSeatFilter: (_who, chance) => ({
    id: newId(),
    kind: chance.pick(['deposit', 'withdrawal']),
    name: chance.pick(['Mías', '晚了', '<b>x</b>']),
    query: chance.pick(['whose=mine', 'late=yes&sort=largest', 'least=1000']),
  }),
  removeSeatFilter: () => ({ id: newId() }),
} satisfies Readonly<Record<string, Make>>
