import type { CallName } from '@lonja/core/calls'
import { RISK_LEVELS } from '@lonja/core/risk/risk.rules'
import { newId } from '../base/ids.ts'
import { maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

/** A text by which a list may be searched: an id, an account number, or something that is neither. */
const namingOf = (id: string, chance: Dice): string =>
  chance.pick([id, `L-${id.slice(-6)}`, 'nobody', `${id.slice(0, 9)}${'-'.repeat(27)}`])

/** Valid inputs of the calls on the page of risk. */
export const RISK = {
  readRisk: () => ({}),
  listMarginLevels: ({ mark }, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ find: namingOf(mark, chance) })),
    ...maybe(chance, () => ({ fallen: chance.pick(RISK_LEVELS) })),
  }),
  listHouseCloseOuts: ({ mark }, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ find: namingOf(mark, chance) })),
  }),
  openCloseOut: ({ mark: customer }) => ({ customer, id: newId() }),
  listExposure: () => ({}),
  listExpiries: () => ({}),
} satisfies Partial<Record<CallName, (who: { readonly mark: string }, chance: Dice) => Fields>>
