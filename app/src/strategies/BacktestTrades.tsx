import {
  downloadBacktest,
  listBacktestTrades,
  readBacktest,
  type BacktestTrade,
} from '@lonja/core/strategies/strategies.contract'
import { TRADES_STORED_MOST } from '@lonja/core/strategies/requests.rules'
import type { Currency } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { useDownload } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { back, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { List } from '@lonja/kit/parts/List'
import { DownloadSimpleIcon, ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import tones from '@lonja/kit/parts/tones.module.css'
import { usePages } from '@lonja/kit/pages'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './strategies.module.css'

/** The trades of a backtest, oldest first. */
export function BacktestTrades() {
  const t = useText('strategies')
  const id = useQuery().get('id') ?? ''
  const of = useRead(readBacktest, { id }, { quiet: true })
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listBacktestTrades, { id })
  const trades = pages.flatMap(({ rows }) => rows)
  const file = useDownload(downloadBacktest, (name) => toast(t('tradesFiled', { name }), { kind: 'done' }))
  const isMore = (of.data?.outcome?.trades ?? 0) > TRADES_STORED_MOST
  return (
    <Screen title={t('trades')} onBack={back} onRefresh={refreshAll} readOnly>
      <List
        label={t('trades')}
        header={
          trades.length > 0 && (
            <div className={styles.filed}>
              <Button
                look="outline"
                small
                icon={DownloadSimpleIcon}
                label={t('tradesFile')}
                busy={file.isPending}
                busyLabel={t('tradesFiling')}
                onClick={() => file.start({ id })}
              />
            </div>
          )
        }
        items={isPending || !of.data ? undefined : trades.map((trade, place) => ({ trade, place }))}
        keyOf={({ place }) => String(place)}
        row={({ trade }) => <TradeRow of={trade} currency={of.data?.currency ?? 'EUR'} />}
        measured
        onEnd={hasMore ? more : undefined}
        loadingMore={isFetchingMore}
        empty={<Empty icon={ReceiptIcon} text={t('noTrades')} />}
        end={!hasMore && isMore ? t('tradesStored', { count: TRADES_STORED_MOST }) : undefined}
        error={
          trades.length === 0 && error ? (
            <ErrorView title={t('tradesFailed')} text={error.msg} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
    </Screen>
  )
}

/** A lot from its purchase to its sale, with its result after fees. */
function TradeRow({ of, currency }: { of: BacktestTrade; currency: Currency }) {
  const t = useText('strategies')
  const f = useFormats()
  const { shares, openedAt, closedAt, openPrice, closePrice, realised, fee } = of
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
          <span className={styles.line}>{f.date(openedAt)}</span>
          <span className={styles.line}>{f.date(closedAt)}</span>
        </>
      }
      value={
        <span className={tones[toneFor(realised)]}>{f.amount({ asset: currency, units: realised }, 'results')}</span>
      }
      valueCaption={t('feeOf', { fee: f.amount({ asset: currency, units: fee }) })}
    />
  )
}
