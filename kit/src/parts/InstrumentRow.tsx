import type { Currency, PriceE4 } from '@lonja/core/base/amount'
import { toneFor, type Tone } from '@lonja/core/base/formats'
import type { ReactNode, RefObject } from 'react'
import type { Formats } from '../formats.tsx'
import { cx } from './cx.ts'
import styles from './InstrumentRow.module.css'
import { flash } from './Price.tsx'
import prices from './Price.module.css'
import { Sparkline } from './Sparkline.tsx'
import tones from './tones.module.css'

export interface InstrumentRowProps {
  name: string
  /** Code and venue: `BVE · Madrid`. */
  caption: ReactNode
  /** Without them the name has the room of the line. */
  points?: readonly number[] | undefined
  previous?: number | undefined
  session?: number | undefined
  /** The day's result: the colour of the line. */
  tone: Tone
  /** Where price and change stand: whoever follows the stream writes them there with `writeFigures`. */
  figures: RefObject<HTMLSpanElement | null>
  /** Price and change in two columns, 50 px high: lists that are sorted by column. */
  dense?: boolean
  href: string
  onOpen?: (() => void) | undefined
  /** What its menu is of: see `row-menu`. */
  menu?: string | undefined
}

/** An instrument in a list: name over code, sparkline, price over change; 58 px, or 50 in columns. */
export function InstrumentRow(props: InstrumentRowProps) {
  return (
    <a
      className={cx(styles.row, props.dense && styles.dense)}
      href={props.href}
      onClick={(event) => {
        if (!props.onOpen || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        props.onOpen()
      }}
      data-menu={props.menu}
      aria-haspopup={props.menu === undefined ? undefined : 'dialog'}
    >
      <span className={styles.name}>
        <span className={styles.title}>{props.name}</span>
        <span className={styles.caption}>{props.caption}</span>
      </span>
      {props.points && (
        <Sparkline
          points={props.points}
          previous={props.previous}
          session={props.session}
          tone={props.tone}
          narrow={props.dense}
        />
      )}
      <span className={styles.figures} ref={props.figures}>
        <span className={prices.price} data-figure />
        <span data-figure />
      </span>
    </a>
  )
}

/** What a row shows now: its price, the one it showed before, and the day's change. */
export interface RowFigures {
  readonly price: PriceE4 | null
  readonly before: PriceE4 | null
  readonly currency: Currency | undefined
  readonly bps: bigint | null
}

/** Writes a row's figures into their place; only the digits that changed are touched, and a price that moved flashes once. */
export function writeFigures(place: HTMLElement, { price, before, currency, bps }: RowFigures, formats: Formats): void {
  const [priced, changed] = place.children as unknown as [HTMLElement, HTMLElement]
  say(priced, formats.price(price, currency))
  say(changed, formats.bps(bps))
  const tone = tones[toneFor(bps ?? 0n)] ?? ''
  if (changed.className !== tone) changed.className = tone
  flash(priced, before, price)
}

/** The text's own node is changed: no other is made for it. */
function say(element: HTMLElement, text: string): void {
  const node = element.firstChild as Text | null
  if (!node) element.textContent = text
  else if (node.data !== text) node.data = text
}
