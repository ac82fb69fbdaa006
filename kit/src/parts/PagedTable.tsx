import type { ReactNode } from 'react'
import { DataTable, More, type DataTableProps } from './DataTable.tsx'
import { ErrorView } from './states.tsx'

/** A list that is asked for page by page, as `usePages` answers it. */
export interface Paging {
  readonly isPending: boolean
  readonly isFetchingMore: boolean
  readonly hasMore: boolean
  readonly error: Error | null
  readonly more: () => void
  readonly refetch: () => unknown
}

/** A `DataTable` that grows page by page, with the way to more behind its last row, and why there are none in their place. */
export function PagedTable<Row extends object>({
  list,
  rows,
  failed,
  empty,
  more,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'instead' | 'foot'> & {
  list: Paging
  /** The rows of the pages so far. */
  rows: readonly Row[]
  /** What to say where the list could not be had. */
  failed: string
  /** In the place of rows: that there are none. */
  empty: ReactNode
  /** What the button for the next page says. */
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
