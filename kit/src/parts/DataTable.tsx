import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Header,
} from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { CaretDownIcon, CaretUpDownIcon, CaretUpIcon } from './late-icons.tsx'
import { Skeleton } from './states.tsx'
import styles from './DataTable.module.css'
import { usePartWords } from './words.tsx'

export interface DataColumn<Row> {
  readonly id: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, for figures. */
  readonly right?: boolean
  readonly soft?: boolean
  /** Never wraps: a number, say. Instants do not anyway. */
  readonly whole?: boolean
  /** The sort key, for tables that hold all rows; without it the column cannot be sorted. */
  readonly by?: (row: Row) => string | number | bigint
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const compare = (one: string | number | bigint, other: string | number | bigint): number =>
  one < other ? -1 : one > other ? 1 : 0

export interface DataTableProps<Row> {
  label: string
  columns: readonly DataColumn<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  chosen?: string | null
  onChoose?: (row: Row) => void
  /** Shown instead of rows: the empty state, or the error. */
  instead?: ReactNode
  /** After the last row: the button for more. */
  foot?: ReactNode
  /** For a table that holds all rows: the number drawn at first, and added with each press. */
  atOnce?: number
}

/**
 * A dense table for a wide window: right-aligned figures, a sticky header, a row selected by key or pointer. The caller
 * passes the empty and error states in `instead`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, chosen = null, onChoose, instead, foot, atOnce = Infinity } = props
  const words = usePartWords()
  const waits = rows === undefined && !instead
  const table = useRows(columns, rows)
  const all = table.getRowModel().rows
  const [most, setMost] = useState(atOnce)
  // Draw at least up to the row that the arrow keys selected.
  const drawn = all.slice(0, Math.max(most, 1 + all.findIndex(({ original }) => keyOf(original) === chosen)))
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen !== null) frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // A scrolling area must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <caption className="said">{label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Head key={header.id} header={header} column={columns.find(({ id }) => id === header.id)} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {drawn.map((row) => (
            <tr
              key={keyOf(row.original)}
              className={cx(onChoose && styles.choosable)}
              aria-current={keyOf(row.original) === chosen ? 'true' : undefined}
              onClick={onChoose && (() => onChoose(row.original))}
            >
              {row.getAllCells().map((cell, n) => (
                <td key={cell.id} className={lookOf(columns[n])} data-label={columns[n]?.label}>
                  {wholeTimes(columns[n]?.cell(row.original))}
                </td>
              ))}
            </tr>
          ))}
          {waits && <Waiting columns={columns} />}
        </tbody>
      </table>
      {waits && (
        <span className="said" role="status" data-waiting>
          {words.loading}
        </span>
      )}
      {instead}
      {foot}
      {drawn.length < all.length && <More onMore={() => setMost(drawn.length + atOnce)} />}
    </div>
  )
}

const INSTANT = /(\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2})/

/** The content of a cell, with each instant in it as one word: a line never ends between its day and its time. */
export const wholeTimes = (content: ReactNode): ReactNode =>
  typeof content === 'string'
    ? content.split(INSTANT).map((part, n) =>
        n % 2 === 0 ? (
          part
        ) : (
          <span key={n} className={styles.whole}>
            {part}
          </span>
        ),
      )
    : content

const WAITING_ROWS = 10
const BARS = [72, 96, 56] as const

/** Placeholder rows with the height of real ones, under their column headings. */
function Waiting<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  return Array.from({ length: WAITING_ROWS }, (_, row) => (
    <tr key={row} className={styles.waiting} aria-hidden>
      {columns.map((column, n) => (
        <td key={column.id} className={lookOf(column)} data-label={column.label}>
          <Skeleton width={BARS[(row + n) % BARS.length] ?? 72} />
        </td>
      ))}
    </tr>
  ))
}

/** The button for more rows, after the last one. */
export function More({ label, busy, onMore }: { label?: string; busy?: boolean; onMore: () => void }) {
  const words = usePartWords()
  return (
    <div className={styles.more}>
      <Button look="text" small label={label ?? words.more} busy={busy ?? false} onClick={onMore} />
    </div>
  )
}

const lookOf = (column: Pick<DataColumn<never>, 'right' | 'soft' | 'whole'> | undefined) =>
  cx(column?.right && styles.right, column?.soft && styles.soft, column?.whole && styles.whole)

function useRows<Row extends object>(columns: readonly DataColumn<Row>[], rows: readonly Row[] | undefined) {
  const helper = useMemo(() => createColumnHelper<typeof features, Row>(), [])
  const defined = useMemo(
    () =>
      helper.columns(
        columns.map(({ id, label, by }) =>
          helper.accessor((row) => (by ? by(row) : ''), {
            id,
            header: label,
            enableSorting: by !== undefined,
            sortFn: (one, other) => compare(one.getValue(id), other.getValue(id)),
          }),
        ),
      ),
    [helper, columns],
  )
  const data = useMemo(() => [...(rows ?? [])], [rows])
  return useTable({ features, columns: defined, data })
}

function Head<Row extends object>({
  header,
  column,
}: {
  header: Header<typeof features, Row>
  column: DataColumn<Row> | undefined
}) {
  const words = usePartWords()
  const sorted = header.column.getIsSorted()
  const Arrow = sorted === 'asc' ? CaretUpIcon : sorted === 'desc' ? CaretDownIcon : CaretUpDownIcon
  const how = sorted === 'asc' ? words.ascending : sorted === 'desc' ? words.descending : ''
  return (
    <th
      scope="col"
      className={column?.right ? styles.right : undefined}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      {header.column.getCanSort() ? (
        <button type="button" className={styles.sort} onClick={header.column.getToggleSortingHandler()}>
          {column?.label}
          <Arrow size={12} />
          {how !== '' && <span className="said">{how}</span>}
        </button>
      ) : (
        column?.label
      )}
    </th>
  )
}
