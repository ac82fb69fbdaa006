import { useState } from 'react'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo, replaceQuery, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CancelOrder } from '../orders/CancelOrder.tsx'
import { stopOf, useKindText } from '../orders/kinds.ts'
import { exitFormOf } from './exit.ts'
import { ExitSheet } from './ExitSheet.tsx'
import { OPEN_EXIT } from './position.ts'
import type { Lot, Position } from './positions.ts'
import styles from './Exit.module.css'

/** The open exits of a listing. */
export function useExits({ listing }: Pick<Position, 'listing'>): readonly OrderRow[] {
  const open = useRead(listOrders, { which: 'open', listing, limit: 100 }, { quiet: true }).data?.rows ?? []
  return open.filter(({ exit }) => exit)
}

/** The lot under which an exit is shown: its own, or the first of the buy that it was attached to. */
const lotOfExit = ({ lot, ofBuy }: OrderRow, lots: readonly Lot[]) =>
  lot ?? (ofBuy === null ? null : (lots.find(({ order }) => order === ofBuy)?.lot ?? null))

/** The exits of a lot, or those of the whole position: each with its prices, to be changed and removed. */
export function Exits({ exits, position, lot }: { exits: readonly OrderRow[]; position: Position; lot: Lot | null }) {
  return exits
    .filter((order) => lotOfExit(order, position.lots) === (lot?.lot ?? null))
    .map((order) => <OneExit key={order.id} order={order} position={position} lot={lot} />)
}

function OneExit({ order, position, lot }: { order: OrderRow; position: Position; lot: Lot | null }) {
  const t = useText('portfolio')
  const f = useFormats()
  const kind = useKindText()
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const left = order.shares - order.filled
  const shares = f.count(left)
  const isReached = order.triggered !== null
  return (
    <div className={styles.exit}>
      <a href={hrefTo('/subPackages/trade/detail', { id: order.id })}>
        {isReached
          ? t('exitReached', { shares })
          : order.kind === 'pair'
            ? t('exitPair', {
                stop: stopOf(order, f, order.currency),
                profit: f.price(order.profit, order.currency),
                shares,
              })
            : t(order.kind === 'limit' ? 'exitTakes' : 'exitStops', { prices: kind(order), shares })}
      </a>
      <span className={styles.acts}>
        {!isReached && exitFormOf(order) && (
          <Button look="text" small label={t('changeExit')} onClick={() => setOpen('change')} />
        )}
        <Button look="text" small label={t('removeExit')} onClick={() => setOpen('remove')} />
      </span>
      {open === 'change' && <ExitSheet of={{ position, lot, shares: left, order }} onClose={close} />}
      {open === 'remove' && <CancelOrder order={order} onClose={close} />}
    </div>
  )
}

/** Puts an exit on shares that no order holds. On all of those, the form may open with the page. */
export function PutExit({ position, lot, free }: { position: Position; lot: Lot | null; free: bigint }) {
  const t = useText('portfolio')
  const { listing, shares, held, lots } = position
  const isOnAll = lot === null || (lots.length === 1 && free === shares - held)
  const [isOpen, setOpen] = useState(useQuery().get('exit') === OPEN_EXIT && isOnAll)
  const close = () => {
    setOpen(false)
    replaceQuery({ listing })
  }
  return (
    <>
      <Button look="outline" small label={t(lot ? 'putExitHere' : 'putExitOnAll')} onClick={() => setOpen(true)} />
      {isOpen && <ExitSheet of={{ position, lot, shares: free, order: null }} onClose={close} />}
    </>
  )
}
