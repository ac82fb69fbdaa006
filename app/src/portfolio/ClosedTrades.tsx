import { tickerOf } from '@lonja/core/base/amount'
import { returnBps } from '@lonja/core/base/formats'
import { listClosed } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { goTo, hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Change } from '@lonja/kit/parts/Change'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/** What was sold, lot by lot, newest first, with its result and return. */
export function ClosedTrades() {
  const t = useText('portfolio')
  const f = useFormats()
  const closed = usePages(listClosed, { limit: 30 })
  const rows = closed.isPending ? undefined : closed.pages.flatMap((page) => page.rows)
  return (
    <List
      label={t('closed')}
      items={rows}
      keyOf={({ order, lot }) => `${order} ${lot}`}
      empty={<Empty text={t('noClosed')} action={t('seeMarket')} onAction={() => goTo('/pages/market/index')} />}
      {...(closed.error && !rows?.length
        ? {
            error: (
              <ErrorView
                title={t('loadFailedPositions')}
                text={`${closed.error.msg} ${t('nothingChanged')}`}
                onRetry={() => void closed.refetch()}
              />
            ),
          }
        : {})}
      onEnd={closed.hasMore ? closed.more : undefined}
      loadingMore={closed.isFetchingMore}
      row={(trade) => (
        <Row
          href={hrefTo('/subPackages/trade/detail', { id: trade.order })}
          title={trade.name}
          caption={`${tickerOf(trade.listing)} · ${t('closedCaption', {
            shares: f.count(trade.shares),
            open: f.price(trade.openPrice),
            close: f.price(trade.closePrice),
          })}`}
          value={<Amount of={{ asset: trade.currency, units: trade.realised }} result />}
          valueCaption={
            <>
              {f.day(trade.closedAt)} · <Change bps={returnBps(trade.realised, trade.cost)} />
            </>
          }
        />
      )}
    />
  )
}
