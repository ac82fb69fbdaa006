import type { ReactNode } from 'react'
import { DataTable, More, type DataTableProps } from './DataTable.tsx'
import { ErrorView } from './states.tsx'

/** A list loaded page by page, as `usePages` returns it. */
export interface Paging {
  readonly isPending: boolean
  readonly isFetchingMore: boolean
  readonly hasMore: boolean
  readonly error: Error | null
  readonly more: () => void
  readonly refetch: () => unknown
}

/**
 * A `DataTable` that loads page by page, with a button for more after its last row, or the reason for the lack of rows.
 */
export function PagedTable<Row extends object>({
  list,
  rows,
  failed,
  empty,
  more,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'instead' | 'foot'> & {
  list: Paging
  /** The rows of all pages loaded so far. */
  rows: readonly Row[]
  /** The text for a list that failed to load. */
  failed: string
  /** Instead of rows: the empty state. */
  empty: ReactNode
  /** The label of the button for the next page. */
  more: string
}) {
  const isNone = rows.length === 0
  return (
    <DataTable
      {...table}
      rows={list.isPending ? undefined : rows}
      instead={
        isNone && list.error ? (
          <ErrorView title={failed} text={list.error.message} onRetry={() => void list.refetch()} />
        ) : isNone && !list.isPending ? (
          empty
        ) : undefined
      }
      foot={list.hasMore && <More label={more} busy={list.isFetchingMore} onMore={list.more} />}
    />
  )
}
