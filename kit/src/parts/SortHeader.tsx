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
  /** From here on the columns stand at the right. */
  readonly right?: boolean
  /** The first tap sorts upwards: names. */
  readonly upFirst?: boolean
}

/** The columns of a list as buttons: the sorted one in ink with its arrow; a second tap turns it round. */
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
