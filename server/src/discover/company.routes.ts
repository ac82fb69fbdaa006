import { currencyFor, priceE4, venueOf, type ListingId } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { listMembers, readCompany, type MEMBER_SORTS } from '@lonja/core/discover/company.contract'
import { relatedFor, reportMovesFor, weightsFor, MEMBERS_PAGE, type Peer } from '@lonja/core/discover/company.rules'
import { dayNumberAt, dayNumberOf, dayOf, zoneOf } from '@lonja/core/calendar/days'
import type { Instrument } from '@lonja/core/market/market.contract'
import { marketCapFor } from '@lonja/core/market/market.rules'
import { refuse } from '@lonja/core/base/refusal'
import { onLook, type Route } from '../door/serve.ts'
import { historyOf } from '../market/market.history.ts'
import { fromInstruments } from '../market/market.listing.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameFor } from '../market/market.replies.ts'

export function companyRoutes(market: Market): Route[] {
  const places = placesOf(market)
  const peers = fromInstruments(market, () => peersOf(market, places))
  const history = historyOf(market)
  const orders = memberOrders(market, places)
  return [
    onLook(readCompany, async ({ language }, { listing }) => {
      const instrument = market.find(listing)
      if (!instrument) return refuse('unknown_listing')
      if (instrument.kind === 'share') await history.make(listing, 'day', { from: 0, to: Infinity, most: DAYS })
      return {
        reports: reportsOf(market, instrument),
        related: peers()(instrument).map((peer) => {
          const other = market.find(peer.listing) as Instrument
          return {
            ...rowOf(market, places, other),
            name: nameFor(other, language),
            sameIndustry: industryOf(other) !== '' && industryOf(other) === industryOf(instrument),
          }
        }),
      }
    }),

    onLook(listMembers, ({ language }, { listing, sort = 'weight', direction, cursor, limit = MEMBERS_PAGE }) => {
      const index = market.find(listing)
      if (index?.kind !== 'index') return refuse('unknown_listing')
      const { offset, minute } = walkFrom(cursor, market.now())
      const up = (direction ?? (sort === 'code' ? 'up' : 'down')) === 'up'
      const walk = orders(index, sort, up, minute)
      const next = offset + limit
      return {
        rows: walk.members.slice(offset, next).map(({ instrument, weightBps }) => {
          const { marketCap: _none, ...row } = rowOf(market, places, instrument)
          return { ...row, name: nameFor(instrument, language), weightBps }
        }),
        cursor: next < walk.members.length ? `${walk.minute}.${next}` : null,
        total: walk.members.length,
      }
    }),
  ]
}

const industryOf = ({ industry }: Instrument): string => industry?.en ?? ''

type Places = (listing: ListingId) => number

/** The index of a listing on the market's board, or -1. The first call reads a board, so that no house opens later for it. */
function placesOf(market: Market): Places {
  let places: ReadonlyMap<ListingId, number> = new Map()
  return (listing) => {
    const { listings } = market.board()
    if (places.size !== listings.length) places = new Map(listings.map((each, place) => [each, place]))
    return places.get(listing) ?? -1
  }
}

/** A row with the figures of the current second. */
function rowOf(market: Market, places: Places, { listing }: Instrument) {
  const { last, previousClose } = market.board()
  const at = places(listing)
  const price = (units: number | undefined) => (units ? priceE4(BigInt(units)) : null)
  const now = price(last[at])
  return {
    listing,
    currency: currencyFor(listing),
    last: now,
    previousClose: price(previousClose[at]),
    marketCap: marketCapFor(now, market.sharesInIssue(listing)),
    halted: market.stateOf(listing) === 'halted',
  }
}

/** The companies most like a given one, chosen within its sector. */
function peersOf(market: Market, places: Places): (of: Instrument) => readonly Peer[] {
  const shares = market.instruments.filter(({ kind }) => kind === 'share')
  const sectors = new Map<string, Instrument[]>()
  for (const share of shares) {
    const group = sectors.get(share.sector)
    if (group) group.push(share)
    else sectors.set(share.sector, [share])
  }
  const peerOf = (instrument: Instrument, last: ArrayLike<number>): Peer => ({
    listing: instrument.listing,
    industry: industryOf(instrument),
    sector: instrument.sector,
    size: (last[places(instrument.listing)] ?? 0) * Number(market.sharesInIssue(instrument.listing)),
  })
  return (of) => {
    const { last } = market.board()
    const others = of.kind === 'share' ? (sectors.get(of.sector) ?? []) : []
    return relatedFor(
      peerOf(of, last),
      others.map((other) => peerOf(other, last)),
    )
  }
}

/** The chart and the year's figures also need this many days, so they are cached already. */
const DAYS = 400
/** A limit above the number of candles that this many days can have. */
const REPORT_DAYS = 600

function reportsOf(market: Market, { listing }: Instrument) {
  const begun = market.latestSession(venueOf(listing))?.day
  if (begun === undefined) return []
  const zone = zoneOf(venueOf(listing))
  const days = market.reportDays(listing, dayOf(dayNumberOf(begun) - REPORT_DAYS), begun)
  if (days.length === 0) return []
  const { at, close } = market.candles(listing, 'day', { from: 0, to: Infinity, most: DAYS })
  const closes = at.map((moment, n) => ({ day: dayOf(dayNumberAt(zone, moment + 1)), close: close[n] ?? priceE4(0n) }))
  return [...reportMovesFor(days, closes)]
}

interface Walk {
  readonly offset: number
  /** The minute of the source's clock whose order the walk follows. */
  readonly minute: number
}

/** The walk that a cursor continues. An invalid cursor, or one of the future, begins a new walk. */
function walkFrom(cursor: string | undefined, now: number): Walk {
  const parts = /^(\d{1,12})\.(\d{1,6})$/.exec(cursor ?? '')
  const [, minute = '', offset = ''] = parts ?? []
  const newest = Math.floor(now / MINUTE)
  return parts && Number(minute) <= newest
    ? { minute: Number(minute), offset: Number(offset) }
    : { minute: newest, offset: 0 }
}

interface MemberWeight {
  readonly instrument: Instrument
  readonly weightBps: number | null
}

/**
 * The latest orders are cached, so that the pages of one walk fit together; after some minutes a walk continues in a
 * newer order.
 */
const ORDERS_KEPT = 200

function memberOrders(market: Market, places: Places) {
  const cache = new Map<string, readonly MemberWeight[]>()
  return (index: Instrument, sort: (typeof MEMBER_SORTS)[number], up: boolean, askedMinute: number) => {
    const keyAt = (minute: number) => [index.listing, sort, up, minute].join(' ')
    const known = cache.get(keyAt(askedMinute))
    if (known) return { minute: askedMinute, members: known }
    const minute = Math.floor(market.now() / MINUTE)
    const members = cache.get(keyAt(minute)) ?? sortedMembers(market, places, index, sort, up)
    cache.set(keyAt(minute), members)
    const [oldest] = cache.keys()
    if (cache.size > ORDERS_KEPT && oldest !== undefined) cache.delete(oldest)
    return { minute, members }
  }
}

function sortedMembers(
  market: Market,
  places: Places,
  { members = [] }: Instrument,
  sort: (typeof MEMBER_SORTS)[number],
  up: boolean,
): readonly MemberWeight[] {
  const { last, previousClose } = market.board()
  const instruments = members.map((listing) => market.find(listing)).filter((member) => member !== null)
  const placeOf = ({ listing }: Instrument): number => places(listing)
  const worths = instruments.map((one) => BigInt(last[placeOf(one)] ?? 0) * market.sharesInIssue(one.listing))
  const weights = weightsFor(worths)
  const figure = (n: number): number => {
    const at = placeOf(instruments[n] as Instrument)
    const [now, before] = [last[at] ?? 0, previousClose[at] ?? 0]
    if (sort === 'weight') return now > 0 ? Number(worths[n]) : NaN
    return now > 0 && before > 0 ? now / before : NaN
  }
  const code = (n: number): string => instruments[n]?.listing.split(':')[1] ?? ''
  const byCode = (a: number, b: number): number => (code(a) < code(b) ? -1 : 1)
  const order = [...instruments.keys()].sort((a, b) => {
    if (sort === 'code') return up ? byCode(a, b) : byCode(b, a)
    const [one, other] = [figure(a), figure(b)]
    // Instruments without a figure come last in both directions.
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || byCode(a, b)
    return (up ? one - other : other - one) || byCode(a, b)
  })
  return order.map((n) => ({ instrument: instruments[n] as Instrument, weightBps: weights[n] ?? null }))
}
