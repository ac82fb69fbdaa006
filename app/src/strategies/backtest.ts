import type { ReplyOf } from '@lonja/core/base/contract'
import type {
  BacktestOutcome,
  BacktestState,
  listBacktests,
  readBacktest,
} from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import { hrefTo } from '@lonja/kit/nav'
import { useText } from '@lonja/kit/text'
import { OWN_TEXT } from './own/own.ts'

export type Backtest = ReplyOf<typeof listBacktests>['rows'][number]
export type BacktestStory = ReplyOf<typeof readBacktest>
export type Figures = BacktestOutcome['own']

export const TEST = '/subPackages/strategies/test'
export const BACKTEST = '/subPackages/strategies/backtest'
export const BACKTESTS = '/subPackages/strategies/backtests'
export const BACKTEST_TRADES = '/subPackages/strategies/trades'

export const BACKTEST_TONES: Readonly<Record<BacktestState, StatusTone>> = {
  queued: 'grey',
  running: 'accent',
  done: 'gain',
  failed: 'loss',
}

export const isUnderWay = (state: BacktestState): boolean => state === 'queued' || state === 'running'

/** The page on which a backtest is changed: its form, or the text of an own strategy; null once that is removed. */
export const againOf = ({ id, own, listing }: Backtest): string | null =>
  own === null ? hrefTo(TEST, { again: id }) : own.name === null ? null : hrefTo(OWN_TEXT, { id: own.id, listing })

/** Writes the days of a period of the venue's calendar. */
export function usePeriodText(): (of: { readonly from: string; readonly to: string }) => string {
  const t = useText('strategies')
  const day = useDayText()
  return ({ from, to }) => t('periodOf', { from: day(from), to: day(to) })
}

export function useDayText(): (day: string) => string {
  const f = useFormats()
  return (day) => f.day(Date.parse(`${day}T12:00:00Z`), 'UTC')
}

/** The words of refusals of orders, by what an order lacked. */
const REFUSED = {
  insufficient_balance: 'refused_balance',
  no_price: 'refused_price',
  price_stale: 'refused_price',
  no_ask: 'refused_price',
  market_halted: 'refused_shut',
  market_shut: 'refused_shut',
  market_closed_for_good: 'refused_shut',
} as const
const KINDS = ['refused_balance', 'refused_price', 'refused_shut', 'refused_rest'] as const

/** Writes how many orders were refused for what; null without any. */
export function useRefusedText(): (refusals: BacktestOutcome['refusals']) => { count: string; why: string } | null {
  const t = useText('strategies')
  const f = useFormats()
  return (refusals) => {
    const counts = new Map<(typeof KINDS)[number], number>()
    for (const { code, count } of refusals) {
      const kind = Object.hasOwn(REFUSED, code) ? REFUSED[code as keyof typeof REFUSED] : 'refused_rest'
      counts.set(kind, (counts.get(kind) ?? 0) + count)
    }
    if (counts.size === 0) return null
    const parts = KINDS.flatMap((kind) => {
      const count = counts.get(kind)
      return count === undefined ? [] : [t(kind, { count: f.count(BigInt(count)) })]
    })
    const sum = refusals.reduce((all, { count }) => all + count, 0)
    return { count: f.count(BigInt(sum)), why: f.list(parts) }
  }
}
