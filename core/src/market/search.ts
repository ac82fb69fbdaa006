import { tickerOf, type ListingId } from '../base/amount.ts'
import type { Instrument } from './market.contract.ts'

/** What is searched: each instrument's code and its names in all languages, without case, accents and marks. */
export interface SearchIndex {
  /** The listings whose code or name matches, best first, at most `most`. */
  find(words: string, most: number): readonly ListingId[]
}

interface Searched {
  readonly listing: ListingId
  readonly code: string
  readonly names: readonly string[]
}

/**
 * The order in which matches come, each by code: the code itself; codes that begin so; names that begin so; names with
 * words that begin so; names that contain it anywhere. Chinese has no spaces, so there the last but one is the last.
 */
const RANKS: readonly ((one: Searched, words: string) => boolean)[] = [
  ({ code }, words) => code === words,
  ({ code }, words) => code.startsWith(words),
  ({ names }, words) => names.some((name) => name.startsWith(words)),
  ({ names }, words) => names.some((name) => hasWords(name, words)),
  ({ names }, words) => names.some((name) => name.includes(words)),
]

export function searchIndexFor(instruments: readonly Instrument[]): SearchIndex {
  const all = instruments
    .map((instrument): Searched => {
      const names = [instrument.name, ...Object.values(instrument.names ?? {})].map(plain)
      return { listing: instrument.listing, code: plain(tickerOf(instrument.listing)), names: [...new Set(names)] }
    })
    .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : a.listing < b.listing ? -1 : 1))
  return {
    find: (text, most) => {
      const whole = all.find(({ listing }) => listing === text.trim().toUpperCase())
      if (whole) return [whole.listing]
      const words = plain(text)
      if (words === '') return []
      const byRank: ListingId[][] = RANKS.map(() => [])
      for (const one of all) {
        const rank = RANKS.findIndex((matches) => matches(one, words))
        byRank[rank]?.push(one.listing)
      }
      return byRank.flat().slice(0, most)
    },
  }
}

/** Lower case, without accents and marks, wide letters made narrow, one space between words. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

/** Whether each typed word begins a word of the name. */
function hasWords(name: string, typed: string): boolean {
  const words = name.split(' ')
  return typed.split(' ').every((start) => words.some((word) => word.startsWith(start)))
}
