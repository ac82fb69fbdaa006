import { cx } from './cx.ts'
import { ArrowDownIcon, ArrowUpIcon } from './page-icons.tsx'
import styles from './SortHeader.module.css'
import { usePartWords } from './words.tsx'

export interface Sort<Column extends string> {
  readonly by: Column
  readonly down: boolean
}

export interface SortColumn<Column extends string> {
  readonly by: Column
  readonly label: string
  /** This column and all after it are right-aligned. */
  readonly right?: boolean
  /** The first tap sorts upwards, for names. */
  readonly upFirst?: boolean
}

/** A list's column headings as buttons: the sorted one in ink with an arrow; a second tap reverses it. */
export function SortHeader<Column extends string>(props: {
  label: string
  columns: readonly SortColumn<Column>[]
  sort: Sort<Column>
  onSort: (sort: Sort<Column>) => void
}) {
  const words = usePartWords()
  return (
    <div className={styles.header} role="group" aria-label={props.label}>
      {props.columns.map(({ by, label, right, upFirst }) => {
        const sorted = props.sort.by === by
        const Arrow = props.sort.down ? ArrowDownIcon : ArrowUpIcon
        return (
          <button
            key={by}
            type="button"
            className={cx(styles.column, right && styles.right, sorted && styles.sorted)}
            aria-pressed={sorted}
            onClick={() => props.onSort({ by, down: sorted ? !props.sort.down : upFirst !== true })}
          >
            {label}
            {sorted && <Arrow size={14} label={props.sort.down ? words.descending : words.ascending} />}
          </button>
        )
      })}
    </div>
  )
}
