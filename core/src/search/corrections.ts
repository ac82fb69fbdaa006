import { ASCII, eachBeginning, type SearchTables } from './built.ts'
import { eachOwner, eachTypo, type TypoKind, type Texts } from './texts.ts'

/** The shortest text in which a typing error is corrected: as a whole, and as the beginning of something longer. */
const SHORTEST_WHOLE = 2
const SHORTEST_START = 4

/**
 * The distance of a typing error: an error with fewer possible ways is likelier. There are as many ways to swap or omit
 * a letter as letters, and twenty-five times as many to change one or add one.
 */
const TYPO_DISTANCES: Readonly<Record<TypoKind, number>> = { swapped: 0, omitted: 1, changed: 3, extra: 4 }
const NEAR_KEY = 2
/** The text is a whole word of a name; it is the beginning of something longer. */
const OF_A_WORD = 5
const UNFINISHED = 10

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function areNear(typed: string, meant: string): boolean {
  const [a, b] = [typed, meant].map((letter) => {
    const row = KEYS.findIndex((keys) => keys.includes(letter))
    return { row, column: KEYS[row]?.indexOf(letter) ?? NaN }
  })
  return Math.abs(a!.row - b!.row) <= 1 && Math.abs(a!.column - b!.column) <= 1
}

export interface CorrectedMatches {
  readonly byCode: readonly number[]
  readonly byName: readonly number[]
}

/** The likely intended instruments, the likeliest first, without those in `found`. */
export function correctionsFor(
  tables: SearchTables,
  typed: string,
  words: readonly string[],
  exact: readonly number[],
): CorrectedMatches {
  const { codes, short, long } = tables
  const byCode = new Map<number, number>()
  const byName = new Map<number, number>()
  eachCorrected(codes, typed, { whole: true }, (owner, distance) => nearest(byCode, owner, distance))
  for (const names of [short, long]) {
    eachCorrected(names, typed, { whole: false }, (owner, distance) => nearest(byName, owner, distance))
  }
  for (const [owner, distance] of correctedWords(tables, words)) nearest(byName, owner, distance + OF_A_WORD)
  for (const owner of exact) for (const met of [byCode, byName]) met.delete(owner)
  for (const owner of byCode.keys()) byName.delete(owner)
  const likeliest = (met: ReadonlyMap<number, number>): number[] =>
    [...met].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([owner]) => owner)
  return { byCode: likeliest(byCode), byName: likeliest(byName) }
}

function nearest(met: Map<number, number>, owner: number, distance: number): void {
  if ((met.get(owner) ?? Infinity) > distance) met.set(owner, distance)
}

/**
 * Calls `visit` for each owner of a text reached by one typing error, with its distance. `whole`: only for texts
 * matched to their end.
 */
function eachCorrected(
  texts: Texts,
  typed: string,
  { whole }: { whole: boolean },
  visit: (owner: number, distance: number) => void,
): void {
  if (typed.length < SHORTEST_WHOLE) return
  eachTypo(texts, typed, ({ from, to }, depth, { kind, at, meant }) => {
    const distance = kind === 'changed' && areNear(typed[at]!, meant) ? NEAR_KEY : TYPO_DISTANCES[kind]
    const ends = texts.sorted[from]!.length === depth ? from + 1 : from
    eachOwner(texts, from, ends, (owner) => visit(owner, distance))
    // An error in the last letter cannot be recognised yet: any continuation would match.
    const isOpen = at === typed.length - 1 && (kind === 'changed' || kind === 'extra')
    if (whole || isOpen || typed.length < SHORTEST_START) return
    eachOwner(texts, ends, to, (owner) => visit(owner, distance + UNFINISHED))
  })
}

/** The instruments that match all words, each as typed or with one typing error. */
function correctedWords(tables: SearchTables, words: readonly string[]): ReadonlyMap<number, number> {
  let all: Map<number, number> | null = null
  for (const word of words) {
    const met = new Map<number, number>()
    eachBeginning(tables, word, (owner) => met.set(owner, 0))
    if (word.length >= SHORTEST_START || !ASCII.test(word)) {
      for (const texts of [tables.short, tables.words]) {
        eachCorrected(texts, word, { whole: false }, (owner, distance) => nearest(met, owner, distance))
      }
    }
    for (const [owner, distance] of all ?? []) {
      const more = met.get(owner)
      if (more !== undefined) met.set(owner, distance + more)
    }
    if (all) for (const owner of met.keys()) if (!all.has(owner)) met.delete(owner)
    all = met
  }
  return all ?? new Map<number, number>()
}
