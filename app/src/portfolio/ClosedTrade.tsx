import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { returnBps, toneFor } from '@lonja/core/base/formats'
import type { listClosed } from '@lonja/core/portfolio/closed.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button } from '@lonja/kit/parts/Button'
import { Change } from '@lonja/kit/parts/Change'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { SELL_TYPE_TEXTS } from '../orders/sellTypes.ts'
import { OpenName } from './OpenName.tsx'
import styles from './TradingCentre.module.css'

export type ClosedRow = ReplyOf<typeof listClosed>['rows'][number]

/** One closed lot with its result and return; a tap opens the details. */
export function ClosedTrade({ trade, open, onTap }: { trade: ClosedRow; open: boolean; onTap: () => void }) {
  const t = useText('portfolio')
  const f = useFormats()
  return (
    <>
      <Row
        title={<OpenName name={trade.name} open={open} />}
        caption={`${tickerOf(trade.listing)} · ${t('closedCaption', {
          shares: f.count(trade.shares),
          open: f.price(trade.openPrice),
          close: f.price(trade.closePrice),
        })}`}
        value={<Amount of={{ asset: trade.currency, units: trade.realised }} result />}
        valueCaption={
          <>
            {f.dayBeside(trade.closedAt)} · <Change bps={returnBps(trade.realised, trade.cost)} />
          </>
        }
        expanded={open}
        onClick={onTap}
      />
      {open && <Account trade={trade} />}
    </>
  )
}

/** The trade from purchase to sale, to the cent. */
function Account({ trade }: { trade: ClosedRow }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const { currency, shares } = trade
  const cents = (units: bigint) => f.amount({ asset: currency, units })
  const times = (price: ClosedRow['openPrice']) => `${f.count(shares)} × ${f.price(price, currency)}`
  return (
    <div className={styles.lots}>
      <DefinitionRows
        tight
        rows={[
          { label: t('tradeNumber'), value: trade.number },
          { label: t('buyOf'), note: f.date(trade.openedAt), value: times(trade.openPrice) },
          { label: t('sellOf'), note: f.date(trade.closedAt), value: times(trade.closePrice) },
          { label: t('sellType'), value: t(SELL_TYPE_TEXTS[trade.sellType]) },
          ...(trade.leverage > 1 ? [{ label: orders('leverage'), value: `${trade.leverage}×` }] : []),
          { label: t('proceeds'), value: cents(trade.proceeds) },
          { label: orders('saleFee'), value: cents(-trade.fee) },
          { label: t('costWithFee'), value: cents(-trade.cost) },
          {
            label: orders('realisedResult'),
            value: f.amount({ asset: currency, units: trade.realised }, 'results'),
            tone: toneFor(trade.realised),
            total: true,
          },
        ]}
      />
      <div className={styles.acts}>
        <Button
          look="outline"
          small
          label={orders('tradeDetail')}
          href={hrefTo('/subPackages/trade/detail', { id: trade.order })}
        />
      </div>
    </div>
  )
}
