import { priceE4, venueOf, type ListingId } from '../../base/amount.ts'
import type { Instant } from '../../base/instant.ts'
import { ZONES, type Zone } from '../../base/zones.ts'
import { dateOf, dayOf, localInstant, zoneOf, type DayNumber } from '../../calendar/days.ts'
import { spanOf, type Hours } from '../../calendar/sessions.ts'
import { byRecord, type MarketAction } from '../../market/actions.ts'
import { quarterStart } from '../days.ts'
import { ANNOUNCED_DAYS, type Dividends } from './dividends.ts'

/** The companies that pay dividends, and what each is. */
export interface Payers {
  readonly hours: Hours
  /** The first day of version 4. */
  readonly from: DayNumber
  readonly listings: Iterable<ListingId>
  readonly dividendsOf: (listing: ListingId) => Dividends | null
  /** The amount of a dividend by the last close before its announcement; null while that is not known. */
  readonly amountOf: (listing: ListingId, announcedAt: Instant) => number | null
}

interface ZoneOfPayers {
  readonly zone: Zone
  /** By the offset of the ex-day in its quarter. */
  readonly byOffset: Map<number, { readonly listing: ListingId; readonly dividends: Dividends }[]>
  /** The first day whose announcements are not known yet. */
  next: DayNumber
}

/**
 * The dividends announced up to an instant, in the order in which they are paid. Each day's are found once: an answer for
 * the present is the same array until the next day begins.
 */
export function announcedDividends(payers: Payers): (until: Instant) => readonly MarketAction[] {
  let zones: ZoneOfPayers[] | null = null
  let all: readonly MarketAction[] = []
  let [newestAt, nextAt] = [-Infinity, -Infinity]
  return (until) => {
    if (until >= nextAt) {
      zones ??= zonesOf(payers)
      const added = zones.flatMap((zone) => goOn(payers, zone, until))
      nextAt = Math.min(...zones.map(({ zone, next }) => localInstant(zone, next, 0)))
      newestAt = added.reduce((newest, { announcedAt }) => Math.max(newest, announcedAt), newestAt)
      if (added.length > 0) all = [...all, ...added].toSorted(byRecord)
    }
    return until >= newestAt ? all : all.filter(({ announcedAt }) => announcedAt <= until)
  }
}

function zonesOf({ from, listings, dividendsOf }: Payers): ZoneOfPayers[] {
  const zones = ZONES.map((zone): ZoneOfPayers => ({ zone, byOffset: new Map(), next: from }))
  for (const listing of listings) {
    const dividends = dividendsOf(listing)
    const own = zones.find(({ zone }) => zone === zoneOf(venueOf(listing)))
    if (!dividends || !own) continue
    const { offset } = dividends
    const others = own.byOffset.get(offset) ?? []
    own.byOffset.set(offset, others)
    others.push({ listing, dividends })
  }
  return zones
}

/** The announcements of a zone up to an instant that are not known yet. */
function goOn(payers: Payers, zone: ZoneOfPayers, until: Instant): MarketAction[] {
  const added: MarketAction[] = []
  for (; localInstant(zone.zone, zone.next, 0) <= until; zone.next++) {
    const today = announcedOn(payers, zone)
    if (today === null) break
    added.push(...today)
  }
  return added
}

/** The announcements of a zone's next day; null while the closes before it are not known. */
function announcedOn({ hours, amountOf }: Payers, { zone, byOffset, next }: ZoneOfPayers): MarketAction[] | null {
  const exDay = next + ANNOUNCED_DAYS
  if (!spanOf(zone, exDay, hours)) return []
  let last = exDay - 1
  while (!spanOf(zone, last, hours)) last--
  const start = quarterStart(exDay)
  const quarter = Math.floor((dateOf(exDay).month - 1) / 3)
  const announcedAt = localInstant(zone, next, 0)
  const head = {
    exDay: dayOf(exDay),
    announcedAt,
    recordAt: spanOf(zone, last, hours)!.close,
    exAt: localInstant(zone, exDay, 0),
  }
  const actions: MarketAction[] = []
  for (let offset = Math.max(0, last - start + 1); offset <= exDay - start; offset++) {
    for (const { listing, dividends } of byOffset.get(offset) ?? []) {
      if (exDay < dividends.from || !dividends.quarters[quarter]) continue
      const amount = amountOf(listing, announcedAt)
      if (amount === null) return null
      if (amount > 0) actions.push({ ...head, listing, kind: 'dividend', amount: priceE4(BigInt(amount)) })
    }
  }
  return actions
}
