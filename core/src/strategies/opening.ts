import { buy, isWaiting, isWithinFirst, keep, sell, sharesFor, type Parameters, type Strategy } from './events.ts'

/*
 * Opening range breakout. The highest and the lowest price of a session's first minutes are its range. A close above the
 * range buys once a session; a close below it, or a gain of so many times its height, sells. Where days have no open, the
 * range is of the first minutes of the day.
 */

/** `session` is the open of the session that it is in; 0 before the first. The range of one that it joined late is unknown. */
type State = {
  readonly session: number
  readonly high: number
  readonly low: number
  readonly entered: boolean
}

const rangeOf = ({ rangeMinutes = 0 }: Parameters): number => rangeMinutes

export const openingRange: Strategy<State> = {
  id: 'opening_range',
  version: 1,
  name: 'opening_range',
  intraday: true,
  parameters: {
    rangeMinutes: { unit: 'minutes', least: 5, most: 120, usual: 30 },
    targetTenths: { unit: 'tenths', least: 5, most: 50, usual: 20 },
  },
  warmUp: () => 1,
  begin: () => ({ session: 0, high: 0, low: 0, entered: false }),

  onBar(state, bar, { parameters }) {
    const { session, high, low, close, own } = bar
    if (session.open !== state.session) {
      const inTime = state.session > 0 && isWithinFirst(bar, rangeOf(parameters))
      return keep({ session: session.open, high: inTime ? high : 0, low: inTime ? low : 0, entered: false })
    }
    if (state.high === 0) return null
    if (isWithinFirst(bar, rangeOf(parameters))) {
      if (high <= state.high && low >= state.low) return null
      return keep({ ...state, high: Math.max(high, state.high), low: Math.min(low, state.low) })
    }
    if (own.shares > 0) {
      const after = state.entered ? state : { ...state, entered: true }
      if (isWaiting(own)) return keep(after)
      const target = state.high + ((state.high - state.low) * (parameters['targetTenths'] ?? 0)) / 10
      return close < state.low || close >= target ? sell(after, own.shares) : keep(after)
    }
    if (state.entered || isWaiting(own) || close <= state.high) return null
    return buy(state, sharesFor(own.room, close))
  },
}
