import type { ComponentType } from 'react'
import { fetchLaterTexts, fetchTexts } from '@lonja/kit/text'
import { OWN_TEXTS } from './texts.ts'

/* A page of the app as its routes list it, and the ways to write one down. */

export type Screen = () => Promise<ComponentType>

export interface Route {
  readonly feature: string
  readonly kind: 'tab' | 'page'
  /** Null until its feature is built. */
  readonly screen: Screen | null
  /** The callers that may use it; others are asked to sign in first. */
  readonly caller: 'anyone' | 'customer'
  /** The names allowed in its query. */
  readonly query: readonly string[]
  /** The names among them that only filter the page's content: changing one does not reopen the page. */
  readonly filters?: readonly string[]
  /** Not from the spec. */
  readonly ours?: true
}

/** The feature of the first pages: their texts are the catalogue's first part. */
const FIRST_FEATURE = 'discover'

/** A page's code, with the texts that it says. */
const whole = (feature: string, screen: Screen): Screen => {
  if (feature === FIRST_FEATURE) return screen
  const own = OWN_TEXTS[feature]
  return async () => (await Promise.all([screen(), fetchLaterTexts(), own && fetchTexts(own)]))[0]
}

export const tab = (
  feature: string,
  caller: Route['caller'],
  screen: Screen,
  query: readonly string[] = [],
): Route => ({
  feature,
  kind: 'tab',
  caller,
  screen: whole(feature, screen),
  query,
})
export const page = (
  feature: string,
  caller: Route['caller'],
  screen: Screen | null,
  query: readonly string[] = [],
): Route => ({ feature, kind: 'page', caller, screen: screen && whole(feature, screen), query })
export const ours = (...of: Parameters<typeof page>): Route => ({ ...page(...of), ours: true })
export const narrowed = (route: Route, filters: readonly string[]): Route => ({ ...route, query: filters, filters })
