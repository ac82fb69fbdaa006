import { useState } from 'react'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { quoteNow, useQuotes } from '@lonja/kit/live'
import { replacePage, goTo, urlTo, useQuery } from '@lonja/kit/nav'
import { Amount, Figure } from '@lonja/kit/parts/Amount'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Screen } from '@lonja/kit/parts/Screen'
import { Skeleton } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/pages'
import { markStale, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { OwnDraws } from '../ipo/OwnDraws.tsx'
import { CloseAll } from './CloseAll.tsx'
import { ClosedTrades } from './ClosedTrades.tsx'
import { OrderRows } from './OrderRows.tsx'
import { Positions } from './Positions.tsx'
import { sumsOf } from './positions.ts'
import styles from './TradingCentre.module.css'

const TABS = ['positions', 'open', 'filled', 'closed', 'inventory', 'lottery', 'ended'] as const
type Tab = (typeof TABS)[number]

/** The trading centre: positions, open orders, trade records, closed positions, won shares, draws, and ended orders. */
export function TradingCentre() {
  const t = useText('portfolio')
  const ipo = useText('ipo')
  const [tab, setTab] = useTab()
  const open = usePages(listOrders, { which: 'open', limit: 100 })
  const count = open.pages.reduce((sum, { rows }) => sum + rows.length, 0)
  const refresh = () => {
    markStale(['orders', 'balances'])
    return open.refetch()
  }
  return (
    <Screen
      title={t('centre')}
      large
      onRefresh={refresh}
      right={
        <IconButton
          icon={MagnifyingGlassIcon}
          label={t('search')}
          onClick={() => goTo('/subPackages/discover/search')}
        />
      }
    >
      <Tabs
        label={t('centre')}
        sticky
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'positions', label: t('positions') },
          { value: 'open', label: t('openOrders'), count: count > 0 ? count : undefined },
          { value: 'filled', label: t('records') },
          { value: 'closed', label: t('closed') },
          { value: 'inventory', label: ipo('inventory') },
          { value: 'lottery', label: ipo('lottery') },
          { value: 'ended', label: t('ended') },
        ]}
      >
        {tab === 'positions' && (
          <>
            <Sums />
            <Positions />
            <CloseAll />
          </>
        )}
        {(tab === 'open' || tab === 'filled' || tab === 'ended') && <OrderRows key={tab} which={tab} />}
        {tab === 'closed' && <ClosedTrades />}
        {(tab === 'inventory' || tab === 'lottery') && <OwnDraws key={tab} which={tab} />}
      </Tabs>
    </Screen>
  )
}

/** The selected tab. The address names it, so that a page can link to one; the tab bar returns to the last one. */
function useTab(): [Tab, (tab: Tab) => void] {
  const requestedTab = useQuery().get('tab')
  const [heard, setHeard] = useState<string | null>(null)
  const [tab, setTab] = useState<Tab>('positions')
  if (requestedTab !== heard) {
    setHeard(requestedTab)
    setTab(TABS.find((each) => each === requestedTab) ?? tab)
  }
  const choose = (next: Tab) => {
    setTab(next)
    replacePage(urlTo('/pages/trade/index', { tab: next }))
  }
  return [tab, choose]
}

/** Market value, unrealised result and the day's change, in the display currency at the newest prices. */
function Sums() {
  const t = useText('portfolio')
  const f = useFormats()
  const read = useRead(readFigures, {})
  const figures = read.data
  const positions = useRead(listPositions, {}).data
  useQuotes(positions?.rows.map(({ listing }) => listing) ?? [])
  if (read.error && !figures) return null
  if (!figures || !positions) {
    return (
      <div className={styles.sums}>
        <Skeleton width={130} height={28} />
        <Skeleton width={90} height={24} />
        <Skeleton width={90} height={24} />
      </div>
    )
  }
  const { currency, dayChange } = figures.display
  const { value, result, since } = sumsOf(
    positions.rows,
    currency,
    figures.rate,
    (row) => quoteNow(row.listing)?.last ?? row.last,
  )
  return (
    <div className={styles.sums}>
      <Amount label={t('marketValue')} of={{ asset: currency, units: value }} size={20} />
      <Amount label={t('unrealised')} of={{ asset: currency, units: result }} size={16} result align="end" />
      {dayChange === null ? (
        <Figure label={t('today')} value={f.bps(null)} size={16} align="end" />
      ) : (
        <Amount label={t('today')} of={{ asset: currency, units: dayChange + since }} size={16} result align="end" />
      )}
    </div>
  )
}
