import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import type { Currency, ListingId, PriceE4 } from '@lonja/core/base/amount'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { pointsOf } from '@lonja/core/market/line'
import { useFormats } from '@lonja/kit/formats'
import { followQuote, quoteNow, useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Change } from '@lonja/kit/parts/Change'
import { InstrumentRow, writeFigures } from '@lonja/kit/parts/InstrumentRow'
import { Price } from '@lonja/kit/parts/Price'
import { HaltMark } from './HaltMark.tsx'

/** An instrument's figures from its list. The stream's figures replace them while the row is in sight. */
export interface ListedInstrument {
  readonly listing: ListingId
  readonly name: string
  readonly currency: Currency
  readonly last: PriceE4 | null
  readonly previousClose: PriceE4 | null
  /** Trading is halted: shown before its code. */
  readonly halted?: boolean
  /** The points of its day: prices, or a list's encoded text of them; null if the list draws no lines. */
  readonly line: readonly PriceE4[] | string | null
}

type RowPrices = Pick<ListedInstrument, 'listing' | 'last' | 'previousClose'>

const bpsOf = (previous: PriceE4 | null | undefined, last: PriceE4 | null | undefined): bigint | null =>
  previous && last ? changeBps(previous, last) : null

/** The newest price of a listing, redrawn only when it changes. */
export function LivePrice({ of, currency }: { of: RowPrices; currency?: Currency | undefined }) {
  const live = useQuote(of.listing)
  return <Price of={live?.last ?? of.last} {...(currency ? { currency } : {})} />
}

/** The day's change of a listing from its previous close. */
export function LiveChange({ of }: { of: RowPrices }) {
  const live = useQuote(of.listing)
  return <Change bps={bpsOf(live?.previousClose ?? of.previousClose, live?.last ?? of.last)} />
}

/** Writes a row's figures directly into the element: thousands of changes a second would be too much work for React. */
function useFigures(of: RowPrices, currency: Currency | undefined): RefObject<HTMLSpanElement | null> {
  const figures = useRef<HTMLSpanElement>(null)
  const formats = useFormats()
  useLayoutEffect(() => {
    const { listing, last, previousClose } = of
    let shown: PriceE4 | null = null
    const write = () => {
      const live = quoteNow(listing)
      const price = live?.last ?? last
      const bps = bpsOf(live?.previousClose ?? previousClose, price)
      if (figures.current) writeFigures(figures.current, { price, before: shown, currency, bps }, formats)
      shown = price
    }
    write()
    return followQuote(listing, write)
  }, [of, currency, formats])
  return figures
}

const PRICE_UNIT = 10_000

/** A price as a number, for drawing only. */
export const drawn = (price: PriceE4): number => Number(price) / PRICE_UNIT

/** The link to an instrument's page. */
export const instrumentHref = (listing: ListingId): string =>
  hrefTo('/subPackages/home/socketDetail/socketDetail', { listing })

/** An instrument in a list: its figures come from the stream, its line from the list. Dense rows are in columns. */
export function LiveRow(props: {
  of: ListedInstrument
  caption: string
  dense?: boolean
  /** Its link, if not to its own page. */
  href?: string | undefined
  onOpen?: () => void
}) {
  const { of, caption, dense, href, onOpen } = props
  const points = useMemo(() => (typeof of.line === 'string' ? pointsOf(of.line) : of.line?.map(drawn)), [of.line])
  const figures = useFigures(of, dense ? undefined : of.currency)
  return (
    <InstrumentRow
      name={of.name}
      caption={
        <>
          <HaltMark of={of} />
          {caption}
        </>
      }
      points={points}
      previous={of.previousClose === null ? undefined : drawn(of.previousClose)}
      tone={toneFor(bpsOf(of.previousClose, of.last) ?? 0n)}
      dense={dense === true}
      href={href ?? instrumentHref(of.listing)}
      onOpen={onOpen}
      menu={of.listing}
      figures={figures}
    />
  )
}
