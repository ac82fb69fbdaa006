import type { ListingId } from '../base/amount.ts'
import type { Instrument } from '../market/market.contract.ts'
import { ASCII, buildingOf, eachBeginning, eachContaining, plain, type WordLookup, type SearchTables } from './built.ts'
import { correctionsFor } from './corrections.ts'
import { beginning, eachOwner, type Texts } from './texts.ts'

/** Searches each instrument's code and its names in all languages, ignoring case, accents and marks. */
export interface SearchIndex {
  /** The matches, best first, at most `most`. */
  find(words: string, most: number): SearchResult
  /** Build one more part of the index; false when it is complete. The first `find` builds the missing parts. */
  build(): boolean
}

export interface SearchResult {
  readonly hits: readonly Hit[]
  /** The number of matches by code, and of other matches by name, shown or not, without corrected ones. */
  readonly codes: number
  readonly names: number
}

export interface Hit {
  readonly listing: ListingId
  readonly by: 'code' | 'name'
  /** True for a match by one typing error, not by the text itself. */
  readonly forgiven: boolean
}

/**
 * The order of matches, each rank sorted by code: equal codes; codes that begin with the text; equal names; names that
 * begin with it; names with words that begin with it; names with words that contain it. Corrected matches come last.
 */
const RANKS = { code: 0, codeStart: 1, name: 2, nameStart: 3, words: 4, inside: 5 } as const
const COUNT_OF_RANKS = 6
const UNRANKED = 255

/** Corrected matches fill up to this number. If nothing matches exactly, twice as many are shown. */
const ENOUGH = 5

export function searchIndexFor(instruments: readonly Instrument[]): SearchIndex {
  const building = buildingOf(instruments)
  let tables: SearchTables | null = null
  const build = (): boolean => {
    if (tables) return false
    const { done, value } = building.next()
    if (done) tables = value
    return !done
  }
  return {
    build,
    find: (text, most) => {
      while (build());
      return findIn(tables!, text, most)
    },
  }
}

function findIn(tables: SearchTables, text: string, most: number): SearchResult {
  const listed = tables.places.get(text.trim().toUpperCase())
  if (listed !== undefined) return { hits: [hitOf(tables, listed, 'code', false)], codes: 1, names: 0 }
  const words = plain(text).split(' ')
  const typed = words.join('')
  if (typed === '') return { hits: [], codes: 0, names: 0 }
  const ranked = rankedFor(tables, typed, words)
  const codes = (ranked[RANKS.code]?.length ?? 0) + (ranked[RANKS.codeStart]?.length ?? 0)
  const names = ranked.reduce((sum, { length }) => sum + length, 0) - codes
  const hits = hitsOf(tables, ranked, most)
  if (codes + names < ENOUGH) {
    const { byCode, byName } = correctionsFor(tables, typed, words, ranked.flat())
    const left = codes + names > 0 ? ENOUGH - codes - names : 2 * ENOUGH
    const similar = [
      ...byCode.map((owner) => hitOf(tables, owner, 'code', true)),
      ...byName.map((owner) => hitOf(tables, owner, 'name', true)),
    ]
    hits.push(...similar.slice(0, left))
  }
  return { hits: hits.slice(0, most), codes, names }
}

/** Every match by rank; each instrument has its best one. */
function rankedFor(tables: SearchTables, typed: string, words: readonly string[]): readonly number[][] {
  const { listings, codes, short, long } = tables
  const ranks = new Uint8Array(listings.length).fill(UNRANKED)
  const byRank = Array.from({ length: COUNT_OF_RANKS }, (): number[] => [])
  const putter = (rank: number) => (owner: number) => {
    if (ranks[owner] !== UNRANKED) return
    ranks[owner] = rank
    byRank[rank]?.push(owner)
  }
  const putAll = (texts: Texts, whole: number, start: number): void => {
    const { from, to } = beginning(texts, typed)
    const afterExact = from < to && texts.sorted[from] === typed ? from + 1 : from
    eachOwner(texts, from, afterExact, putter(whole))
    eachOwner(texts, afterExact, to, putter(start))
  }
  putAll(codes, RANKS.code, RANKS.codeStart)
  for (const names of [short, long]) putAll(names, RANKS.name, RANKS.nameStart)
  ownersOfAll(tables, words, eachBeginning, putter(RANKS.words))
  // Nearly every name contains any given letter; a Chinese character is meaningful alone.
  if (typed.length > 1 || !ASCII.test(typed)) ownersOfAll(tables, words, eachContaining, putter(RANKS.inside))
  return byRank
}

/** Calls `visit` for each instrument that has all of these words. */
function ownersOfAll(
  tables: SearchTables,
  words: readonly string[],
  each: WordLookup,
  visit: (owner: number) => void,
): void {
  const [first = ''] = words
  if (words.length === 1) return each(tables, first, visit)
  const had = new Uint8Array(tables.listings.length)
  words.forEach((word, nth) =>
    each(tables, word, (owner) => {
      if (had[owner] !== nth) return
      had[owner] = nth + 1
      if (nth + 1 === words.length) visit(owner)
    }),
  )
}

const hitOf = ({ listings }: SearchTables, owner: number, by: Hit['by'], forgiven: boolean): Hit => ({
  listing: listings[owner]!,
  by,
  forgiven,
})

/** The best of all ranks. Owners are numbered in the order of their codes. */
function hitsOf(tables: SearchTables, byRank: readonly number[][], most: number): Hit[] {
  const hits: Hit[] = []
  byRank.forEach((owners, rank) => {
    if (hits.length >= most) return
    const inOrder = Int32Array.from(owners)
      .sort()
      .subarray(0, most - hits.length)
    for (const owner of inOrder) hits.push(hitOf(tables, owner, rank <= RANKS.codeStart ? 'code' : 'name', false))
  })
  return hits
}
