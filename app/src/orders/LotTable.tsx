import { Fragment, type ReactNode } from 'react'
import type { PriceE4 } from '@lonja/core/base/amount'
import type { LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { useFormats } from '@lonja/kit/formats'
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
