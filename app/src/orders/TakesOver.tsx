import type { ListingId } from '@lonja/core/base/amount'
import type { LotId } from '@lonja/core/base/ids'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { takenBy } from '@lonja/core/orders/takeover.rules'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { PositionLot } from './facts.ts'
import { useKindText } from './kinds.ts'

interface Sale {
  readonly listing: ListingId
  readonly shares: bigint
  readonly lot: LotId | null
}

/** The shares of a lot that the exit attached to its buy asks for: those in exits that do not name the lot. */
const guardedOf = ({ lot, inExits }: PositionLot, open: readonly OrderRow[]): bigint =>
  open
    .filter((order) => order.exit && order.triggered === null && order.lot === lot)
    .reduce((rest, order) => rest - (order.shares - order.filled), inExits)

/** The exits whose shares a sale by hand needs, and what is left of each. Nothing while enough is free. */
export function TakesOver({ sale }: { sale: Sale }) {
  const t = useText('orders')
  const f = useFormats()
  const kind = useKindText()
  const { listing, shares, lot } = sale
  const position = useRead(listPositions, { listing }).data?.rows[0]
  const enabled = position !== undefined && position.inExits > 0n
  const open = useRead(listOrders, { which: 'open', listing, limit: 100 }, { quiet: true, enabled }).data?.rows ?? []
  if (!position || position.inExits === 0n) return null
  const own = position.lots.find((each) => each.lot === lot)
  const exits = open
    .filter(({ exit, triggered }) => exit && triggered === null)
    .map((order) => ({
      lot: order.lot,
      left: order.shares - order.filled,
      inLot: order.ofBuy === null ? undefined : order.ofBuy === own?.order ? guardedOf(own, open) : 0n,
      prices: kind(order),
    }))
  const byHand = { shares, lot, free: position.shares - position.held, lotFree: own ? own.shares - own.reserved : 0n }
  const parts = takenBy(exits, byHand)
  if (parts.length === 0) return null
  return (
    <Notice>
      {f.sentences(
        ...parts.map(({ exit, shares: of }) =>
          exit.left === of
            ? t('exitThenEnds', { prices: exit.prices })
            : t('exitThenCovers', { prices: exit.prices, shares: f.count(exit.left - of) }),
        ),
      )}
    </Notice>
  )
}
