import type { Amount as AmountOf } from '@lonja/core/base/amount'
import { returnBps, toneFor } from '@lonja/core/base/formats'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button } from '@lonja/kit/parts/Button'
import { Change, HeroChange } from '@lonja/kit/parts/Change'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LotTable } from './LotTable.tsx'
import { SELL_TYPE_TEXTS } from './sellTypes.ts'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

/** The lots that a sale closed, first in, first out, and the result. */
export function ClosedLots({ order, closed, realised }: Pick<OrderStory, 'order' | 'closed'> & { realised: AmountOf }) {
  const t = useText('orders')
  const portfolio = useText('portfolio')
  const f = useFormats()
  const sellType = useRead(listClosed, { order: order.id, limit: 1 }, { quiet: true }).data?.rows[0]?.sellType
  const sum = (figure: (row: OrderStory['closed'][number]) => bigint): AmountOf => ({
    ...realised,
    units: closed.reduce((total, row) => total + figure(row), 0n),
  })
  const cost = sum((row) => row.cost.units)
  return (
    <section>
      <h3 className={styles.heading}>{t('realisedResult')}</h3>
      <HeroChange
        bps={returnBps(realised.units, cost.units)}
        byCents={realised.units}
        currency={realised.asset as 'EUR'}
      />
      <LotTable
        lots={closed.map((row) => ({
          ...row,
          note: portfolio('closedLot', {
            cost: f.amount(row.cost),
            proceeds: f.amount(row.proceeds),
            fee: f.amount(row.fee),
          }),
          result: (
            <>
              <Amount of={row.realised} result />
              <small>
                <Change bps={returnBps(row.realised.units, row.cost.units)} />
              </small>
            </>
          ),
        }))}
      />
      <DefinitionRows
        rows={[
          { label: portfolio('soldAt'), value: order.filledAt === null ? '-' : f.date(order.filledAt) },
          { label: portfolio('sellType'), value: sellType ? portfolio(SELL_TYPE_TEXTS[sellType]) : '-' },
          { label: t('saleOf'), value: f.amount(sum((row) => row.proceeds.units)) },
          { label: t('saleFee'), value: f.amount(sum((row) => -row.fee.units)) },
          { label: t('lotsCost'), value: f.amount(sum((row) => -row.cost.units)) },
          { label: t('result'), value: f.amount(realised, 'results'), tone: toneFor(realised.units), total: true },
        ]}
      />
      {sellType === 'close_out' && (
        <Button small look="text" label={portfolio('seeCloseOut')} href={hrefTo('/subPackages/margin/margin')} />
      )}
    </section>
  )
}
