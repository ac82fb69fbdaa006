import { assert } from '@lonja/core/base/assert'
import {
  decideNav,
  placeFor,
  urlFor,
  type HistoryAct,
  type KindOf,
  type NavEvent,
  type NavRefused,
  type NavState,
  type Place,
} from './nav.rules.ts'
import { createContext, useContext } from 'react'
import type { IdOf } from '@lonja/core/base/ids'
import { storeOf, useStore } from './store.ts'

/*
 * The pages of the app are behind the hash of one address (base './'). Links are ordinary anchors made by `hrefTo`;
 * code navigates by `navigate`, `switchTab` and `back` and gets the spec's refusals.
 */

let kindOf: KindOf = () => null

const nav = storeOf<NavState>({ place: placeFor(''), depth: 0, moving: null })

interface DepthMark {
  readonly depth: number
}
const depthHere = (): number | null => (history.state as DepthMark | null)?.depth ?? null

/** Start following the address. `kind` returns the kind of a path in the route table. */
export function openNav(kind: KindOf): void {
  kindOf = kind
  const depth = depthHere() ?? 0
  nav.set({ place: placeFor(location.hash), depth, moving: null })
  history.replaceState({ depth }, '')
  const arrived = () => {
    take({ kind: 'arrived', url: location.hash, depth: depthHere() })
    history.replaceState({ depth: nav.get().depth }, '')
  }
  addEventListener('popstate', arrived)
}

function take(event: NavEvent): NavRefused | null {
  const step = decideNav(kindOf, nav.get(), event)
  if ('refused' in step) return step
  if (step.history) act(step.history)
  nav.set(step.state)
  return null
}

function act(step: HistoryAct): void {
  if (step.act === 'walk') return history.go(step.steps)
  const url = `#${step.url}`
  if (step.act === 'push') history.pushState({ depth: step.depth }, '', url)
  else history.replaceState({ depth: step.depth }, '', url)
}

/** The fields of a query; undefined ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>

const queryFor = (query: Query): string =>
  new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined))
    .toString()
    .replaceAll('%3A', ':')

/** The address of a page inside the app: `/subPackages/…/place?listing=XNYS:ABC`. */
export const urlTo = (path: string, query: Query = {}): string => urlFor({ path, query: queryFor(query) })

/** The same as a link's `href`. */
export const hrefTo = (path: string, query: Query = {}): string => `#${urlTo(path, query)}`

/** Go to a page that is no tab. Null, or the refusal (spec section 2). */
export const navigate = (path: string, query?: Query): NavRefused | null =>
  take({ kind: 'navigate', url: urlTo(path, query) })

/** Go to a page of the tab bar. */
export const switchTab = (path: string, query?: Query): NavRefused | null =>
  take({ kind: 'switchTab', url: urlTo(path, query) })

/**
 * Go back one page, or home if there is none behind. It takes no arguments, so that it can be used as a handler
 * directly.
 */
export const back = (): void => void take({ kind: 'back', steps: 1 })

/** True if an in-app address leads to an existing page. */
export const isPage = (url: string): boolean => kindOf(placeFor(url).path) !== null

/**
 * Go to a clicked address, tab or not. A second tap on the same address is ignored, because nobody should read
 * 'locked'.
 */
export function goTo(url: string): void {
  const kind = kindOf(placeFor(url).path)
  const refusal = take({ kind: kind === 'tab' ? 'switchTab' : 'navigate', url })
  assert(refusal === null || refusal.refused === 'locked', refusal?.message ?? '')
}

/** The same, but it replaces this page, so that Back does not return here: after login, after placing an order. */
export function replacePage(url: string): void {
  const place = placeFor(url)
  if (kindOf(place.path) !== 'tab') return void take({ kind: 'redirect', url })
  const depth = nav.get().depth
  history.replaceState({ depth }, '', `#${urlFor(place)}`)
  nav.set({ place, depth, moving: null })
}

/**
 * Store the page's current state in its address: the query is replaced, nothing reloads, and Back still leaves the
 * page. The route names such fields as `filters`.
 */
export function replaceQuery(query: Query): void {
  const { place, depth } = nav.get()
  const now = { path: place.path, query: queryFor(query) }
  history.replaceState({ depth }, '', `#${urlFor(now)}`)
  nav.set({ place: now, depth, moving: null })
}

/** The page is on the screen. */
export const shown = (): void => void take({ kind: 'shown' })

/** The place that a page was opened for. The page keeps it while it is behind another one. */
export const PlaceIn = createContext<Place | null>(null)

/** This screen's place: its page's, or the app's if it belongs to no page. */
export function usePlace(): Place {
  const now = useStore(nav).place
  return useContext(PlaceIn) ?? now
}

/** The app's place, and the number of pages behind it. */
export const useNav = (): NavState => useStore(nav)
export const here = (): Place => nav.get().place

/** This page's query. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(usePlace().query)
}

/** The id in a field of this page's query, of the kind that the field has; null if there is none. The server checks it. */
export const useIdIn = <Kind extends string>(field: string): IdOf<Kind> | null =>
  useQuery().get(field) as IdOf<Kind> | null

/** The id of the one thing that this page shows: `id` in its query. Empty if there is none; the server refuses it. */
export const useOwnId = <Kind extends string>(): IdOf<Kind> => (useQuery().get('id') ?? '') as IdOf<Kind>
