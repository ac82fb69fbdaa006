import { tickerOf, type ListingId } from '../base/amount.ts'
import type { Language } from '../base/language.ts'
import type { Instrument } from '../market/market.contract.ts'
import { plain } from './built.ts'
import { searchIndexFor } from './search.ts'
import { ACTIVITIES } from '../universe/activities.ts'
import { AMERICAN_HEADS, AMERICAN_TAILS, SPANISH_HEADS, SPANISH_TAILS } from '../universe/words.ts'

/** Reproducible draws from a seed: whole numbers below `below` (mulberry32). */
export function drawsOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A text with one typing error: a letter added, omitted, changed, or two swapped; never the same text, never empty. */
export function slipIn(text: string, letters: string, draw: (below: number) => number): string {
  for (;;) {
    const at = draw(text.length)
    const more = draw(text.length + 1)
    const other = letters[draw(letters.length)]!
    const [before, here, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)]
    const slips = [
      text.slice(0, more) + other + text.slice(more),
      before + after,
      before + other + after,
      before + (after[0] ?? '') + here + after.slice(1),
    ]
    const slipped = slips[draw(4)]!
    if (slipped !== text && slipped.trim() !== '') return slipped
  }
}

export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Makes `count` typing errors in codes and names, and counts those that find the intended instrument among the first five.
 * Instruments are drawn evenly, and for each its code and its names in Latin, simplified and traditional Chinese, with
 * errors spread evenly over the letters. Reported by kind: a code of three letters with one error is also one letter
 * away from many other codes.
 */
export function forgivenOf(all: readonly Instrument[], count: number, seed: number): { right: number; told: string } {
  const universe = searchIndexFor(all)
  const draw = drawsOf(seed)
  const characters = [...new Set(all.flatMap(({ names }) => [...(names?.cn ?? ''), ...(names?.tw ?? '')]))].join('')
  const kinds = ['code', 'name', 'cn', 'tw'] as const
  const counts = { code: [0, 0], name: [0, 0], cn: [0, 0], tw: [0, 0] } satisfies Record<
    (typeof kinds)[number],
    [number, number]
  >
  for (let n = 0; n < count; n++) {
    const { listing, name, names } = all[draw(all.length)]!
    const texts = { code: tickerOf(listing), name, cn: names?.cn ?? name, tw: names?.tw ?? name }
    const letters = kinds.flatMap((kind) => Array.from(texts[kind], () => kind))
    const kind = letters[draw(letters.length)]!
    const pool = kind === 'code' || kind === 'name' ? LETTERS : characters
    const { hits } = universe.find(slipIn(texts[kind].toLowerCase(), pool, draw), 5)
    counts[kind][1]++
    if (hits.some((hit) => hit.listing === listing)) counts[kind][0]++
  }
  const right = kinds.reduce((sum, kind) => sum + counts[kind][0], 0)
  const each = kinds.map((kind) => `${kind} ${counts[kind][0]} of ${counts[kind][1]}`).join(', ')
  return { right, told: `seed ${seed}: ${right} of ${count} among ${all.length} instruments (${each})` }
}

export interface ScanRow {
  readonly listing: ListingId
  readonly code: string
  readonly names: readonly string[]
  readonly words: readonly string[]
}

/** The input of a plain scan: exactly the texts in the index. */
export const scannedOf = (instruments: readonly Instrument[]): ScanRow[] =>
  instruments.map(({ listing, name, names }) => {
    const forms = [...new Set([name, ...Object.values(names ?? {})].map(plain))]
    return {
      listing,
      code: plain(tickerOf(listing)).replaceAll(' ', ''),
      names: forms.map((each) => each.replaceAll(' ', '')),
      words: [...new Set(forms.flatMap((each) => each.split(' ')))],
    }
  })

/** The index's results computed by looking at each instrument in turn: by rank, unordered within a rank. */
export function scan(all: readonly ScanRow[], text: string): { ranks: ListingId[][]; forgiven: ListingId[] } {
  const words = plain(text).split(' ')
  const typed = words.join('')
  const ranks: ListingId[][] = [[], [], [], [], [], []]
  const rest: ScanRow[] = []
  for (const one of all) {
    const rank = rankOf(one, typed, words)
    if (rank < 0) rest.push(one)
    else ranks[rank]?.push(one.listing)
  }
  const isEnough = ranks.reduce((sum, { length }) => sum + length, 0) >= 5
  const forgiven = isEnough ? [] : rest.filter((one) => isForgiven(one, typed, words))
  return { ranks, forgiven: forgiven.map(({ listing }) => listing) }
}

function rankOf({ code, names, words: nameWords }: ScanRow, typed: string, words: readonly string[]): number {
  if (code === typed) return 0
  if (code.startsWith(typed)) return 1
  if (names.includes(typed)) return 2
  if (names.some((name) => name.startsWith(typed))) return 3
  if (words.every((word) => nameWords.some((other) => other.startsWith(word)))) return 4
  if (/^[a-z0-9]$/.test(typed)) return -1
  return words.every((word) => nameWords.some((other) => other.includes(word))) ? 5 : -1
}

function isForgiven({ code, names, words: nameWords }: ScanRow, typed: string, words: readonly string[]): boolean {
  if (typed.length >= 2 && beginsWithSlip(code, typed, true)) return true
  if (typed.length >= 2 && names.some((name) => beginsWithSlip(name, typed, typed.length < 4))) return true
  return words.every((word) =>
    nameWords.some(
      (other) =>
        other.startsWith(word) ||
        (word.length >= (/^[a-z0-9]/.test(word) ? 4 : 2) && beginsWithSlip(other, word, word.length < 4)),
    ),
  )
}

/** True if a text begins with the typed one except for one typing error; `whole`: and ends there. */
function beginsWithSlip(text: string, typed: string, whole: boolean): boolean {
  let at = 0
  while (at < typed.length && text[at] === typed[at]) at++
  if (at === typed.length) return whole && text.length === at - 1
  const isLast = at === typed.length - 1
  const goesOn = (from: number, rest: string, toItsEnd = whole): boolean =>
    text.startsWith(rest, from) && (!toItsEnd || text.length === from + rest.length)
  return (
    goesOn(at, typed.slice(at + 1), whole || isLast) ||
    (at < text.length && goesOn(at + 1, typed.slice(at))) ||
    (at < text.length && goesOn(at + 1, typed.slice(at + 1), whole || isLast)) ||
    (at + 1 < typed.length && goesOn(at, typed[at + 1]! + typed[at]! + typed.slice(at + 2)))
  )
}

/** A number of invented companies, as dense in codes and names as a universe of that size. */
export function crowdOf(count: number): Instrument[] {
  const draw = drawsOf(count)
  const codes = new Set<string>()
  return Array.from({ length: count }, (_n, n): Instrument => {
    const [heads, tails] = n % 50 === 0 ? [SPANISH_HEADS, SPANISH_TAILS] : [AMERICAN_HEADS, AMERICAN_TAILS]
    const [head, tail, noun] = [
      heads[draw(heads.length)]!,
      tails[draw(tails.length)]!,
      ACTIVITIES[draw(ACTIVITIES.length)]!.noun,
    ]
    const middle = AMERICAN_TAILS[draw(AMERICAN_TAILS.length)]!
    const names: Partial<Record<Language, string>> = {
      cn: head[1] + middle[1] + tail[1] + noun.cn,
      tw: head[2] + middle[2] + tail[2] + noun.tw,
    }
    let code = ''
    do code = Array.from({ length: 2 + draw(3) }, () => String.fromCharCode(65 + draw(26))).join('')
    while (codes.has(code))
    codes.add(code)
    const name = `${head[0]}${middle[0]}${tail[0]} ${n % 50 === 0 ? noun.tur : noun.en}`
    const listing: ListingId = `${n % 50 === 0 ? 'XMAD' : 'XNAS'}:${code}`
    return { listing, kind: 'share', name, names, sector: 'none', sharesInIssue: 1n, profile: {} }
  })
}
