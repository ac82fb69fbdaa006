import { useRef, useState } from 'react'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { previewSales } from '@lonja/core/portfolio/sales.contract'
import { sumSales, type SalesSum } from '@lonja/core/portfolio/sales.rules'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { markStale, useRead } from '@lonja/kit/reads'
import { useSeries } from '@lonja/kit/series'
import { toneFor } from '@lonja/core/base/formats'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { Stopped } from '../orders/Stopped.tsx'
import { SaleOutcome, SalePreview } from './SaleRows.tsx'
import { confirmSales, remainingSales, type ConfirmedSale, type SaleRow } from './selling.ts'
import many from '../orders/ManyRows.module.css'
import styles from './CloseAll.module.css'

/** The preview follows the market at this interval. */
const REFETCH_MS = 5_000

/**
 * Sell every position at market: each with its shares, its estimate and what stands against it; then one order for each
 * that can be sold, with its progress. An order that was not accepted can be sent again.
 */
export function CloseAllSheet({ onClose }: { onClose: () => void }) {
  const [sales, setSales] = useState<readonly ConfirmedSale[] | null>(null)
  const isConfirmed = useRef(false)
  const series = useSeries(placeOrder, () => markStale(['orders', 'balances']))
  if (sales) return <Progress sales={sales} series={series} onClose={onClose} />
  // A second tap would make other ids, and so other orders.
  const sell = (confirmed: readonly ConfirmedSale[]): void => {
    if (isConfirmed.current) return
    isConfirmed.current = true
    setSales(confirmed)
    series.start(confirmed.map(({ ticket }) => ticket))
  }
  return <Preview onClose={onClose} onSell={sell} />
}

function Preview({ onClose, onSell }: { onClose: () => void; onSell: (sales: readonly ConfirmedSale[]) => void }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const away = useAway() !== null
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useRead(previewSales, {}, { quiet: true, refetchMs: REFETCH_MS })
  const rows = data?.rows
  const sums = rows ? sumSales(rows) : []
  const count = sums.reduce((all, sum) => all + sum.count, 0)
  const totals = sums
    .map(({ currency, total, repaid }) => f.amount({ asset: currency, units: total - repaid }))
    .join(' + ')
  return (
    <>
      <Sheet
        title={t('closeAll')}
        onClose={onClose}
        readOnly
        actions={
          rows &&
          rows.length > 0 && (
            <Button
              label={count > 0 ? t('sellPositions', { count }) : t('closeAll')}
              second={totals === '' ? undefined : orders('aboutLessFee', { amount: totals })}
              waitsFor={away ? orders('waitsForNetwork') : count === 0 ? t('nothingSellable') : undefined}
              onClick={() => setAsking(true)}
            />
          )
        }
      >
        <Notices />
        {rows && rows.length > 0 ? (
          <>
            <p className={many.why}>{t('closeAllWhy')}</p>
            <Sums of={sums} />
            <Rows of={rows} />
          </>
        ) : rows ? (
          <Empty text={t('noPositions')} />
        ) : error ? (
          <ErrorView title={t('loadFailedSales')} text={error.msg} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Sheet>
      {asking && rows && (
        <Question
          sums={sums}
          count={count}
          onSell={() => {
            setAsking(false)
            onSell(confirmSales(rows, newId<'order'>))
          }}
          onBack={() => setAsking(false)}
        />
      )}
    </>
  )
}

const Loading = () => (
  <div className={many.rows}>
    <SkeletonRows rows={4} line={false} />
  </div>
)

function Rows({ of }: { of: readonly SaleRow[] }) {
  const t = useText('portfolio')
  return (
    <ul className={many.rows} aria-label={t('positions')}>
      {of.map((row) => (
        <SalePreview key={row.listing} row={row} />
      ))}
    </ul>
  )
}

/** The reasons for which this house or this account sells nothing now. */
const Notices = () => (
  <div className={styles.notices}>
    <Stopped />
    <Restriction from={3} />
  </div>
)

/** The spec's question before a sale, with what comes in by currency. */
function Question(props: { sums: readonly SalesSum[]; count: number; onSell: () => void; onBack: () => void }) {
  const { sums, count, onSell, onBack } = props
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  return (
    <Confirm
      title={orders('confirmSell')}
      text={t('confirmAll', { count })}
      rows={sums.flatMap(({ currency, total, repaid, result }) => [
        ...(repaid > 0n
          ? [{ label: orders('paidBack'), note: currency, value: f.amount({ asset: currency, units: -repaid }) }]
          : []),
        { label: orders('youReceive'), note: currency, value: f.amount({ asset: currency, units: total - repaid }) },
        {
          label: orders('estimatedResult'),
          note: currency,
          value: f.amount({ asset: currency, units: result }, 'results'),
          tone: toneFor(result),
        },
      ])}
      confirm={t('sellPositions', { count })}
      cancel={orders('back')}
      onConfirm={onSell}
      onCancel={onBack}
    />
  )
}

/** The sums of what can be sold, by currency. */
function Sums({ of }: { of: readonly SalesSum[] }) {
  const orders = useText('orders')
  const f = useFormats()
  return of.map(({ currency, proceeds, fee, repaid, result }) => {
    const write = (units: bigint, sign?: 'results') => f.amount({ asset: currency, units }, sign)
    return (
      <section key={currency} className={styles.sum} aria-label={currency}>
        <DefinitionRows
          tight
          rows={[
            { label: orders('estimatedProceeds'), value: write(proceeds) },
            { label: orders('fee'), value: write(-fee) },
            ...(repaid > 0n ? [{ label: orders('paidBack'), value: write(-repaid) }] : []),
            {
              label: orders('estimatedResult'),
              value: write(result, 'results'),
              tone: toneFor(result),
              total: true,
            },
          ]}
        />
      </section>
    )
  })
}

interface ProgressProps {
  readonly sales: readonly ConfirmedSale[]
  readonly series: ReturnType<typeof useSeries<typeof placeOrder>>
  readonly onClose: () => void
}

/** Each order with its answer. The sheet stays open until all are sent. */
function Progress({ sales, series, onClose }: ProgressProps) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const away = useAway() !== null
  const { sent, isRunning, start } = series
  const remaining = remainingSales(sales, sent)
  const done = sales.length - remaining.length
  return (
    <Sheet
      title={t('closeAll')}
      onClose={() => {
        if (!isRunning) onClose()
      }}
      actions={
        isRunning ? (
          <Button label={t('closeAll')} busy busyLabel={orders('sending')} />
        ) : (
          <Buttons>
            <Button look={remaining.length > 0 ? 'outline' : 'filled'} label={orders('back')} onClick={onClose} />
            {remaining.length > 0 && (
              <Button
                label={t('sendRest', { count: remaining.length })}
                waitsFor={away ? orders('waitsForNetwork') : undefined}
                onClick={() => start(remaining.map(({ ticket }) => ticket))}
              />
            )}
          </Buttons>
        )
      }
    >
      <p role="status" className={many.why}>
        {t('ordersPlaced', { done, count: sales.length })}
      </p>
      <ul className={many.rows} aria-label={t('positions')}>
        {sales.map((sale) => (
          <SaleOutcome key={sale.ticket.id} sale={sale} sent={sent[sale.ticket.id]} />
        ))}
      </ul>
    </Sheet>
  )
}
