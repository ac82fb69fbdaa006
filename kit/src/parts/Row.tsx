import type { MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useLongPress } from './gestures.ts'
import type { Icon } from './icons.tsx'
import { CaretRightIcon } from './page-icons.tsx'
import styles from './Row.module.css'

export interface RowProps {
  title: ReactNode
  caption?: ReactNode
  /** At the right: a figure over its caption. */
  value?: ReactNode
  valueCaption?: ReactNode
  icon?: Icon
  /** The icon in a grey square, as for entries; otherwise in accent. */
  iconBoxed?: boolean
  /** Between name and figures: a sparkline, a chip. */
  middle?: ReactNode
  /** 50 px instead of 58. */
  dense?: boolean
  /** An unread item has a dot; false keeps the dot's space, so that the names of a list align. */
  unread?: boolean
  /** The name may take several lines. */
  wraps?: boolean
  /** The row opens something: a caret at the right. */
  caret?: boolean
  chosen?: boolean
  expanded?: boolean
  href?: string
  onClick?: (event: MouseEvent) => void
  /** Called after 350 ms of pressing: the row's menu. */
  onLongPress?: (() => void) | undefined
}

/** A row of 58 px: name over caption, figure over caption, a hairline below. A link, a button, or neither. */
export function Row(props: RowProps) {
  const { href, onClick, icon: Shape, iconBoxed } = props
  const press = useLongPress(props.onLongPress)
  const className = cx(
    styles.row,
    props.dense && styles.dense,
    props.chosen && styles.chosen,
    props.unread !== undefined && styles.marked,
    props.wraps && styles.wraps,
    (href !== undefined || onClick) && styles.opens,
  )
  const content = (
    <>
      {props.unread && <span className={styles.unread} />}
      {Shape && (
        <span className={iconBoxed ? styles.boxed : styles.icon}>
          <Shape size={iconBoxed ? 18 : 22} />
        </span>
      )}
      <span className={cx(styles.body, Shape && styles.indented)}>
        <span className={styles.name}>
          <span className={cx(styles.title, !props.wraps && styles.cut)}>{props.title}</span>
          {props.caption !== undefined && (
            <span className={cx(styles.caption, !props.wraps && styles.cut)}>{props.caption}</span>
          )}
        </span>
        {props.middle}
        {(props.value !== undefined || props.valueCaption !== undefined) && (
          <span className={styles.figures}>
            <span className={styles.value}>{props.value}</span>
            {props.valueCaption !== undefined && <span className={styles.valueCaption}>{props.valueCaption}</span>}
          </span>
        )}
        {props.caret && <CaretRightIcon size={18} className={styles.caret} />}
      </span>
    </>
  )
  if (href !== undefined) {
    return (
      <a className={className} href={href} onClick={onClick} {...press}>
        {content}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" className={className} onClick={onClick} aria-expanded={props.expanded} {...press}>
        {content}
      </button>
    )
  }
  return <div className={className}>{content}</div>
}
