import type { Venue } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Language } from '../base/language.ts'
import type { Activity } from './universe.activities.ts'
import {
  AMERICAN_CITIES,
  AMERICAN_HEADS,
  AMERICAN_TAILS,
  KNOWN_TICKERS,
  SPANISH_CITIES,
  SPANISH_HEADS,
  SPANISH_TAILS,
  type Word,
} from './universe.words.ts'

type Country = 'US' | 'ES'

/** A first name of its own for a company, put together from two words of the public lists; remembered in `taken`. */
export function brandFor(country: Country, head: number, tail: number, taken: Set<string>): Word {
  const heads = country === 'ES' ? SPANISH_HEADS : AMERICAN_HEADS
  const tails = country === 'ES' ? SPANISH_TAILS : AMERICAN_TAILS
  const all = heads.length * tails.length
  const first = (head % heads.length) * tails.length + (tail % tails.length)
  for (let step = 0; step < all; step++) {
    // A step that shares no divisor with the count of names comes by every one of them.
    const place = (first + step * 7_919) % all
    const [latin, cn, tw] = heads[Math.floor(place / tails.length)]!
    const [end, endCn, endTw] = tails[place % tails.length]!
    const brand = joined(latin, end)
    if (brand === null || taken.has(brand)) continue
    taken.add(brand)
    return [brand, cn + endCn, tw + endTw]
  }
  throw new Error('the word lists hold too few names')
}

/** Two halves that read as one word: no letter doubled at the seam, no three consonants that nobody can say. */
function joined(head: string, tail: string): string | null {
  if (head.at(-1) === tail[0]) return null
  const vowels = /[aeiouy]/
  const seam = head.slice(-2) + tail.slice(0, 2)
  if (![...seam].some((letter, index) => index > 0 && index < 3 && vowels.test(letter))) {
    if (!vowels.test(head.at(-2) ?? '') || !vowels.test(tail[1] ?? '')) return null
  }
  return head + tail
}

const LENGTHS: Record<Venue, readonly number[]> = {
  XNYS: [3, 2, 4],
  XNAS: [4, 3],
  XASE: [3, 4],
  XMAD: [3, 4],
}

/** A ticker of two to four letters out of a company's first name, which no other listing and no known company bears. */
export function tickerFor(brand: string, venue: Venue, taken: Set<string>): string {
  const letters = brand.toUpperCase().replace(/[^A-Z]/g, '')
  for (const length of LENGTHS[venue]) {
    for (const rest of picks(letters.slice(1), length - 1)) {
      const ticker = letters[0] + rest
      if (taken.has(ticker) || KNOWN_TICKERS.has(ticker)) continue
      taken.add(ticker)
      return ticker
    }
  }
  assert(false, `a free ticker for ${brand}`)
}

/** All ways to take `count` letters in order, those with consonants first. */
function picks(letters: string, count: number): readonly string[] {
  if (count === 0) return ['']
  const found: string[] = []
  for (let at = 0; at <= letters.length - count; at++) {
    for (const rest of picks(letters.slice(at + 1), count - 1)) found.push(letters[at]! + rest)
  }
  const vowelsIn = (text: string): number => text.replace(/[^AEIOU]/g, '').length
  return found.sort((a, b) => vowelsIn(a) - vowelsIn(b))
}

export interface CompanyNames {
  readonly en: string
  readonly cn: string
  readonly tw: string
}

/** A company's name: in Spanish words in Madrid, in English ones in the United States, and how Chinese writes it. */
export const namesFor = (country: Country, [latin, cn, tw]: Word, { noun }: Activity): CompanyNames => ({
  en: `${latin} ${country === 'ES' ? noun.tur : noun.en}`,
  cn: cn + noun.cn,
  tw: tw + noun.tw,
})

interface Draws {
  readonly founded: number
  readonly city: number
  readonly people: number
  /** 0 the smallest company, 1 the largest. */
  readonly size: number
}

/** What a company does, since when and where, in each language, and that it is invented. */
export function profileFor(
  country: Country,
  names: CompanyNames,
  { does }: Activity,
  { founded, city, people, size }: Draws,
): Record<Language, string> {
  const year = 1921 + (founded % 98)
  const cities = country === 'ES' ? SPANISH_CITIES : AMERICAN_CITIES
  const seat = cities[city % cities.length]!
  const staff = 100 * Math.round(3 + 40 * size + (60 + 700 * size) * ((people % 1_000) / 1_000))
  return {
    tur:
      `${names.en} ${does.tur}. Fundada en ${year}, tiene su sede en ${seat.tur} y da trabajo a unas ` +
      `${grouped(staff, '.')} personas. Es una empresa inventada: solo existe en este mercado de práctica.`,
    cn: `${names.cn}${does.cn}。公司成立于 ${year} 年，总部位于${seat.cn}，约有 ${grouped(staff, ',')} 名员工。本公司为虚构公司，只存在于此模拟市场。`,
    tw: `${names.tw}${does.tw}。公司成立於 ${year} 年，總部位於${seat.tw}，約有 ${grouped(staff, ',')} 名員工。本公司為虛構公司，只存在於此模擬市場。`,
    en:
      `${names.en} ${does.en}. Founded in ${year}, it has its seat in ${seat.en} and about ${grouped(staff, ',')} ` +
      `employees. An invented company: it exists only in this practice market.`,
    fr:
      `${names.en} ${does.fr}. Fondée en ${year}, l’entreprise a son siège à ${seat.fr} et emploie environ ` +
      `${grouped(staff, '\u202f')} personnes. Entreprise inventée : elle n’existe que dans ce marché d’entraînement.`,
  }
}

const grouped = (value: number, separator: string): string => String(value).replace(/\B(?=(\d{3})+$)/g, separator)
