import { useEffect, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { LOCALES } from '@lonja/core/base/language'
import { listWatches, listWatchlists } from '@lonja/core/watchlist/watchlist.contract'
import { useFormats } from '@lonja/kit/formats'
import { quoteNow } from '@lonja/kit/live'
import { navigate } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { PencilSimpleIcon, PlusCircleIcon, PlusIcon } from '@lonja/kit/parts/late-icons'
import { BellIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { SortHeader, type Sort } from '@lonja/kit/parts/SortHeader'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LiveRow } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { AddListings } from './AddListings.tsx'
import { Arrange } from './Arrange.tsx'
import { ListName } from './ListName.tsx'
import { ALERTS_PATH, showList, useListName, type ListHead } from './lists.ts'
import { sortWatches, type WatchlistRow, type WatchSort } from './order.ts'
import { useToggle, type Watching } from './useWatch.ts'
import styles from './watchlist.module.css'

const REFETCH_MS = 60_000

/**
 * The watchlists: each in its own order or by a column, live. A long press on a row opens its menu, and every small act
 * can be undone.
 */
export function Watchlist() {
  const t = useText('watchlist')
  const nameOf = useListName()
  const toggle = useToggle()
  const [chosen, setChosen] = useState<string | null>(null)
  const [mode, setMode] = useState<'look' | 'arrange' | 'add'>('look')
  const lists = useRead(listWatchlists, {}, { refetchMs: REFETCH_MS })
  const heads = lists.data?.rows
  const list = heads?.find(({ id }) => id === chosen) ?? heads?.find(({ own }) => own)
  useEffect(() => {
    showList(list?.id ?? null)
    return () => showList(null)
  }, [list?.id])
  if (mode === 'arrange' && list) {
    return <Arranging list={list} toggle={toggle} onShow={setChosen} onDone={() => setMode('look')} />
  }
  return (
    <Looking
      heads={heads}
      list={list}
      failed={lists.error?.msg}
      onRetry={() => void lists.refetch()}
      onChoose={setChosen}
      onMode={setMode}
      sheet={
        mode === 'add' && list ? (
          <Adding list={{ id: list.id, name: nameOf(list) }} toggle={toggle} onClose={() => setMode('look')} />
        ) : null
      }
      title={t('title')}
    />
  )
}

const useRows = (list: string | undefined) =>
  useRead(listWatches, list === undefined ? {} : { list }, { refetchMs: REFETCH_MS, quiet: true })

function Looking(props: {
  title: string
  heads: readonly ListHead[] | undefined
  list: ListHead | undefined
  failed: string | undefined
  onRetry: () => void
  onChoose: (list: string) => void
  onMode: (mode: 'arrange' | 'add') => void
  sheet: React.ReactNode
}) {
  const { heads, list, onMode } = props
  const t = useText('watchlist')
  const nameOf = useListName()
  const { language } = useFormats()
  const [sort, setSort] = useState<Sort<WatchSort>>({ by: 'own', down: true })
  // The default list is requested before the lists are known.
  const read = useRows(list === undefined || list.own ? undefined : list.id)
  const rows = read.data?.rows
  const failed = read.error && !rows ? read.error.msg : heads ? undefined : props.failed
  const retry = () => {
    props.onRetry()
    void read.refetch()
  }
  const refresh = () => {
    props.onRetry()
    return read.refetch()
  }
  return (
    <Screen
      title={props.title}
      large
      onRefresh={refresh}
      right={<Acts isKnown={list !== undefined} onMode={onMode} />}
      head={heads || failed === undefined ? <Heads heads={heads} list={list} onChoose={props.onChoose} /> : undefined}
    >
      <List
        label={list ? nameOf(list) : t('title')}
        items={rows && sortWatches(rows.map(withLive), sort, LOCALES[language])}
        keyOf={({ listing }) => listing}
        skeletonLine
        header={(rows ? rows.length > 1 : failed === undefined) ? <Columns sort={sort} onSort={setSort} /> : undefined}
        empty={<Empty text={t('empty')} why={t('emptyWhy')} action={t('addSome')} onAction={() => onMode('add')} />}
        error={failed === undefined ? undefined : <ErrorView title={t('loadFailed')} text={failed} onRetry={retry} />}
        end={rows && rows.length > 0 ? t('count', { count: rows.length }) : undefined}
        row={(row) => <WatchedRow of={row} />}
      />
      {props.sheet}
    </Screen>
  )
}

/** The lists, and a button for a new one beside them. */
function Heads(props: {
  heads: readonly ListHead[] | undefined
  list: ListHead | undefined
  onChoose: (list: string) => void
}) {
  const { heads, list, onChoose } = props
  const t = useText('watchlist')
  const nameOf = useListName()
  const [naming, setNaming] = useState(false)
  return (
    <div className={styles.heads}>
      {heads && list && (
        <>
          <Tabs
            label={t('lists')}
            value={list.id}
            onChange={onChoose}
            tabs={heads.map((head) => ({ value: head.id, label: nameOf(head), count: head.count }))}
          />
          <Button look="text" small icon={PlusIcon} label={t('newList')} onClick={() => setNaming(true)} />
        </>
      )}
      {naming && <ListName list={null} onClose={() => setNaming(false)} onDone={onChoose} />}
    </div>
  )
}

/** Buttons for alerts, for adding listings, and for arranging the list. */
function Acts({ isKnown, onMode }: { isKnown: boolean; onMode: (mode: 'arrange' | 'add') => void }) {
  const t = useText('watchlist')
  return (
    <>
      <IconButton icon={BellIcon} label={t('alerts')} onClick={() => navigate(ALERTS_PATH)} />
      {isKnown && <IconButton icon={PlusCircleIcon} label={t('add')} onClick={() => onMode('add')} />}
      {isKnown && <IconButton icon={PencilSimpleIcon} label={t('edit')} onClick={() => onMode('arrange')} />}
    </>
  )
}

/** Sorted by the stream's current figures; between reads the order stays fixed. */
const withLive = (row: WatchlistRow): WatchlistRow => {
  const live = quoteNow(row.listing)
  return live ? { ...row, last: live.last, previousClose: live.previousClose ?? row.previousClose } : row
}

function WatchedRow({ of }: { of: WatchlistRow }) {
  const names = useMarketNames()
  return <LiveRow of={of} caption={names.caption(of.listing)} />
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

type Toggle = (listing: ListingId, how?: Watching) => void

function Adding(props: { list: { id: string; name: string }; toggle: Toggle; onClose: () => void }) {
  const { list, toggle, onClose } = props
  const { data } = useRows(list.id)
  const on = data?.rows.map(({ listing }) => listing) ?? []
  return <AddListings list={list} on={on} toggle={toggle} onClose={onClose} />
}

function Arranging(props: {
  list: ListHead
  toggle: Toggle
  onShow: (list: string | null) => void
  onDone: () => void
}) {
  const { list, toggle, onShow, onDone } = props
  const t = useText('watchlist')
  const nameOf = useListName()
  const { data } = useRows(list.own ? undefined : list.id)
  const rows = data?.rows ?? []
  const remove = (row: WatchlistRow) =>
    toggle(row.listing, { watch: false, list: list.id, name: nameOf(list), place: rows.indexOf(row) })
  return (
    <Screen
      title={t('arrange', { name: nameOf(list) })}
      large
      right={<Button look="text" small label={t('done')} onClick={onDone} />}
    >
      <Arrange key={list.id} list={list} rows={rows} onRemove={remove} onShow={onShow} />
    </Screen>
  )
}
