import * as z from 'zod/mini'
import type { ReplyOf } from '@lonja/core/base/contract'
import { OWN_EXAMPLES } from '@lonja/core/strategies/own.examples'
import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  readSharedStrategy,
} from '@lonja/core/strategies/own.contract'
import { cents } from '@lonja/core/base/amount'
import { listRuns, type readRun } from '@lonja/core/strategies/runs.contract'
import { listBacktests, readBacktest, type OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'
import { oneRun, run } from './pictures.strategies.ts'

/* Own strategies: the list, the editor with each of its tabs and what its text comes to, and a text that a link shows. */

type Check = ReplyOf<typeof checkOwnStrategy>
type Own = ReplyOf<typeof readOwnStrategy>

const AT = Date.UTC(2026, 10, 23, 9)
const DAY = 24 * 3_600_000
const OWN = newId()
const NAME = 'Media de veinte minutos'
const TEXT = OWN_EXAMPLES.below_mean
const LINK = 'AbCdEfGhIjKlMnOpQrStUv'

const row = (name: string, n: number, shared: number | null = null) => ({
  id: n === 0 ? OWN : newId(),
  name,
  version: 7 - n,
  at: AT - n * DAY,
  bytes: TEXT.length + 640 * n,
  shared,
})
const LIMITS = {
  bytes: 32_768,
  strategies: 20,
  versions: 200,
  stepsPerEvent: 1_000_000,
  msPerEvent: 5_000,
  megabytes: 16,
  stateBytes: 16_384,
  ordersPerMinute: 10,
  history: 200,
  spans: [1, 5, 15, 30, 60],
  backtestsOpen: 3,
  runsOpen: 3,
}
const list: Alteration = {
  path: listOwnStrategies.path,
  instead: z.encode(listOwnStrategies.reply, {
    rows: [
      row(NAME, 0, 6),
      row('Rotura de la primera media hora, con salida antes del cierre', 1),
      row('Rejilla ancha', 2),
    ],
    limits: LIMITS,
  }),
}
const whole = (more: Partial<Own> = {}): Alteration => ({
  path: readOwnStrategy.path,
  instead: z.encode(readOwnStrategy.reply, {
    ...row(NAME, 0),
    read: 7,
    text: TEXT,
    link: null,
    versions: Array.from({ length: 7 }, (_version, n) => ({
      version: 7 - n,
      at: AT - n * DAY,
      bytes: TEXT.length - 12 * n,
    })),
    ...more,
  }),
})
const shared = whole({ shared: 6, link: LINK })

const checked = (of: Partial<Check>): Alteration => ({
  path: checkOwnStrategy.path,
  instead: z.encode(checkOwnStrategy.reply, { diagnostics: [], settings: null, trial: null, ...of }),
})
const fault: OwnDiagnostic = {
  code: 'unknown_name',
  line: 12,
  column: 5,
  message: 'act.sel is not a function',
  name: 'sel',
  near: 'sell',
}
const events = (['buy', 'note', 'sell', 'buy', 'sell'] as const).map((kind, n) => ({
  at: AT + n * 1_500_000,
  on: 'bar' as const,
  kind,
  shares: kind === 'note' ? null : 570,
  limit: kind === 'buy' && n > 0 ? 174_600 : null,
  note: kind === 'note' ? 'below the mean by 0.8 %' : null,
  line: 10 + n,
}))
const trial = { bars: 390, quotes: 4_112, orders: 4, events, stop: null, steps: 1_204, stateBytes: 88 }

type RunStory = ReplyOf<typeof readRun>
const RUN_ID = newId()
const ownRun = (more: Partial<RunStory> = {}): RunStory =>
  run({
    id: RUN_ID,
    strategy: 'own',
    version: 6,
    own: { id: OWN, name: NAME },
    most: cents(500_00n),
    parameters: [],
    refusals: [],
    ...more,
  })
const faulty: Partial<RunStory> = {
  state: 'stopped',
  reason: 'fault',
  stop: { ...fault, code: 'threw', message: 'own.state.seen is undefined', line: 12, name: null, near: null, at: AT },
  endedAt: AT + 1_000,
  cash: cents(0n),
}
const runRow = ({ curve: _curve, ...of }: RunStory) => ({ ...of, id: newId() })
const listOf = (state: 'open' | 'over', rows: readonly RunStory[]): Alteration => ({
  path: `${listRuns.path}*state=${state}`,
  instead: z.encode(listRuns.reply, { rows: rows.map(runRow), cursor: null }),
})
const open = listOf('open', [ownRun({ version: 7 })])
const over = listOf('over', [ownRun(faulty), ownRun({ state: 'stopped', reason: 'loss_stop', endedAt: AT })])
/** As many as may go on. */
const three = listOf('open', [ownRun(), ownRun(), ownRun()])
type Backtest = ReplyOf<typeof readBacktest>
const backtest: Backtest = {
  id: newId(),
  strategy: 'own',
  version: 6,
  listing: 'XMAD:LGM',
  from: '2026-11-16',
  to: '2026-11-20',
  budget: cents(1_000_00n),
  most: cents(500_00n),
  lossStop: cents(100_00n),
  parameters: [],
  own: { id: OWN, name: NAME },
  stop: null,
  company: 'Lagomar',
  currency: 'EUR',
  at: AT - DAY,
  state: 'failed',
  fault: 'no_minutes',
  endedAt: AT,
  progress: null,
  outcome: null,
}
const { outcome: _outcome, ...backtestRow } = backtest
const tests: readonly Alteration[] = [
  { path: readBacktest.path, instead: z.encode(readBacktest.reply, backtest) },
  // Its address begins like that of one backtest.
  { path: listBacktests.path, instead: z.encode(listBacktests.reply, { rows: [backtestRow], cursor: null }) },
]

const full = { who: 'person', states: ['full'] } as const
const LIST = '/subPackages/strategies/own'
const EDITOR = `/subPackages/strategies/text?id=${OWN}&listing=XMAD:LGM`
const RUN = '[data-dock] [data-look=filled]'
const APPLY = `/subPackages/strategies/apply?own=${OWN}&version=6&listing=XMAD:LGM`
const RUN_PAGE = `/subPackages/strategies/run?id=${RUN_ID}`
const version6 = whole({ read: 6 })
const compiled = checked({ settings: { span: 15, history: 20, intraday: true, most: cents(500_00n) } })
const editor = (name: string, alters: readonly Alteration[], ...press: NonNullable<PictureScreen['press']>) => ({
  ...opened(name, EDITOR, ...press),
  alters: [list, ...alters],
})

/** The screens of own strategies. */
export const OWN_SCREENS: readonly PictureScreen[] = [
  { name: 'own', path: LIST, who: 'person', states: ['empty', 'loading', 'failed'] },
  { name: 'own-records', path: LIST, ...full, alters: list },
  { name: 'own-editor', path: EDITOR, who: 'person', states: ['loading', 'failed'] },
  editor('own-code', [whole()]),
  editor('own-fault', [whole(), checked({ diagnostics: [fault] })], RUN),
  editor('own-tried', [whole(), checked({ trial })], RUN),
  editor(
    'own-stopped',
    [whole(), checked({ trial: { ...trial, stop: { ...fault, code: 'too_slow', name: null, near: null, at: AT } } })],
    RUN,
  ),
  editor('own-data', [whole()], ['own', 'tab_data']),
  editor('own-use', [shared, open, over, ...tests], ['own', 'tab_use']),
  editor('own-use-first', [whole()], ['own', 'tab_use']),
  editor('own-remove-running', [whole(), open], ['own', 'tab_versions'], ['own', 'remove']),
  {
    name: 'own-line',
    path: `${EDITOR}&version=7&line=12`,
    ...full,
    alters: [list, whole()],
  },
  {
    name: 'own-line-earlier',
    path: `${EDITOR}&version=6&line=12`,
    ...full,
    alters: [list, version6],
  },
  { name: 'own-run-form', path: APPLY, who: 'person', states: ['loading', 'failed'] },
  { name: 'own-run-form-full', path: APPLY, ...full, alters: [list, version6, compiled] },
  { name: 'own-run-form-three', path: APPLY, ...full, alters: [list, version6, compiled, three] },
  { name: 'own-run-form-fault', path: APPLY, ...full, alters: [list, version6, checked({ diagnostics: [fault] })] },
  { name: 'own-run-running', path: RUN_PAGE, ...full, alters: [list, oneRun(ownRun())] },
  { name: 'own-run-fault', path: RUN_PAGE, ...full, alters: [list, oneRun(ownRun(faulty))] },
  { name: 'own-run-stopping', path: RUN_PAGE, ...full, alters: [list, oneRun(ownRun())], press: [RUN] },
  { name: 'own-runs', path: '/subPackages/strategies/runs', ...full, alters: [open, over] },
  editor('own-examples', [whole()], ['own', 'tab_examples']),
  editor('own-versions', [shared], ['own', 'tab_versions']),
  {
    name: 'own-shared',
    path: `/subPackages/strategies/shared?link=${LINK}`,
    who: 'person',
    states: ['loading', 'failed'],
  },
  {
    name: 'own-shared-text',
    path: `/subPackages/strategies/shared?link=${LINK}`,
    ...full,
    alters: {
      path: readSharedStrategy.path,
      instead: z.encode(readSharedStrategy.reply, { name: NAME, version: 6, at: AT, text: TEXT }),
    },
  },
  { name: 'own-shared-unknown', path: `/subPackages/strategies/shared?link=${LINK}`, ...full },
]
