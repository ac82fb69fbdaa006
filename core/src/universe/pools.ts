import type { Sector } from '../market/instruments.ts'
import { ADJECTIVES, COINED, MORE_SPANISH, NATURE, NOUNS, PLACES, REAL_NAMES, SURNAMES } from './brands.ts'
import { joined, type NamesInUse } from './naming.ts'
import { AMERICAN_HEADS, AMERICAN_TAILS, SPANISH_HEADS, SPANISH_TAILS, type Word } from './words.ts'

/** Gives a unique name for a company of a sector; a random word decides its kind. */
export type Brands = (sector: Sector, word: number) => Word

/** The names of one kind, in an order that mixes the lists; null when all are used. */
type Pool = () => Word | null

type Join = (head: Word, tail: Word) => Word | null

/** Names from two lists: each pair that reads well and is neither real nor taken, once. */
function poolOf(heads: readonly Word[], tails: readonly Word[], join: Join, usedNames: NamesInUse): Pool {
  const all = heads.length * tails.length
  let place = 0
  let left = all
  return () => {
    for (; left > 0; left--) {
      // A step coprime to the number of pairs reaches every one of them.
      place = (place + 7_919) % all
      const brand = join(heads[Math.floor(place / tails.length)]!, tails[place % tails.length]!)
      if (!brand || usedNames.brands.has(brand[0]) || usedNames.chinese.has(brand[1]) || isReal(brand)) continue
      usedNames.brands.add(brand[0])
      usedNames.chinese.add(brand[1])
      left--
      return brand
    }
    return null
  }
}

const isReal = ([latin, cn]: Word): boolean => REAL_NAMES.has(latin.toLowerCase()) || REAL_NAMES.has(cn)

const coined: Join = ([head, cn, tw], [tail, endCn, endTw]) => {
  const latin = joined(head, tail)
  return latin === null ? null : [latin, cn + endCn, tw + endTw]
}
const twoWords: Join = ([a, cn, tw], [b, endCn, endTw]) => [`${a} ${b}`, cn + endCn, tw + endTw]

/** Oakbridge: no repeated word, no letter three times in a row. */
const compound: Join = ([a, cn, tw], [b, endCn, endTw]) =>
  a.toLowerCase() === b || cn === endCn || a.at(-1) === b[0] ? null : [a + b, cn + endCn, tw + endTw]

const founders: Join = ([a, cn, tw], [b, endCn, endTw]) =>
  a === b ? null : [`${a} & ${b}`, `${cn}与${endCn}`, `${tw}與${endTw}`]

/** The percentage of each kind of name in a sector: coined, two words, one compound word, founders. */
type Mix = readonly [coined: number, twoWords: number, compound: number, founders: number]
const YOUNG: Mix = [62, 20, 12, 6]
const SETTLED: Mix = [18, 32, 14, 36]
const OF_THE_LAND: Mix = [24, 42, 22, 12]

const MIXES: Readonly<Record<Sector, Mix>> = {
  technology: YOUNG,
  health: YOUNG,
  communication: YOUNG,
  finance: SETTLED,
  industry: SETTLED,
  consumer: SETTLED,
  property: SETTLED,
  energy: OF_THE_LAND,
  materials: OF_THE_LAND,
  staples: OF_THE_LAND,
  utilities: OF_THE_LAND,
  none: SETTLED,
}

/** Names of companies listed in the United States. */
export function americanBrands(usedNames: NamesInUse): Brands {
  const pools = [
    poolOf([...COINED, ...AMERICAN_HEADS], AMERICAN_TAILS, coined, usedNames),
    poolOf(ADJECTIVES, NOUNS, twoWords, usedNames),
    poolOf(NATURE, PLACES, compound, usedNames),
    poolOf(SURNAMES, SURNAMES, founders, usedNames),
  ]
  return (sector, word) => {
    let part = word % 100
    const wished = MIXES[sector].findIndex((of) => (part -= of) < 0)
    for (let n = 0; n < pools.length; n++) {
      const brand = pools[(wished + n) % pools.length]!()
      if (brand) return brand
    }
    throw new Error('the word lists hold too few names')
  }
}

/** Names of companies listed in Madrid. */
export function spanishBrands(usedNames: NamesInUse): Brands {
  const pool = poolOf([...MORE_SPANISH, ...SPANISH_HEADS], SPANISH_TAILS, coined, usedNames)
  return () => {
    const brand = pool()
    if (!brand) throw new Error('the word lists hold too few names')
    return brand
  }
}
