import { useState } from 'react'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { goTo } from '@lonja/kit/nav'
import { List } from '@lonja/kit/parts/List'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ClosedTrade, type Closed } from './ClosedTrade.tsx'

const keyOf = ({ order, lot }: Closed): string => `${order} ${lot}`

/** Closed lots, newest first, with result and return. One is open at a time. */
export function ClosedTrades() {
  const t = useText('portfolio')
  const [open, setOpen] = useState<string | null>(null)
  const closed = usePages(listClosed, { limit: 30 })
  const rows = closed.isPending ? undefined : closed.pages.flatMap((page) => page.rows)
  return (
    <List
      label={t('closed')}
      items={rows}
      keyOf={keyOf}
      empty={<Empty text={t('noClosed')} action={t('seeMarket')} onAction={() => goTo('/pages/market/index')} />}
      {...(closed.error && !rows?.length
        ? {
            error: (
              <ErrorView
                title={t('loadFailedPositions')}
                text={t('nothingChanged', { why: closed.error.msg })}
                onRetry={() => void closed.refetch()}
              />
            ),
          }
        : {})}
      onEnd={closed.hasMore ? closed.more : undefined}
      loadingMore={closed.isFetchingMore}
      measured
      row={(trade) => {
        const key = keyOf(trade)
        return <ClosedTrade trade={trade} open={open === key} onTap={() => setOpen(open === key ? null : key)} />
      }}
    />
  )
}
