import { buy, isWaiting, keep, movedBy, sell, sharesFor, type Strategy } from './events.ts'

/*
 * Grid. The first price of a session is its anchor. Below it lie levels at equal distances: at each that the market falls
 * to it buys an equal part of its amount, and at the level above it sells that part again.
 */

/** `part` is the shares of a level; 0 while the anchor is unknown. */
type State = {
  readonly session: number
  readonly anchor: number
  readonly part: number
}

export const grid: Strategy<State> = {
  id: 'grid',
  version: 1,
  name: 'grid',
  intraday: true,
  parameters: {
    levels: { unit: 'steps', least: 2, most: 20, usual: 5 },
    distanceBps: { unit: 'bps', least: 10, most: 500, usual: 50 },
  },
  warmUp: () => 1,
  begin: () => ({ session: 0, anchor: 0, part: 0 }),

  onQuote(state, { session, bid, ask, own }, { parameters }) {
    const { levels = 1, distanceBps = 0 } = parameters
    if (session.open !== state.session) {
      // The anchor of a session that it joined late would not be the session's first price.
      const anchor = state.session === 0 ? 0 : ask
      return keep({ session: session.open, anchor, part: sharesFor(own.room / levels, anchor) })
    }
    if (state.part === 0 || isWaiting(own)) return null
    const parts = Math.ceil(own.shares / state.part)
    if (parts > 0 && bid > 0 && bid >= movedBy(state.anchor, -(parts - 1) * distanceBps))
      return sell(state, own.shares - (parts - 1) * state.part)
    if (parts < levels && ask > 0 && ask <= movedBy(state.anchor, -(parts + 1) * distanceBps))
      return buy(state, (parts + 1) * state.part - own.shares)
    return null
  },
}
