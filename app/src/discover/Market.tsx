import { useMemo, useState } from 'react'
import type { Venue } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { useFormats } from '@lonja/kit/formats'
import { goTo, useQuery } from '@lonja/kit/nav'
import { MagnifyingGlassIcon, SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { OptionSheet } from '@lonja/kit/parts/Select'
import { SortHeader, type Sort } from '@lonja/kit/parts/SortHeader'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { tickerOf } from '@lonja/core/base/amount'
import { toast } from '@lonja/kit/parts/toast'
import { useMarketNames } from '../market/names.ts'
import { LiveRow } from '../market/LiveRow.tsx'
import { useToggle } from '../watchlist/useWatch.ts'
import { IndexCards } from './IndexCards.tsx'
import {
  LIST_NAMES,
  LIST_ORDERS,
  listAsked,
  listNamed,
  rowsOfAll,
  type ListName,
  type ListedRow,
  type SortColumnName,
} from './lists.ts'
import styles from './discover.module.css'

const REFETCH_MS = 15_000
const FAR_ROWS = 200
type Region = 'spain' | 'unitedStates'
type Where = Venue | 'us'

/** The market: instruments by venue and list, sorted by any column, live while in sight. */
export function Market() {
  const t = useText('discover')
  const asked = useQuery()
  const [where, setWhere] = useState<Where>(asked.get('venue') === 'us' ? 'us' : 'XMAD')
  const [list, setList] = useState<ListName>(listNamed(asked.get('list')))
  const [sort, setSort] = useState<Sort<SortColumnName>>(LIST_ORDERS[list])
  const choose = (next: ListName) => {
    setList(next)
    setSort(LIST_ORDERS[next])
  }
  // Another link to the market (a list on the home page) asks for another list.
  const [followed, setFollowed] = useState(asked.get('list'))
  if (asked.get('list') !== followed) {
    setFollowed(asked.get('list'))
    if (asked.get('list') !== null) choose(listNamed(asked.get('list')))
  }
  const [far, setFar] = useState(false)
  const pages = usePages(
    listInstruments,
    listAsked(list, where, sort),
    // A list that was scrolled far is not read again behind one's back: its figures are live, its order holds.
    { ...(far ? {} : { refetchMs: REFETCH_MS }), keep: true },
  )
  const rows = useMemo(() => rowsOfAll(pages.pages), [pages.pages])
  if (rows.length > FAR_ROWS !== far) setFar(rows.length > FAR_ROWS)
  const refresh = async () => {
    if ((await pages.refetch()).isSuccess) toast(t('refreshed'))
  }
  return (
    <Screen onRefresh={refresh} header={<Head where={where} onWhere={setWhere} />}>
      <IndexCards venue={where} />
      <Tabs
        label={t('lists')}
        value={list}
        onChange={choose}
        tabs={LIST_NAMES.map((value) => ({ value, label: t(value) }))}
      >
        <Rows rows={pages.isPending ? undefined : rows} pages={pages} sort={sort} onSort={setSort} list={list} />
      </Tabs>
    </Screen>
  )
}

/** Which market, the way to the search, and the venues of that market. */
function Head({ where, onWhere }: { where: Where; onWhere: (where: Where) => void }) {
  const t = useText('discover')
  const [filtering, setFiltering] = useState(false)
  const region: Region = where === 'XMAD' ? 'spain' : 'unitedStates'
  return (
    <>
      <div className={styles.head}>
        <h1 className="said" tabIndex={-1}>
          {t('market')}
        </h1>
        <Segments
          label={t('venue')}
          value={region}
          onChange={(next) => onWhere(next === 'spain' ? 'XMAD' : 'us')}
          options={[
            { value: 'spain', label: t('spain') },
            { value: 'unitedStates', label: t('unitedStates') },
          ]}
        />
        <span className={styles.acts}>
          <IconButton
            icon={MagnifyingGlassIcon}
            label={t('searchTitle')}
            onClick={() => goTo('/subPackages/discover/search')}
          />
          <IconButton icon={SlidersHorizontalIcon} label={t('filters')} onClick={() => setFiltering(true)} />
        </span>
      </div>
      {filtering && <VenueSheet where={where} onChange={onWhere} onClose={() => setFiltering(false)} />}
    </>
  )
}

function Rows(props: {
  rows: readonly ListedRow[] | undefined
  pages: ReturnType<typeof usePages<typeof listInstruments>>
  sort: Sort<SortColumnName>
  onSort: (sort: Sort<SortColumnName>) => void
  list: ListName
}) {
  const { rows, pages, sort, onSort, list } = props
  const t = useText('discover')
  const none = useText('home')
  const f = useFormats()
  const watch = useToggle()
  return (
    <List
      label={t(list)}
      items={rows}
      keyOf={({ listing }) => listing}
      rowHeight={50}
      skeletonLine
      header={
        <SortHeader<SortColumnName>
          label={t('lists')}
          sort={sort}
          onSort={onSort}
          columns={[
            { by: 'name', label: t('columnName'), upFirst: true },
            { by: 'volume', label: t('columnVolume') },
            { by: 'marketCap', label: t('columnCap') },
            { by: 'last', label: t('columnLast'), right: true },
            { by: 'change', label: t('columnDay'), right: true },
          ]}
        />
      }
      empty={<Empty text={none('home23')} />}
      {...(pages.error && !rows?.length
        ? {
            error: <ErrorView title={t('loadFailed')} text={pages.error.msg} onRetry={() => void pages.refetch()} />,
          }
        : {})}
      onEnd={pages.hasMore ? pages.more : undefined}
      loadingMore={pages.isFetchingMore}
      row={(row) => {
        const figure = sort.by === 'marketCap' && row.marketCap !== null ? row.marketCap : row.volume
        return (
          <LiveRow
            of={row}
            dense
            caption={`${tickerOf(row.listing)} · ${f.big(figure)}`}
            onLongPress={() => watch(row.listing)}
          />
        )
      }}
    />
  )
}

const US_VENUES = ['XNYS', 'XNAS', 'XASE'] as const satisfies readonly Venue[]

function VenueSheet({
  where,
  onChange,
  onClose,
}: {
  where: Where
  onChange: (where: Where) => void
  onClose: () => void
}) {
  const t = useText('discover')
  const names = useMarketNames()
  return (
    <OptionSheet<Where>
      label={t('filterVenue')}
      value={where}
      onChange={onChange}
      onClose={onClose}
      options={[
        { value: 'XMAD', label: names.venue('XMAD') },
        { value: 'us', label: t('allUs') },
        ...US_VENUES.map((value) => ({ value, label: names.venue(value) })),
      ]}
    />
  )
}
