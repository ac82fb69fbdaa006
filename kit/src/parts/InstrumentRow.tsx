import type { Tone } from '@lonja/core/base/formats'
import { memo, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useLongPress } from './gestures.ts'
import styles from './InstrumentRow.module.css'
import { Sparkline } from './Sparkline.tsx'

export interface InstrumentRowProps {
  name: string
  /** Code and venue: `BVE · Madrid`. */
  caption: string
  points?: readonly number[] | undefined
  previous?: number | undefined
  session?: number | undefined
  /** The day's result: the colour of the line. */
  tone: Tone
  /** `<Price>` and, behind it, `<Change>`: they alone are drawn again when a quote comes. */
  figures: ReactNode
  /** Price and change in two columns, 50 px high: lists that are sorted by column. */
  dense?: boolean
  href: string
  onOpen?: (() => void) | undefined
  onLongPress?: (() => void) | undefined
}

/** An instrument in a list: name over code, sparkline, price over change; 58 px, or 50 in columns. */
export const InstrumentRow = memo(function InstrumentRow(props: InstrumentRowProps) {
  const press = useLongPress(props.onLongPress)
  return (
    <a
      className={cx(styles.row, props.dense && styles.dense)}
      href={props.href}
      onClick={(event) => {
        if (!props.onOpen || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        props.onOpen()
      }}
      {...press}
    >
      <span className={styles.name}>
        <span className={styles.title}>{props.name}</span>
        <span className={styles.caption}>{props.caption}</span>
      </span>
      <Sparkline
        points={props.points ?? []}
        previous={props.previous}
        session={props.session}
        tone={props.tone}
        narrow={props.dense}
      />
      <span className={styles.figures}>{props.figures}</span>
    </a>
  )
})
