import { useMemo, useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { listInstruments, listWatched } from '@lonja/core/discover/discover.contract'
import { useFormats } from '@lonja/kit/formats'
import { goTo } from '@lonja/kit/nav'
import { List } from '@lonja/kit/parts/List'
import { SortHeader, type Sort } from '@lonja/kit/parts/SortHeader'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useRead, type ReadError } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { LiveRow } from '../market/LiveRow.tsx'
import type { Choice, MarketTab } from './choice.ts'
import { useLiveOrder } from './live-order.ts'
import {
  figureOf,
  listRequest,
  rowsOf,
  rowsOfAll,
  sortRequest,
  type ListName,
  type ListedRow,
  type SortColumnName,
} from './lists.ts'
import styles from './discover.module.css'

const REFETCH_MS = 15_000
/** A list scrolled beyond this is not reloaded in the background: its figures stay live and its order fixed. */
const FAR_ROWS = 200

interface ChoiceProps {
  readonly choice: Choice
  readonly onChoose: (change: Partial<Choice>) => void
}

/** The venue and the sector of a choice as a call's input. */
export const filterRequest = ({ where, sector }: Pick<Choice, 'where' | 'sector'>) => ({
  ...(where === 'all' ? {} : { venue: where }),
  ...(sector === null ? {} : { sector }),
})

/** One of the market's lists, page by page. */
export function MarketRows({ list, choice, onChoose }: ChoiceProps & { list: ListName }) {
  const [far, setFar] = useState(false)
  const pages = usePages(listInstruments, listRequest(list, filterRequest(choice), choice.sort), {
    ...(far ? {} : { refetchMs: REFETCH_MS }),
    keep: true,
  })
  const rows = useMemo(() => rowsOfAll(pages.pages), [pages.pages])
  if (rows.length > FAR_ROWS !== far) setFar(rows.length > FAR_ROWS)
  const shown = useLiveOrder(rows, choice.sort, !far)
  const t = useText('discover')
  const home = useText('home')
  return (
    <Rows
      list={list}
      choice={choice}
      onChoose={onChoose}
      rows={pages.isPending ? undefined : shown}
      total={pages.pages[0]?.total}
      error={pages.error}
      refetch={() => void pages.refetch()}
      onEnd={pages.hasMore ? pages.more : undefined}
      loadingMore={pages.isFetchingMore}
      empty={<Empty text={list === 'radar' ? t('radarNone') : home('home23')} />}
    />
  )
}

/** The watchlist, sorted as the market lists are. */
export function WatchedRows({ choice, onChoose }: ChoiceProps) {
  const t = useText('discover')
  const session = useSession()
  const { data, error, refetch } = useRead(
    listWatched,
    { ...filterRequest(choice), ...sortRequest(choice.sort) },
    { refetchMs: REFETCH_MS, keep: true },
  )
  const rows = useMemo(() => (data ? rowsOf(data) : NO_ROWS), [data])
  const shown = useLiveOrder(rows, choice.sort, true)
  if (!session) {
    return <Empty text={t('watchedSignIn')} action={t('logIn')} onAction={() => goTo('/subPackages/login/login')} />
  }
  return (
    <Rows
      list="watched"
      choice={choice}
      onChoose={onChoose}
      rows={data && shown}
      total={data?.total}
      error={error}
      refetch={() => void refetch()}
      empty={
        <Empty
          text={t('watchedNone')}
          action={t('searchTitle')}
          onAction={() => goTo('/subPackages/discover/search')}
        />
      }
    />
  )
}

const NO_ROWS: readonly ListedRow[] = []

function Rows(
  props: ChoiceProps & {
    list: MarketTab
    rows: readonly ListedRow[] | undefined
    total: number | undefined
    error: ReadError | null
    refetch: () => void
    onEnd?: (() => void) | undefined
    loadingMore?: boolean
    empty: React.ReactNode
  },
) {
  const { list, choice, onChoose, rows, total, error, refetch } = props
  const t = useText('discover')
  const captionOf = useCaption(choice)
  const isFailed = error && !rows?.length
  return (
    <>
      <p className={styles.count}>{total ? t('count', { count: total }) : '\u00a0'}</p>
      <List
        label={t(list)}
        items={rows}
        keyOf={({ listing }) => listing}
        rowHeight={50}
        skeletonLine
        header={
          isFailed || rows?.length === 0 ? undefined : (
            <Columns sort={choice.sort} onSort={(sort) => onChoose({ sort })} />
          )
        }
        empty={props.empty}
        {...(isFailed
          ? {
              error: (
                <ErrorView
                  title={t(list === 'watched' ? 'watchedFailed' : 'loadFailed')}
                  text={error.msg}
                  onRetry={refetch}
                />
              ),
            }
          : {})}
        onEnd={props.onEnd}
        loadingMore={props.loadingMore ?? false}
        row={(row) => <LiveRow of={row} dense caption={captionOf(row)} />}
      />
    </>
  )
}

/** Under a name: the code, the figure that the list is about, and the venue where a list has several. */
function useCaption({ where, sort, list }: Choice): (row: ListedRow) => string {
  const t = useText('discover')
  const f = useFormats()
  const names = useMarketNames()
  return (row) => {
    const code = where === 'all' ? names.caption(row.listing) : tickerOf(row.listing)
    const figure = figureOf(row, list === 'radar' && sort.by === 'list' ? 'unusual' : sort.by)
    if (figure === null) return code
    return `${code} · ${'times' in figure ? t('timesVolume', { times: f.number(figure.times, 1) }) : f.big(figure.count)}`
  }
}

/** The columns of the market's rows, each sortable by a tap in both directions. */
function Columns({ sort, onSort }: { sort: Sort<SortColumnName>; onSort: (sort: Sort<SortColumnName>) => void }) {
  const t = useText('discover')
  return (
    <SortHeader<SortColumnName>
      label={t('sortBy')}
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
  )
}
