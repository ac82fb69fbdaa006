import type { ReplyOf } from '@lonja/core/base/contract'
import { MINUTE } from '@lonja/core/base/instant'
import type { ParameterUnit } from '@lonja/core/strategies/events'
import { MODEL } from '@lonja/core/strategies/model'
import { FLAT_BEFORE_MS } from '@lonja/core/strategies/running.rules'
import type { listStrategies } from '@lonja/core/strategies/strategies.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useText, type Say } from '@lonja/kit/text'

export type StrategyFacts = ReplyOf<typeof listStrategies>
export type ListedStrategy = StrategyFacts['strategies'][number]

export const INTRADAY = '/subPackages/home/dayTrading/dayTrading'
export const AI = '/subPackages/home/ai/ai'
export const STRATEGY = '/subPackages/strategies/strategy'

/** The strategy of a form: one of the house, or a version of the customer's own, which has no parameters. */
export interface FormStrategy extends Pick<ListedStrategy, 'id' | 'version' | 'parameters'> {
  readonly own: { readonly id: string; readonly name: string } | null
}

/** The strategies of the house that this app has words for, each with the file of its code. */
export const STRATEGY_FILES = {
  opening_range: 'core/src/strategies/opening.ts',
  vwap_reversion: 'core/src/strategies/vwap.ts',
  grid: 'core/src/strategies/grid.ts',
  momentum: 'core/src/strategies/momentum.ts',
  mean_reversion: 'core/src/strategies/reversion.ts',
  trained_model: 'core/src/strategies/trained.ts',
} as const

type StrategyName = keyof typeof STRATEGY_FILES

const isNamed = (name: string): name is StrategyName => Object.hasOwn(STRATEGY_FILES, name)

const MODEL_NAME: StrategyName = 'trained_model'
export const isModel = (id: string): boolean => id === MODEL_NAME

/** The strategies of the two pages: rules that end with the day, and the model with the rules that look over days. */
export const strategiesOn = (path: string, { strategies }: StrategyFacts): ListedStrategy[] =>
  strategies.filter(({ id, intraday }) => (path === AI) === (isModel(id) || !intraday))

/** The name of a strategy; a later one, for which this app has no words, by its id. */
export const nameIn = (t: Say<'strategies'>, id: string): string => (isNamed(id) ? t(`name_${id}`) : id)

/** The name of the strategy of a run, a backtest or a form. A backtest whose own strategy is removed has none. */
export const titleIn = (
  t: Say<'strategies'>,
  { strategy, own }: { readonly strategy: string; readonly own: { readonly name: string | null } | null },
): string => (own === null ? nameIn(t, strategy) : (own.name ?? t('ownRemoved')))

/** A strategy in one line; empty for a later one. */
export const lineIn = (t: Say<'strategies'>, id: string): string | undefined =>
  isNamed(id) ? t(`line_${id}`) : undefined

/** The steps by which a strategy decides. */
export const stepsIn = (t: Say<'strategies'>, id: string): string[] =>
  isNamed(id)
    ? t(`how_${id}`, {
        flat: FLAT_BEFORE_MS / MINUTE,
        span: MODEL.spanMinutes,
        horizon: MODEL.horizonMinutes,
      }).split('\n')
    : []

export const fileOf = (id: string): string | null => (isNamed(id) ? STRATEGY_FILES[id] : null)

const PARAMETERS = {
  'opening_range.rangeMinutes': 'param_range',
  'opening_range.targetTenths': 'param_target',
  'vwap_reversion.waitMinutes': 'param_wait',
  'vwap_reversion.entryBps': 'param_below',
  'vwap_reversion.stopBps': 'param_stop',
  'grid.levels': 'param_levels',
  'grid.distanceBps': 'param_distance',
  'momentum.spanMinutes': 'param_span',
  'momentum.spans': 'param_spans',
  'momentum.entryBps': 'param_rise',
  'mean_reversion.spanMinutes': 'param_span',
  'mean_reversion.spans': 'param_spans',
  'mean_reversion.deviationTenths': 'param_deviations',
  'trained_model.entryTenths': 'param_demand',
} as const
type ParameterName = keyof typeof PARAMETERS

const isParameter = (name: string): name is ParameterName => Object.hasOwn(PARAMETERS, name)

/** The words of a parameter; one of a later strategy has its own name. */
export function parameterIn(t: Say<'strategies'>, strategy: string, name: string): string {
  const key = `${strategy}.${name}`
  return isParameter(key) ? t(PARAMETERS[key]) : name
}

/** The decimals with which the whole number of a parameter is shown: basis points as per cent, tenths as such. */
export const DECIMALS: Readonly<Record<ParameterUnit, number>> = { minutes: 0, steps: 0, bps: 2, tenths: 1 }

/** Writes the value of a parameter with its unit. */
export function useParameterText(): (unit: ParameterUnit, value: number) => string {
  const t = useText('strategies')
  const f = useFormats()
  return (unit, value) => writeValue(t, f, unit, value)
}

function writeValue(t: Say<'strategies'>, f: Formats, unit: ParameterUnit, value: number): string {
  if (unit === 'minutes') return t('minutes', { count: value })
  if (unit === 'bps') return f.rate(BigInt(value))
  return f.units(BigInt(value), DECIMALS[unit])
}

/** The parameters of a request as rows, by the units that the house lists for its strategy: without its unit no value is shown. */
export function useParameterRows(facts: StrategyFacts | undefined) {
  const t = useText('strategies')
  const write = useParameterText()
  return (of: { strategy: string; version: number; parameters: readonly { name: string; value: number }[] }) => {
    const listed = facts?.strategies.find(({ id, version }) => id === of.strategy && version === of.version)
    return of.parameters.map(({ name, value }) => {
      const unit = listed?.parameters.find((each) => each.name === name)?.unit
      return { label: parameterIn(t, of.strategy, name), value: unit ? write(unit, value) : '-' }
    })
  }
}
