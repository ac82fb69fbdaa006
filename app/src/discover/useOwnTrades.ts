import { useMemo } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import type { OwnTrade, OwnTrades } from '@lonja/kit/parts/candles'
import { useRead } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { drawn } from '../market/LiveRow.tsx'
import type { Instrument } from './instrument.ts'

/** The newest sales that a chart marks: more would hide the candles. */
const SALES_MOST = 50

/** The customer's purchases and sales of a share, and the average cost of what they hold. Nothing for a visitor. */
export function useOwnTrades({ listing, kind }: Instrument): OwnTrades | undefined {
  const signedIn = useSession() !== null && kind === 'share'
  const open = useRead(listPositions, { listing }, { quiet: true, enabled: signedIn }).data
  const closed = useRead(listClosed, { listing, limit: SALES_MOST }, { quiet: true, enabled: signedIn }).data
  return useMemo(
    () => (signedIn ? ownTradesOf(open?.rows[0], closed?.rows ?? []) : undefined),
    [signedIn, open, closed],
  )
}

type Position = ReplyOf<typeof listPositions>['rows'][number]
type ClosedRow = ReplyOf<typeof listClosed>['rows'][number]

/** The trades of open and closed lots: each lot was bought once, and each closed part was bought and sold. */
export function ownTradesOf(
  position: Pick<Position, 'lots' | 'averageCost' | 'shares'> | undefined,
  closed: readonly Pick<ClosedRow, 'openedAt' | 'closedAt' | 'shares'>[],
): OwnTrades {
  const bought = (at: number, shares: bigint): OwnTrade => ({ at, side: 'buy', shares })
  return {
    trades: [
      ...(position?.lots ?? []).map(({ openedAt, shares }) => bought(openedAt, shares)),
      ...closed.flatMap(({ openedAt, closedAt, shares }): OwnTrade[] => [
        bought(openedAt, shares),
        { at: closedAt, side: 'sell', shares },
      ]),
    ],
    cost: position && position.shares > 0n ? drawn(position.averageCost) : null,
  }
}
