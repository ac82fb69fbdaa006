import {
  buy,
  isWaiting,
  isWithinFirst,
  keep,
  movedBy,
  sell,
  sharesFor,
  type BarEvent,
  type Strategy,
} from './events.ts'

/*
 * VWAP reversion. The mean price of a session, weighted by volume, is its VWAP. A close that is so much below it buys, one
 * at or above it sells. A close that is much further below sells too, and the session is over for it.
 */

/** `value` is the sum of typical price x volume, `volume` that of the volume. */
type State = {
  readonly session: number
  readonly value: number
  readonly volume: number
  readonly stopped: boolean
}

const typicalOf = ({ high, low, close }: BarEvent): number => (high + low + close) / 3

export const vwapReversion: Strategy<State> = {
  id: 'vwap_reversion',
  version: 1,
  name: 'vwap_reversion',
  intraday: true,
  parameters: {
    waitMinutes: { unit: 'minutes', least: 10, most: 180, usual: 30 },
    entryBps: { unit: 'bps', least: 5, most: 1_000, usual: 50 },
    stopBps: { unit: 'bps', least: 10, most: 2_000, usual: 150 },
  },
  warmUp: () => 1,
  begin: () => ({ session: 0, value: 0, volume: 0, stopped: true }),

  onBar(state, bar, { parameters }) {
    const { session, close, volume, own } = bar
    const value = typicalOf(bar) * volume
    // The mean of a session that it joined late would not be that of the session.
    if (session.open !== state.session)
      return keep({ session: session.open, value, volume, stopped: state.session === 0 })
    if (state.stopped) return own.shares > 0 && !isWaiting(own) ? sell(state, own.shares) : null
    const after = { session: state.session, value: state.value + value, volume: state.volume + volume, stopped: false }
    if (isWaiting(own) || after.volume === 0 || isWithinFirst(bar, parameters['waitMinutes'] ?? 0)) return keep(after)
    const vwap = after.value / after.volume
    if (own.shares === 0) {
      return close <= movedBy(vwap, -(parameters['entryBps'] ?? 0))
        ? buy(after, sharesFor(own.room, close))
        : keep(after)
    }
    if (close <= movedBy(vwap, -(parameters['stopBps'] ?? 0))) return sell({ ...after, stopped: true }, own.shares)
    return close >= vwap ? sell(after, own.shares) : keep(after)
  },
}
