import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import type { cancelOrders } from '@lonja/core/orders/replacing.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useHeldText } from './held.ts'
import { useTermsText } from './kinds.ts'
import { useStateChip } from './states.ts'
import many from './ManyRows.module.css'

export type CancelResult = ReplyOf<typeof cancelOrders>['ended'][number]

/** The side and the terms of an order: `Compra · 100 a 17,40 € o menos`. */
function useCaption(): (order: OrderRow) => string {
  const t = useText('orders')
  const terms = useTermsText()
  return (order) => `${t(order.side === 'buy' ? 'aBuy' : 'aSell')} · ${terms(order)}`
}

/** The lines of a caption; those that are false are left out. */
const Lines = ({ of }: { of: readonly (string | false)[] }) =>
  of.map(
    (line) =>
      line !== false && (
        <span key={line} className={many.part}>
          {line}
        </span>
      ),
  )

/** An order that would be cancelled, with what that releases. */
export function OpenOrder({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const caption = useCaption()(order)
  const partStays = t('partStays', { filled: f.count(order.filled), shares: f.count(order.shares) })
  return (
    <li>
      <Row
        wraps
        title={order.name}
        caption={<Lines of={[caption, order.filled > 0n && partStays]} />}
        value={held(order.heldNow)}
      />
    </li>
  )
}

interface OutcomeProps {
  readonly rows: readonly OrderRow[]
  /** Null if the answer was lost: then each order is read. */
  readonly ended: readonly CancelResult[] | null
  readonly onClose: () => void
}

/** The orders as they ended, by name: cancelled, or filled first. */
export function CancelOutcome({ rows, ended, onClose }: OutcomeProps) {
  const t = useText('orders')
  const f = useFormats()
  const ids = [...new Set([...rows, ...(ended ?? [])].map(({ id }) => id))]
  const filled = (ended ?? []).filter(({ state }) => state === 'filled').length
  const cancelled = (ended ?? []).filter(({ state }) => state === 'cancelled').length
  // A request that was sent again finds the orders of the first one ended: each says how.
  const isKnown = ended !== null && ids.every((id) => ended.some((each) => each.id === id))
  return (
    <Sheet title={t('cancelAll')} onClose={onClose} actions={<Button label={t('back')} onClick={onClose} />}>
      <p role="status" className={many.why}>
        {isKnown
          ? f.sentences(
              t('cancelledCount', { count: cancelled }),
              filled > 0 && t('filledFirstCount', { count: filled }),
            )
          : t('cancelEach')}
      </p>
      <ul className={many.rows} aria-label={t('cancelAll')}>
        {ids.map((id) => {
          const row = rows.find((each) => each.id === id)
          const end = ended?.find((each) => each.id === id)
          return row && end ? (
            <EndedOrder key={id} order={{ ...row, ...end }} />
          ) : (
            <ReadOrder key={id} id={id} known={row} />
          )
        })}
      </ul>
    </Sheet>
  )
}

/** An order whose end the answer does not say, or that was not in the preview. */
function ReadOrder({ id, known }: { id: OrderRow['id']; known: OrderRow | undefined }) {
  const { data, error } = useRead(readOrder, { id }, { quiet: true })
  if (data) return <EndedOrder order={data.order} />
  return (
    <li>
      <Row
        title={known?.name ?? <Skeleton width={120} />}
        caption={error ? error.msg : <Skeleton width={80} />}
        href={hrefTo('/subPackages/trade/detail', { id })}
      />
    </li>
  )
}

function EndedOrder({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const f = useFormats()
  const chip = useStateChip(order)
  const caption = useCaption()(order)
  const partStays = t('partStays', { filled: f.count(order.filled), shares: f.count(order.shares) })
  const isFirst = order.state === 'filled'
  return (
    <li>
      <Row
        wraps
        title={order.name}
        caption={
          <Lines
            of={[
              `${tickerOf(order.listing)} · ${caption}`,
              isFirst ? t('filledFirst') : order.filled > 0n && partStays,
            ]}
          />
        }
        value={<StatusChip {...chip} />}
        href={hrefTo('/subPackages/trade/detail', { id: order.id })}
      />
    </li>
  )
}
