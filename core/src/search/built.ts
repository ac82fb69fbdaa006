import { tickerOf, type ListingId } from '../base/amount.ts'
import type { Instrument } from '../market/market.contract.ts'
import { beginning, eachOwner, eachWith, inOrder, pairsOf, textsOf, type Pairs, type Texts } from './texts.ts'

/** All that is looked up of the instruments of a house. */
export interface Searched {
  /** In the order of their codes: each is an owner of texts by its place here. */
  readonly listings: readonly ListingId[]
  readonly places: ReadonlyMap<string, number>
  readonly codes: Texts
  /** Names of one word, as all Chinese ones are; and the others without their spaces: a space more or less does no harm. */
  readonly short: Texts
  readonly long: Texts
  /** The words of the long ones. */
  readonly words: Texts
  readonly shortPairs: Pairs
  readonly wordPairs: Pairs
}

/** How many instruments are read at a time while the index is built piece by piece. */
const PIECE = 1_000

/** All that is looked up, a piece at a time: a house of ten thousand instruments has customers while it is made. */
export function* buildingOf(instruments: readonly Instrument[]): Generator<void, Searched> {
  const known = new Map(instruments.map((one) => [`${joined(plain(tickerOf(one.listing)))} ${one.listing}`, one]))
  const keys = inOrder([...known.keys()])
  yield
  const borne = { codes: new Owners(), short: new Owners(), long: new Owners(), words: new Owners() }
  for (let owner = 0; owner < keys.length; owner++) {
    const key = keys[owner]!
    bear(borne.codes, key.slice(0, key.indexOf(' ')), owner)
    bearNames(borne, known.get(key)!, owner)
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
  const listings = keys.map((key) => known.get(key)!.listing)
  const places = new Map(listings.map((listing, owner) => [listing as string, owner]))
  return { listings, places, codes, short, shortPairs, long, words, wordPairs: pairsOf(words) }
}

function bearNames(
  { short, long, words }: Record<'short' | 'long' | 'words', Map<string, number[]>>,
  { name, names }: Instrument,
  owner: number,
): void {
  for (const each of new Set([name, ...Object.values(names ?? {})])) {
    const own = plain(each).split(' ')
    if (own.length === 1) bear(short, own[0]!, owner)
    else {
      bear(long, own.join(''), owner)
      for (const word of own) bear(words, word, owner)
    }
  }
}

const joined = (text: string): string => text.replaceAll(' ', '')

const Owners = Map<string, number[]>

function bear(owners: Map<string, number[]>, text: string, owner: number): void {
  const known = owners.get(text)
  if (!known) owners.set(text, [owner])
  else if (known.at(-1) !== owner) known.push(owner)
}

export const ASCII = /^[a-z0-9 ]*$/
const CHINESE = /^[\u4e00-\u9fff]*$/

/** Lower case, without accents and marks, wide letters made narrow, one space between words. */
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

/** Tells of each owner of a word, some more than once. */
export type EachOf = (searched: Searched, word: string, visit: (owner: number) => void) => void

export const eachBeginning: EachOf = ({ short, words }, word, visit) => {
  for (const texts of [short, words]) {
    const { from, to } = beginning(texts, word)
    eachOwner(texts, from, to, visit)
  }
}

export const eachContaining: EachOf = ({ short, shortPairs, words, wordPairs }, word, visit) => {
  eachWith(short, shortPairs, word, (place) => eachOwner(short, place, place + 1, visit))
  eachWith(words, wordPairs, word, (place) => eachOwner(words, place, place + 1, visit))
}
