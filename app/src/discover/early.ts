import type { InputOf, Read } from '@lonja/core/base/contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { readSupportLink } from '@lonja/core/support/support.contract'
import { LIST_ORDERS, indicesAsked, listAsked, moversAsked } from './lists.ts'

/*
 * What the pages that anyone may see ask first. The build writes it into the script of the first paint, which sends for
 * it before the app's code is there; the app waits for it, so that such a page is drawn once, with its figures.
 */

/** A read and what it asks; `from` is what the page's own address says besides, under the same names. */
export interface EarlyRead<C extends Read = Read> {
  readonly call: C
  readonly input: Partial<InputOf<C>>
  readonly from?: readonly (keyof InputOf<C> & string)[]
  /** A list piece by piece: this is its first piece. */
  readonly paged?: true
}

/** Of one page: its reads, unless its address says one of these names and so asks for something else. */
export interface EarlyPage {
  readonly unless?: readonly string[]
  readonly reads: readonly EarlyRead[]
}

const early = <C extends Read>(read: EarlyRead<C>): EarlyRead => read

/** What every page asks. */
export const EARLY_EVERYWHERE: readonly EarlyRead[] = [
  early({ call: readAbout, input: {} }),
  early({ call: readSupportLink, input: {} }),
]

export const EARLY_PAGES: Readonly<Record<string, EarlyPage>> = {
  '/pages/home/index': {
    reads: [
      early({ call: listInstruments, input: indicesAsked() }),
      early({ call: listInstruments, input: moversAsked('gainers') }),
    ],
  },
  '/pages/market/index': {
    unless: ['venue', 'list', 'sector', 'sort'],
    reads: [
      early({ call: listInstruments, input: indicesAsked('XMAD') }),
      early({ call: listInstruments, input: listAsked('all', { venue: 'XMAD' }, LIST_ORDERS.all), paged: true }),
    ],
  },
  '/subPackages/home/socketDetail/socketDetail': {
    reads: [early({ call: readInstrument, input: {}, from: ['listing'] })],
  },
}

/** What the page of an address asks first, whole; nothing where its address leaves something out. */
export function earlyFor(path: string, query: URLSearchParams): readonly EarlyRead[] {
  const { unless = [], reads = [] } = EARLY_PAGES[path] ?? {}
  if (unless.some((name) => query.get(name))) return []
  return reads
    .filter(({ from = [] }) => from.every((name) => query.get(name)))
    .map(({ from = [], ...read }) => ({
      ...read,
      input: { ...read.input, ...Object.fromEntries(from.map((name) => [name, query.get(name)])) },
    }))
}
