import { STRATEGIES } from '@lonja/core/strategies/listed'
import { newId } from '../base/ids.ts'
import {
  backtestForm,
  runForm,
  OWN_TEXT,
  ownBacktestForm,
  ownForm,
  ownRunForm,
} from '../strategies/strategies.testing.ts'
import { newLink } from '../strategies/own.actions.ts'
import { maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

/** Valid inputs for the calls on strategies and their backtests. */
export const STRATEGY_INPUTS = {
  listStrategies: (): Fields => ({}),
  listBacktests: (_who: object, chance: Dice): Fields => ({
    ...paged(chance),
    ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
  }),
  readBacktest: (): Fields => ({ id: newId() }),
  listBacktestTrades: (_who: object, chance: Dice): Fields => ({
    ...paged(chance),
    id: newId(),
    ...maybe(chance, () => ({ cursor: chance.pick(['1', '999999', 'x']) })),
  }),
  downloadBacktest: (): Fields => ({ id: newId() }),
  startBacktest: (_who: object, chance: Dice): Fields =>
    backtestForm({
      strategy: chance.pick(STRATEGIES).id,
      budget: chance.pick(['1000.00', '99.99', '-1.00']),
      to: chance.pick(['2026-11-19', '2026-11-20', '2026-11-31']),
      parameters: chance.pick([[], [{ name: 'levels', value: 3 }], [{ name: 'none', value: 1 }]]),
    }),
  removeBacktest: (): Fields => ({ id: newId() }),
  listRuns: (_who: object, chance: Dice): Fields => ({
    ...paged(chance),
    state: chance.pick(['open', 'over']),
    ...maybe(chance, () => ({ own: newId() })),
    ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
  }),
  readRun: (): Fields => ({ id: newId() }),
  listRunTrades: (_who: object, chance: Dice): Fields => ({
    ...paged(chance),
    id: newId(),
    ...maybe(chance, () => ({ cursor: chance.pick([`${newId()}.${newId()}`, '1', 'x']) })),
  }),
  readRunResults: (): Fields => ({}),
  startRun: (_who: object, chance: Dice): Fields =>
    runForm({
      strategy: chance.pick(STRATEGIES).id,
      budget: chance.pick(['100.00', '99.99', '-1.00']),
      parameters: chance.pick([[], [{ name: 'levels', value: 3 }], [{ name: 'none', value: 1 }]]),
    }),
  pauseRun: (): Fields => ({ id: newId() }),
  resumeRun: (): Fields => ({ id: newId() }),
  stopRun: (_who: object, chance: Dice): Fields => ({ id: newId(), sells: chance.pick([true, false]) }),
  listOwnStrategies: (): Fields => ({}),
  readOwnStrategy: (_who: object, chance: Dice): Fields => ({
    id: newId(),
    ...maybe(chance, () => ({ version: chance.pick(['1', '200']) })),
  }),
  saveOwnStrategy: (_who: object, chance: Dice): Fields =>
    ownForm({ after: chance.pick([0, 1]), text: chance.pick([OWN_TEXT, '', 'export default']) }),
  checkOwnStrategy: (_who: object, chance: Dice): Fields => ({
    text: chance.pick([OWN_TEXT, '', '((((', 'export default strategy()']),
    try: chance.pick([null, { listing: 'XNYS:NONE', day: '2026-11-19' }]),
  }),
  shareOwnStrategy: (): Fields => ({ id: newId(), version: 1 }),
  unshareOwnStrategy: (): Fields => ({ id: newId() }),
  readSharedStrategy: (): Fields => ({ link: newLink() }),
  startOwnBacktest: (): Fields => ownBacktestForm({ own: newId() }),
  startOwnRun: (_who: object, chance: Dice): Fields =>
    ownRunForm({ own: newId(), budget: chance.pick(['100.00', '99.99', '-1.00']) }),
  removeOwnStrategy: (): Fields => ({ id: newId() }),
} as const
