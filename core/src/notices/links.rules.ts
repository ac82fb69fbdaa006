import type { ListingId } from '../base/amount.ts'
import type { OrderId } from '../base/ids.ts'
import type { NameIn } from '../base/lists.ts'
import type { NoticeCode, NoticeRecord } from './notices.contract.ts'
import type { NoticePart, PlacePart } from './notices.rules.ts'

/** The parts of a notice that decide its links. */
export interface LinkFacts {
  readonly id: string
  readonly code: NoticeCode
  readonly order: OrderId | null
  readonly record: { readonly kind: NoticeRecord; readonly id: string } | null
  readonly listing: ListingId | null
}

/** A page of the app that a feature brings into the list of places. */
export type PlaceName = NameIn<'places'>

/** A page of the app: its name in the list of places, its path behind the hash, and its query. */
export interface NoticePlace {
  readonly what: PlaceName
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** The joined lists that a notice's places come from. A record's page has the record's name. */
export interface LinkLists {
  readonly notices: Readonly<Record<string, NoticePart>>
  readonly places: Readonly<Record<string, PlacePart>>
}

const placesNamed = (
  { places }: LinkLists,
  what: PlaceName | undefined,
  query: NoticePlace['query'] = {},
): NoticePlace[] => {
  const place = what === undefined ? undefined : places[what]
  return what === undefined || !place ? [] : [{ what, path: place.path, query }]
}

/** The pages a notice links to, the main one first; empty if the notice is complete in itself. */
export function placesFor({ code, order, record, listing }: Omit<LinkFacts, 'id'>, lists: LinkLists): NoticePlace[] {
  if (order !== null) return placesNamed(lists, 'order', { id: order })
  if (record !== null)
    return placesNamed(lists, record.kind, lists.places[record.kind]?.takesId ? { id: record.id } : {})
  const own = lists.notices[code]?.leadsTo as PlaceName | undefined
  if (listing === null) return placesNamed(lists, own)
  const share = placesNamed(lists, 'listing', { listing })
  return [...share, ...(own ? placesNamed(lists, own) : placesNamed(lists, 'alerts', { listing }))]
}

/** The one page that a tap on a push notice opens: its subject, otherwise the notice itself. */
export const firstPlaceFor = (of: LinkFacts, lists: LinkLists): NoticePlace => {
  const [first] = [...placesFor(of, lists), ...placesNamed(lists, 'message', { id: of.id })]
  return first ?? { what: 'message', path: '/', query: {} }
}

/** A place as the part of an address after the page: `#/subPackages/trade/detail?id=…`. */
export function hashOf({ path, query }: Pick<NoticePlace, 'path' | 'query'>): string {
  const fields = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`)
    .join('&')
  return `#${path}${fields === '' ? '' : `?${fields}`}`
}
