import type { InputOf, Read } from '@lonja/core/base/contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { readSupportLink } from '@lonja/core/support/support.contract'
import { LIST_ORDERS, indicesRequest, listRequest, moversRequest } from './lists.ts'

/*
 * The first reads of the pages open to visitors. The build writes them into the first paint's script, which sends them
 * before the app's code arrives. The app waits for them, so that such a page is drawn once, with its figures.
 */

/** A read and its input; `from` names further fields taken from the page's address under the same names. */
export interface EarlyRead<C extends Read = Read> {
  readonly call: C
  readonly input: Partial<InputOf<C>>
  readonly from?: readonly (keyof InputOf<C> & string)[]
  /** A list loaded page by page: this is its first page. */
  readonly paged?: true
}

/** The reads of one page, unless its address has one of these names and so needs other data. */
export interface EarlyPage {
  readonly unless?: readonly string[]
  readonly reads: readonly EarlyRead[]
}

const early = <C extends Read>(read: EarlyRead<C>): EarlyRead => read

/** The reads of every page. */
export const EARLY_EVERYWHERE: readonly EarlyRead[] = [
  early({ call: readAbout, input: {} }),
  early({ call: readSupportLink, input: {} }),
]

export const EARLY_PAGES: Readonly<Record<string, EarlyPage>> = {
  '/pages/home/index': {
    reads: [
      early({ call: listInstruments, input: indicesRequest() }),
      early({ call: listInstruments, input: moversRequest('gainers') }),
    ],
  },
  '/pages/market/index': {
    unless: ['venue', 'list', 'sector', 'sort'],
    reads: [
      early({ call: listInstruments, input: indicesRequest('XMAD') }),
      early({ call: listInstruments, input: listRequest('all', { venue: 'XMAD' }, LIST_ORDERS.all), paged: true }),
    ],
  },
  '/subPackages/home/socketDetail/socketDetail': {
    reads: [early({ call: readInstrument, input: {}, from: ['listing'] })],
  },
}

/** The first reads of an address's page with their full input; empty if the address leaves something out. */
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
