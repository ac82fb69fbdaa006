import { Fragment, type ReactNode } from 'react'
import type { Currency, PriceE4 } from '@lonja/core/base/amount'
import type { LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { standingOf } from '@lonja/core/orders/lots.rules'
import { useFormats } from '@lonja/kit/formats'
import { Amount } from '@lonja/kit/parts/Amount'
import { Change } from '@lonja/kit/parts/Change'
import { cx } from '@lonja/kit/parts/cx'
import { useText } from '@lonja/kit/text'
import styles from './LotTable.module.css'

export interface LotLine {
  readonly lot: LotId
  /** The trade number, or a link that shows it. */
  readonly number: ReactNode
  readonly openedAt: Instant
  readonly shares: bigint
  readonly price: PriceE4
  readonly result: ReactNode
  /** Below its figures: the cost. */
  readonly note?: string
}

/** Lots as a table: number and time of purchase, shares, price, result. */
export function LotTable({ lots }: { lots: readonly LotLine[] }) {
  const t = useText('orders')
  const f = useFormats()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('lot')}</th>
          <th scope="col">{t('shares')}</th>
          <th scope="col">{t('price')}</th>
          <th scope="col">{t('result')}</th>
        </tr>
      </thead>
      <tbody>
        {lots.map(({ lot, number, openedAt, shares, price, result, note }) => (
          <Fragment key={lot}>
            <tr className={cx(note !== undefined && styles.noted)}>
              <td>
                {number}
                <small>{f.date(openedAt)}</small>
              </td>
              <td>{f.count(shares)}</td>
              <td>{f.price(price)}</td>
              <td>{result}</td>
            </tr>
            {note !== undefined && (
              <tr>
                <td colSpan={4} className={styles.note}>
                  {note}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** The result of a lot over its yield, at the newest price. */
export function LotResult({
  lot,
  currency,
  last,
}: {
  lot: { shares: bigint; cost: bigint }
  currency: Currency
  last: PriceE4 | null
}) {
  const { result, yieldBps } = standingOf(lot.shares, lot.cost, last)
  if (result === null) return '-'
  return (
    <>
      <Amount of={{ asset: currency, units: result }} result />
      <small>
        <Change bps={yieldBps} />
      </small>
    </>
  )
}
