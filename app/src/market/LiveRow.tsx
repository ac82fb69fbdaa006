import type { Currency, ListingId, PriceE4 } from '@lonja/core/base/amount'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Change } from '@lonja/kit/parts/Change'
import { InstrumentRow } from '@lonja/kit/parts/InstrumentRow'
import { Price } from '@lonja/kit/parts/Price'

/** What a list knows of an instrument; the stream knows better while the row is in sight. */
export interface ListedInstrument {
  readonly listing: ListingId
  readonly name: string
  readonly currency: Currency
  readonly last: PriceE4 | null
  readonly previousClose: PriceE4 | null
  readonly line: readonly PriceE4[]
}

type Known = Pick<ListedInstrument, 'listing' | 'last' | 'previousClose'>

const bpsOf = (previous: PriceE4 | null | undefined, last: PriceE4 | null | undefined): bigint | null =>
  previous && last ? changeBps(previous, last) : null

/** The newest price of a listing, drawn again only when it changes. */
export function LivePrice({ of, currency }: { of: Known; currency?: Currency | undefined }) {
  const live = useQuote(of.listing)
  return <Price of={live?.last ?? of.last} {...(currency ? { currency } : {})} />
}

/** The day's change of a listing, from its previous close. */
export function LiveChange({ of }: { of: Known }) {
  const live = useQuote(of.listing)
  return <Change bps={bpsOf(live?.previousClose ?? of.previousClose, live?.last ?? of.last)} />
}

/** Both beside each other in a row: they follow the stream once. */
function LiveFigures({ of, currency }: { of: Known; currency?: Currency | undefined }) {
  const live = useQuote(of.listing)
  const last = live?.last ?? of.last
  return (
    <>
      <Price of={last} {...(currency ? { currency } : {})} />
      <Change bps={bpsOf(live?.previousClose ?? of.previousClose, last)} />
    </>
  )
}

const PRICE_UNIT = 10_000

/** A price as a number, for drawing alone. */
export const drawn = (price: PriceE4): number => Number(price) / PRICE_UNIT

/** The page of an instrument. */
export const instrumentHref = (listing: ListingId): string =>
  hrefTo('/subPackages/home/socketDetail/socketDetail', { listing })

/** An instrument in a list: its figures are the stream's, its line the list's. Dense rows stand under columns. */
export function LiveRow(props: {
  of: ListedInstrument
  caption: string
  dense?: boolean
  onOpen?: () => void
  onLongPress?: () => void
}) {
  const { of, caption, dense, onOpen, onLongPress } = props
  const tone = toneFor(bpsOf(of.previousClose, of.last) ?? 0n)
  return (
    <InstrumentRow
      name={of.name}
      caption={caption}
      points={of.line.map(drawn)}
      previous={of.previousClose === null ? undefined : drawn(of.previousClose)}
      tone={tone}
      dense={dense === true}
      href={instrumentHref(of.listing)}
      onOpen={onOpen}
      onLongPress={onLongPress}
      figures={<LiveFigures of={of} currency={dense ? undefined : of.currency} />}
    />
  )
}
