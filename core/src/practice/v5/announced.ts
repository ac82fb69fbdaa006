import { venueOf, type ListingId } from '../../base/amount.ts'
import type { Instant } from '../../base/instant.ts'
import { dayOf, localInstant, zoneOf, type DayNumber } from '../../calendar/days.ts'
import { spanOf, type Hours } from '../../calendar/sessions.ts'
import { byRecord, type MarketAction } from '../../market/actions.ts'
import { ANNOUNCED_DAYS } from '../v4/dividends.ts'
import { exDayFrom, type SplitRatio, type Splits } from './splits.ts'

/** The companies that split their shares, and how each does. */
export interface Splitters {
  readonly hours: Hours
  readonly listings: Iterable<ListingId>
  readonly splitsOf: (listing: ListingId) => Splits | null
  /** The split by the last close before its announcement; 'none' where the price asks for none, null while that is not known. */
  readonly ratioOf: (listing: ListingId, announcedAt: Instant) => SplitRatio | 'none' | null
}

/** The splits announced up to an instant: those of one listing, and all in the order in which they are carried out. */
export interface AnnouncedSplits {
  of(listing: ListingId, until: Instant): readonly MarketAction[]
  /** An answer for the present is the same array until another one is announced. */
  all(until: Instant): readonly MarketAction[]
}

interface OfListing {
  readonly listing: ListingId
  readonly splits: Splits
  known: readonly MarketAction[]
  /** The next day on which it splits if its price asks for it, and the instant at which that is announced. */
  exDay: DayNumber
  nextAt: Instant
}

const NONE: readonly MarketAction[] = []
const upTo = (actions: readonly MarketAction[], until: Instant): readonly MarketAction[] =>
  (actions.at(-1)?.announcedAt ?? -Infinity) <= until
    ? actions
    : actions.filter(({ announcedAt }) => announcedAt <= until)

/** Each listing's days are gone through on their own: a price of one asks for no other. */
export function announcedSplits(splitters: Splitters): AnnouncedSplits {
  const own = new Map<ListingId, OfListing | null>()
  const find = (listing: ListingId): OfListing | null => {
    const known = own.get(listing)
    if (known !== undefined) return known
    const splits = splitters.splitsOf(listing)
    const splitsOfListing = splits && beginning(splitters, listing, splits)
    own.set(listing, splitsOfListing)
    return splitsOfListing
  }
  let splitting: readonly OfListing[] | null = null
  let all = NONE
  let [newestAt, nextAt] = [-Infinity, -Infinity]
  return {
    of: (listing, until) => {
      const splitsOfListing = find(listing)
      if (!splitsOfListing) return NONE
      goOn(splitters, splitsOfListing, until)
      return upTo(splitsOfListing.known, until)
    },
    all: (until) => {
      if (until >= nextAt) {
        splitting ??= [...splitters.listings].flatMap((listing) => find(listing) ?? [])
        for (const each of splitting) goOn(splitters, each, until)
        const known = splitting.flatMap((each) => each.known)
        if (known.length > all.length) all = known.toSorted(byRecord)
        newestAt = all.reduce((newest, { announcedAt }) => Math.max(newest, announcedAt), -Infinity)
        nextAt = splitting.reduce((next, each) => Math.min(next, each.nextAt), Infinity)
      }
      return until >= newestAt ? all : all.filter(({ announcedAt }) => announcedAt <= until)
    },
  }
}

const announcementOf = (listing: ListingId, exDay: DayNumber): Instant =>
  localInstant(zoneOf(venueOf(listing)), exDay - ANNOUNCED_DAYS, 0)

function beginning({ hours }: Splitters, listing: ListingId, splits: Splits): OfListing {
  const exDay = exDayFrom(splits, listing, hours, splits.from)
  return { listing, splits, known: NONE, exDay, nextAt: announcementOf(listing, exDay) }
}

/** Goes through the announcements of a listing up to an instant that are not known yet, as far as prices are known. */
function goOn({ hours, ratioOf }: Splitters, of: OfListing, until: Instant): void {
  const { listing, splits } = of
  while (of.nextAt <= until) {
    const ratio = ratioOf(listing, of.nextAt)
    if (ratio === null) return
    if (ratio !== 'none') of.known = [...of.known, actionOf(listing, hours, of, ratio)]
    of.exDay = exDayFrom(splits, listing, hours, of.exDay + 1)
    of.nextAt = announcementOf(listing, of.exDay)
  }
}

function actionOf(
  listing: ListingId,
  hours: Hours,
  { exDay, nextAt }: OfListing,
  { from, to }: SplitRatio,
): MarketAction {
  const zone = zoneOf(venueOf(listing))
  let last = exDay - 1
  while (!spanOf(zone, last, hours)) last--
  return {
    kind: 'split',
    listing,
    ratio: { from: BigInt(from), to: BigInt(to) },
    exDay: dayOf(exDay),
    announcedAt: nextAt,
    recordAt: spanOf(zone, last, hours)!.close,
    exAt: localInstant(zone, exDay, 0),
  }
}
