import type { Venue } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Activity } from './activities.ts'
import { AMERICAN_HEADS, AMERICAN_TAILS, KNOWN_TICKERS, SPANISH_HEADS, SPANISH_TAILS, type Word } from './words.ts'

export type Country = 'US' | 'ES'

/** Names and tickers already in use: Latin names, Chinese names, tickers. */
export interface NamesInUse {
  readonly brands: Set<string>
  readonly chinese: Set<string>
  readonly tickers: Set<string>
}

/** A unique first name for a company, made of two words of the public lists and added to `taken`. */
export function brandFor(country: Country, head: number, tail: number, { brands, chinese }: NamesInUse): Word {
  const heads = country === 'ES' ? SPANISH_HEADS : AMERICAN_HEADS
  const tails = country === 'ES' ? SPANISH_TAILS : AMERICAN_TAILS
  const all = heads.length * tails.length
  const first = (head % heads.length) * tails.length + (tail % tails.length)
  for (let step = 0; step < all; step++) {
    // A step coprime to the number of names reaches every one of them.
    const place = (first + step * 7_919) % all
    const [latin, cn, tw] = heads[Math.floor(place / tails.length)]!
    const [end, endCn, endTw] = tails[place % tails.length]!
    const brand = joined(latin, end)
    if (brand === null || brands.has(brand)) continue
    brands.add(brand)
    chinese.add(cn + endCn)
    return [brand, cn + endCn, tw + endTw]
  }
  throw new Error('the word lists hold too few names')
}

/**
 * Two halves as one readable word: no doubled letter at the joint, no three consecutive consonants that cannot be
 * pronounced.
 */
export function joined(head: string, tail: string): string | null {
  if (head.at(-1) === tail[0]) return null
  const vowels = /[aeiouy]/
  const seam = head.slice(-2) + tail.slice(0, 2)
  if (![...seam].some((letter, index) => index > 0 && index < 3 && vowels.test(letter))) {
    if (!vowels.test(head.at(-2) ?? '') || !vowels.test(tail[1] ?? '')) return null
  }
  return head + tail
}

const FIRST_LENGTHS: Record<Venue, readonly number[]> = { XNYS: [3, 2, 4], XNAS: [4, 3], XASE: [3, 4], XMAD: [3, 4] }
const LENGTHS: Record<Venue, readonly number[]> = { XNYS: [3, 4], XNAS: [4], XASE: [3, 4], XMAD: [3, 4] }
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Version 1's way to choose a ticker of two to four letters from a company's first name. */
export const firstTickerFor = (brand: string, venue: Venue, usedNames: NamesInUse): string =>
  freeTicker(brand, FIRST_LENGTHS[venue], usedNames, '')

/** A ticker of three or four letters from a company's first name, unused by any other listing or known company. */
export const tickerFor = (brand: string, venue: Venue, usedNames: NamesInUse): string =>
  freeTicker(brand, LENGTHS[venue], usedNames, ALPHABET)

/** The first free selection of letters in order: those with few vowels first, `more` letters last. */
function freeTicker(brand: string, lengths: readonly number[], { tickers }: NamesInUse, more: string): string {
  const letters = brand
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  for (const from of more === '' ? [letters] : [letters, letters + letters.slice(1) + more]) {
    for (const length of lengths) {
      for (let vowels = 0; vowels < length; vowels++) {
        const ticker = pick(from[0]!, from, 1, length - 1, vowels, tickers)
        if (!ticker) continue
        tickers.add(ticker)
        return ticker
      }
    }
  }
  assert(false, `a free ticker for ${brand}`)
}

/** The first free ticker: `begun` and `count` more letters of `from` in order, after `at`, `vowels` of them vowels. */
// eslint-disable-next-line eslint/max-params -- called for every letter: an object a call takes as long as the rest
function pick(
  begun: string,
  from: string,
  at: number,
  count: number,
  vowels: number,
  tickers: ReadonlySet<string>,
): string | null {
  if (count === 0) return vowels > 0 || tickers.has(begun) || KNOWN_TICKERS.has(begun) ? null : begun
  if (vowels > count) return null
  for (let next = at; next <= from.length - count; next++) {
    const left = isVowel(from.charCodeAt(next)) ? vowels - 1 : vowels
    if (left < 0) continue
    const ticker = pick(begun + from[next]!, from, next + 1, count - 1, left, tickers)
    if (ticker) return ticker
  }
  return null
}

const VOWELS = new Set([...'AEIOU'].map((letter) => letter.charCodeAt(0)))
const isVowel = (letter: number): boolean => VOWELS.has(letter)

export interface CompanyNames {
  readonly en: string
  readonly cn: string
  readonly tw: string
}

/** A company's name: Spanish in Madrid, English in the United States, and its Chinese forms. */
export const namesFor = (country: Country, [latin, cn, tw]: Word, { noun }: Activity): CompanyNames => ({
  en: `${latin} ${country === 'ES' ? noun.tur : noun.en}`,
  cn: cn + noun.cn,
  tw: tw + noun.tw,
})
