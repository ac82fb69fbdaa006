import type { Currency } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { listRunTrades, readRun } from '@lonja/core/strategies/runs.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import tones from '@lonja/kit/parts/tones.module.css'
import { usePages } from '@lonja/kit/pages'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { RunLot, RunTrade } from './run.ts'
import styles from './strategies.module.css'

const ORDER = '/subPackages/trade/detail'

/** The lots of a run and its closed trades, newest first, each with its orders. */
export function RunTrades() {
  const t = useText('strategies')
  const id = useQuery().get('id') ?? ''
  const run = useRead(readRun, { id }, { quiet: true })
  const { pages, error, refetch, more, hasMore, isFetchingMore } = usePages(listRunTrades, { id })
  const [first] = pages
  const trades = pages.flatMap(({ rows }) => rows)
  const currency = run.data?.currency
  return (
    <Screen title={t('trades')} onBack={back} onRefresh={refreshAll}>
      {first && currency ? (
        <>
          {first.open.length > 0 && (
            <Section title={t('lots')} flush>
              {first.open.map((lot) => (
                <LotRow key={lot.buy} of={lot} currency={currency} />
              ))}
            </Section>
          )}
          {trades.length > 0 && (
            <Section title={t('tradesClosed')} flush>
              {trades.map((trade, place) => (
                <TradeRow key={place} of={trade} currency={currency} />
              ))}
              {hasMore && <Button look="text" label={t('moreTrades')} busy={isFetchingMore} onClick={more} />}
            </Section>
          )}
          {trades.length + first.open.length === 0 && <Empty icon={ReceiptIcon} text={t('noTrades')} />}
          <div className={styles.end} />
        </>
      ) : (error ?? run.error) ? (
        <ErrorView title={t('tradesFailed')} text={(error ?? run.error)?.msg ?? ''} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Screen>
  )
}

function LotRow({ of, currency }: { of: RunLot; currency: Currency }) {
  const t = useText('strategies')
  const f = useFormats()
  return (
    <Row
      wraps
      title={t('lotPrice', { shares: f.count(of.shares), price: f.price(of.openPrice, currency) })}
      caption={<OrderLink id={of.buy} label={t('buyOrder')} at={of.openedAt} />}
      value={f.amount({ asset: currency, units: of.cost })}
    />
  )
}

function TradeRow({ of, currency }: { of: RunTrade; currency: Currency }) {
  const t = useText('strategies')
  const f = useFormats()
  const { shares, openPrice, closePrice, openedAt, closedAt, buy, sell, realised, fee } = of
  return (
    <Row
      wraps
      title={t('tradePrices', {
        shares: f.count(shares),
        open: f.price(openPrice),
        close: f.price(closePrice, currency),
      })}
      caption={
        <>
          <OrderLink id={buy} label={t('buyOrder')} at={openedAt} />
          <OrderLink id={sell} label={t('sellOrder')} at={closedAt} />
        </>
      }
      value={
        <span className={tones[toneFor(realised)]}>{f.amount({ asset: currency, units: realised }, 'results')}</span>
      }
      valueCaption={t('feeOf', { fee: f.amount({ asset: currency, units: fee }) })}
    />
  )
}

/** The order of one side, with its time. */
function OrderLink({ id, label, at }: { id: string; label: string; at: number }) {
  const f = useFormats()
  return (
    <a className={styles.order} href={hrefTo(ORDER, { id })}>
      {label} · {f.date(at)}
    </a>
  )
}
