import { tickerOf, type ListingId } from '../base/amount.ts'
import type { Instrument } from '../market/market.contract.ts'
import { beginning, eachOwner, eachWith, inOrder, pairsOf, textsOf, type Pairs, type Texts } from './texts.ts'

/** The lookup tables for a house's instruments. */
export interface SearchTables {
  /** In order of their codes; an instrument is identified by its place here. */
  readonly listings: readonly ListingId[]
  readonly places: ReadonlyMap<string, number>
  readonly codes: Texts
  /**
   * Names of one word, as all Chinese ones are, and the other names without their spaces, so that an extra or missing
   * space does no harm.
   */
  readonly short: Texts
  readonly long: Texts
  /** The words of the names with several. */
  readonly words: Texts
  readonly shortPairs: Pairs
  readonly wordPairs: Pairs
}

/** The number of instruments indexed per step when the index is built in steps. */
const PIECE = 1_000

/** Build all lookup tables in steps: a house of ten thousand instruments serves customers meanwhile. */
export function* buildingOf(instruments: readonly Instrument[]): Generator<void, SearchTables> {
  const byCode = new Map(instruments.map((one) => [`${joined(plain(tickerOf(one.listing)))} ${one.listing}`, one]))
  const keys = inOrder([...byCode.keys()])
  yield
  const borne = { codes: new Owners(), short: new Owners(), long: new Owners(), words: new Owners() }
  for (let owner = 0; owner < keys.length; owner++) {
    const key = keys[owner]!
    bear(borne.codes, key.slice(0, key.indexOf(' ')), owner)
    bearNames(borne, byCode.get(key)!, owner)
    if (owner % PIECE === PIECE - 1) yield
  }
  const codes = textsOf(borne.codes)
  yield
  const short = textsOf(borne.short)
  yield
  const shortPairs = pairsOf(short)
  yield
  const long = textsOf(borne.long)
  yield
  const words = textsOf(borne.words)
  const listings = keys.map((key) => byCode.get(key)!.listing)
  const places = new Map(listings.map((listing, owner) => [listing as string, owner]))
  return { listings, places, codes, short, shortPairs, long, words, wordPairs: pairsOf(words) }
}

function bearNames(
  { short, long, words }: Record<'short' | 'long' | 'words', Map<string, number[]>>,
  { name, names }: Instrument,
  owner: number,
): void {
  for (const each of new Set([name, ...Object.values(names ?? {})])) {
    const wordsOfName = plain(each).split(' ')
    if (wordsOfName.length === 1) bear(short, wordsOfName[0]!, owner)
    else {
      bear(long, wordsOfName.join(''), owner)
      for (const word of wordsOfName) bear(words, word, owner)
    }
  }
}

const joined = (text: string): string => text.replaceAll(' ', '')

const Owners = Map<string, number[]>

function bear(owners: Map<string, number[]>, text: string, owner: number): void {
  const ownersOfText = owners.get(text)
  if (!ownersOfText) owners.set(text, [owner])
  else if (ownersOfText.at(-1) !== owner) ownersOfText.push(owner)
}

export const ASCII = /^[a-z0-9 ]*$/
const CHINESE = /^[\u4e00-\u9fff]*$/

/** Lower case, without accents and marks, full-width letters made half-width, single spaces between words. */
export function plain(text: string): string {
  const lower = text.toLowerCase()
  if (CHINESE.test(text)) return text
  if (ASCII.test(lower) && !lower.includes('  ')) return lower.trim()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}

/** Calls `visit` for each owner of a word, possibly more than once. */
export type WordLookup = (tables: SearchTables, word: string, visit: (owner: number) => void) => void

export const eachBeginning: WordLookup = ({ short, words }, word, visit) => {
  for (const texts of [short, words]) {
    const { from, to } = beginning(texts, word)
    eachOwner(texts, from, to, visit)
  }
}

export const eachContaining: WordLookup = ({ short, shortPairs, words, wordPairs }, word, visit) => {
  eachWith(short, shortPairs, word, (place) => eachOwner(short, place, place + 1, visit))
  eachWith(words, wordPairs, word, (place) => eachOwner(words, place, place + 1, visit))
}
