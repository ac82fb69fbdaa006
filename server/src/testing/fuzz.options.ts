import { OPTION_LIVES, OPTION_SIDES } from '@lonja/core/options/options.contract'
import { newId } from '../base/ids.ts'
import { optionForm } from '../options/options.testing.ts'
import { maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

/** Valid inputs for the calls on options. */
export const OPTIONS = {
  readOptionTerms: (): Fields => ({}),
  listOptions: (_who: object, chance: Dice): Fields => ({
    ...paged(chance),
    ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
  }),
  readOption: (): Fields => ({ id: newId() }),
  enterOption: (_who: object, chance: Dice): Fields =>
    optionForm({
      side: chance.pick(OPTION_SIDES),
      life: chance.pick(OPTION_LIVES),
      stake: chance.pick(['1.00', '2.50', '0.99', '100.01']),
    }),
  sellOption: (): Fields => ({ id: newId(), least: '0.00' }),
  setOptionLimit: (_who: object, chance: Dice): Fields => ({
    limit: chance.pick(['50.00', '90.00', '1000.01', '-1.00']),
  }),
} as const
