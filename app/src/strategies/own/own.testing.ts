import { EditorView } from '@codemirror/view'
import { act } from 'react'
import { assert } from '@lonja/core/base/assert'
import type { ReplyOf } from '@lonja/core/base/contract'
import type {
  OwnDiagnostic,
  listBacktests,
  listStrategies,
  readBacktest,
} from '@lonja/core/strategies/strategies.contract'
import { newId } from '@lonja/kit/ids'
import type { Run, RunStory } from '../run.ts'
import { run } from '../strategies.testing.ts'
import type { Check, OwnLimits, OwnRow, Trial, WholeOwn } from './own.ts'

/* Answers of the house about own strategies, and the editor's text, for the tests of their screens. */

// jsdom says that it is Safari, for which CodeMirror uses a command that jsdom does not have.
document.execCommand = () => false
// Nothing is laid out in jsdom, so a caret has no place.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList

/** The fields of code on the screen, each in a shadow root of its own. */
export const codeFields = (): HTMLElement[] =>
  [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>('.cm-content') ?? []),
  ])

function viewOf(field: HTMLElement | undefined): EditorView {
  const view = field && EditorView.findFromDOM(field)
  assert(view !== undefined && view !== null, 'a field of code is open')
  return view
}

export const codeText = (): string => viewOf(codeFields()[0]).state.doc.toString()

/** The text is another, as if typed. */
export function typeCode(text: string): void {
  const view = viewOf(codeFields()[0])
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }))
}

/** The lines that are marked as faulty, by their texts, and the words. */
export const faultyLines = (): (string | null)[] =>
  [...(codeFields()[0]?.querySelectorAll('.cm-fault-line') ?? [])].map(({ textContent }) => textContent)
export const faultyWords = (): (string | null)[] =>
  [...(codeFields()[0]?.querySelectorAll('.cm-fault-word') ?? [])].map(({ textContent }) => textContent)

export const NOW = Date.UTC(2026, 10, 23, 9)
export const OWN = newId()
export const TEXT =
  "import { strategy } from 'lonja'\n\nexport default strategy({\n  onBar: (bar, own, act) => act.sel(1),\n})\n"

export const limits: OwnLimits = {
  bytes: 32_768,
  strategies: 20,
  versions: 200,
  stepsPerEvent: 1_000_000,
  msPerEvent: 2_000,
  megabytes: 16,
  stateBytes: 16_384,
  ordersPerMinute: 10,
  history: 200,
  spans: [1, 5, 15],
  backtestsOpen: 3,
  runsOpen: 3,
}

export const ownRow = (more: Partial<OwnRow> = {}): OwnRow => ({
  id: OWN,
  name: 'Media propia',
  version: 2,
  at: NOW,
  bytes: TEXT.length,
  shared: null,
  ...more,
})

export const wholeOwn = (more: Partial<WholeOwn> = {}): WholeOwn => ({
  ...ownRow(),
  read: 2,
  text: TEXT,
  link: null,
  versions: [
    { version: 2, at: NOW, bytes: TEXT.length },
    { version: 1, at: NOW - 60_000, bytes: 12 },
  ],
  ...more,
})

export const fault = (more: Partial<OwnDiagnostic> = {}): OwnDiagnostic => ({
  code: 'unknown_name',
  line: 4,
  column: TEXT.split('\n')[3]!.indexOf('sel') + 1,
  message: 'not a function',
  name: 'sel',
  near: 'sell',
  ...more,
})

export const checkOf = (more: Partial<Check> = {}): Check => ({ diagnostics: [], settings: null, trial: null, ...more })

export const trialOf = (more: Partial<Trial> = {}): Trial => ({
  bars: 390,
  quotes: 400,
  orders: 1,
  events: [{ at: NOW, on: 'bar', kind: 'buy', shares: 5, limit: null, note: null, line: 4 }],
  stop: null,
  steps: 120,
  stateBytes: 4,
  ...more,
})

export const bounds = (): ReplyOf<typeof listStrategies> => ({
  strategies: [],
  budget: { least: 100_00n, most: 1_000_000_00n },
  backtests: { daysMost: 366, openMost: 3, storedMost: 20 },
  runs: { off: false, openMost: 5 },
  source: 'practice',
})

type Backtest = ReplyOf<typeof readBacktest>

export const backtestOf = (more: Partial<Backtest> = {}): Backtest => ({
  id: newId(),
  strategy: 'own',
  version: 2,
  listing: 'XMAD:BVE',
  from: '2026-11-16',
  to: '2026-11-20',
  budget: 1_000_00n,
  most: 1_000_00n,
  lossStop: 100_00n,
  parameters: [],
  own: { id: OWN, name: 'Media propia' },
  stop: null,
  company: 'Banco',
  currency: 'EUR',
  at: NOW,
  state: 'done',
  fault: null,
  endedAt: NOW,
  progress: null,
  outcome: null,
  ...more,
})

export const backtestRow = ({ outcome: _outcome, ...row }: Backtest): ReplyOf<typeof listBacktests>['rows'][number] =>
  row

export const outcomeOf = (more: Partial<NonNullable<Backtest['outcome']>> = {}): NonNullable<Backtest['outcome']> => ({
  from: NOW,
  to: NOW,
  minutes: 100,
  quoted: 90,
  own: figures(-8_70n, 214),
  held: figures(12_00n, 120),
  curve: [],
  trades: 12,
  wins: 3,
  stopped: null,
  refusals: [],
  ...more,
})

const figures = (result: bigint, bps: number) => ({
  drawdown: { most: 21_40n, bps },
  value: 1_000_00n + result,
  result,
  realised: result,
  fees: 1_20n,
  spread: 50n,
  exposureBps: 2_000,
  fills: 24,
})

/** A run of the strategy. */
export const ownRun = (more: Partial<RunStory> = {}): RunStory =>
  run({ strategy: 'own', version: 2, own: { id: OWN, name: 'Media propia' }, parameters: [], ...more })

/** A run as its list has it. */
export const runRow = ({ curve: _curve, ...row }: RunStory): Run => row
