import { useState } from 'react'
import { LOCALES } from '@lonja/core/base/language'
import { listWatches, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { useFormats } from '@lonja/kit/formats'
import { quoteNow } from '@lonja/kit/live'
import { goTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { SortHeader, type Sort } from '@lonja/kit/parts/SortHeader'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LiveRow } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { Arrange } from './Arrange.tsx'
import { sortWatches, type Watched, type WatchSort } from './order.ts'
import { useWatchToast } from './useWatch.ts'

/** The watchlist: in one's own order or by a column, live; a held finger takes a row off, and the toast puts it back. */
export function Watchlist() {
  const t = useText('watchlist')
  const { language } = useFormats()
  const [sort, setSort] = useState<Sort<WatchSort>>({ by: 'own', down: true })
  const [arranging, setArranging] = useState(false)
  const read = useRead(listWatches, {}, { refetchMs: 60_000 })
  const remove = useRemoval()
  const rows = read.data?.rows
  const refresh = async () => {
    if ((await read.refetch()).isSuccess) toast(t('refreshed'))
  }
  const right = (
    <>
      <IconButton icon={MagnifyingGlassIcon} label={t('search')} onClick={() => goTo('/subPackages/discover/search')} />
      {rows && rows.length > 1 && (
        <Button look="text" small label={t(arranging ? 'done' : 'edit')} onClick={() => setArranging(!arranging)} />
      )}
    </>
  )
  if (arranging && rows && rows.length > 0) {
    return (
      <Screen title={t('title')} large right={right}>
        <Arrange rows={rows} onRemove={remove} />
      </Screen>
    )
  }
  return (
    <Screen title={t('title')} large right={right} onRefresh={refresh}>
      <List
        label={t('title')}
        items={rows && sortWatches(rows.map(withLive), sort, LOCALES[language])}
        keyOf={({ listing }) => listing}
        skeletonLine
        header={rows && rows.length > 1 ? <Columns sort={sort} onSort={setSort} /> : undefined}
        empty={<Empty text={t('empty')} action={t('addSome')} onAction={() => goTo('/subPackages/discover/search')} />}
        {...(read.error && !rows
          ? {
              error: <ErrorView title={t('loadFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />,
            }
          : {})}
        end={rows && rows.length > 0 ? t('count', { count: rows.length }) : undefined}
        row={(row) => <WatchedRow of={row} onRemove={() => remove(row)} />}
      />
    </Screen>
  )
}

/** Sorted by what the stream says now; the order holds while the list is only looked at, as each read sorts it once. */
const withLive = (row: Watched): Watched => {
  const live = quoteNow(row.listing)
  return live ? { ...row, last: live.last, previousClose: live.previousClose ?? row.previousClose } : row
}

function WatchedRow({ of, onRemove }: { of: Watched; onRemove: () => void }) {
  const names = useMarketNames()
  return <LiveRow of={of} caption={names.caption(of.listing)} onLongPress={onRemove} />
}

function Columns({ sort, onSort }: { sort: Sort<WatchSort>; onSort: (sort: Sort<WatchSort>) => void }) {
  const t = useText('watchlist')
  return (
    <SortHeader<WatchSort>
      label={t('title')}
      sort={sort}
      onSort={onSort}
      columns={[
        { by: 'own', label: t('ownOrder') },
        { by: 'name', label: t('columnName'), upFirst: true },
        { by: 'last', label: t('columnLast'), right: true },
        { by: 'change', label: t('columnDay'), right: true },
      ]}
    />
  )
}

/** Takes a row off the list, with the way back in the toast. */
function useRemoval(): (row: Watched) => void {
  const t = useText('watchlist')
  const say = useWatchToast()
  const write = useWrite(toggleWatch, {
    onReply: ({ listing, watched }) => {
      markStale(['watchlist'])
      if (!watched) say(t('removed'), () => write.mutate({ listing, watched: true }))
    },
  })
  return ({ listing }) => write.mutate({ listing, watched: false })
}
