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
  /** Without points the name also takes the sparkline's room. */
  points?: readonly number[] | undefined
  previous?: number | undefined
  session?: number | undefined
  /** The day's result, which colours the line. */
  tone: Tone
  /** The element of price and change; a follower of the stream updates it with `writeFigures`. */
  figures: RefObject<HTMLSpanElement | null>
  /** Price and change in two columns, 50 px high, for lists sorted by column. */
  dense?: boolean
  href: string
  onOpen?: (() => void) | undefined
  /** The subject of its menu: see `row-menu`. */
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

/** A row's figures: its price, its previous price, and the day's change. */
export interface RowFigures {
  readonly price: PriceE4 | null
  readonly before: PriceE4 | null
  readonly currency: Currency | undefined
  readonly bps: bigint | null
}

/** Write a row's figures into their element. Only changed digits are touched, and a changed price flashes once. */
export function writeFigures(place: HTMLElement, { price, before, currency, bps }: RowFigures, formats: Formats): void {
  const [priced, changed] = place.children as unknown as [HTMLElement, HTMLElement]
  say(priced, formats.price(price, currency))
  say(changed, formats.bps(bps))
  const tone = tones[toneFor(bps ?? 0n)] ?? ''
  if (changed.className !== tone) changed.className = tone
  flash(priced, before, price)
}

/** Update the existing text node instead of creating one. */
function say(element: HTMLElement, text: string): void {
  const node = element.firstChild as Text | null
  if (!node) element.textContent = text
  else if (node.data !== text) node.data = text
}
