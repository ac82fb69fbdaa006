/** Distinct texts in sorted order, each with its instruments' places. */
export interface Texts {
  readonly sorted: readonly string[]
  /** The owners of text n are in `owners` from `starts[n]` up to but not including `starts[n + 1]`. */
  readonly starts: Int32Array
  readonly owners: Int32Array
}

export function textsOf(ownersOf: ReadonlyMap<string, readonly number[]>): Texts {
  const sorted = inOrder([...ownersOf.keys()])
  const starts = new Int32Array(sorted.length + 1)
  const owners: number[] = []
  for (let n = 0; n < sorted.length; n++) {
    for (const owner of ownersOf.get(sorted[n]!)!) owners.push(owner)
    starts[n + 1] = owners.length
  }
  return { sorted, starts, owners: Int32Array.from(owners) }
}

/** The order of `sort()`, computed in buckets by the first two letters to reduce comparisons. */
export function inOrder(texts: readonly string[]): string[] {
  const heaps = new Map<number, string[]>()
  for (const text of texts) {
    const head = pairAt(text, 0)
    const heap = heaps.get(head)
    if (heap) heap.push(text)
    else heaps.set(head, [text])
  }
  const heads = Float64Array.from(heaps.keys()).sort()
  return Array.from(heads, (head) => heaps.get(head)!.sort()).flat()
}

/** Calls `visit` for each owner of the texts from `from` up to but not including `to`. */
export function eachOwner({ starts, owners }: Texts, from: number, to: number, visit: (owner: number) => void): void {
  const end = starts[to] ?? 0
  for (let n = starts[from] ?? 0; n < end; n++) visit(owners[n]!)
}

/** A range of neighbouring texts: from the first up to but not including the last. */
export interface Range {
  readonly from: number
  readonly to: number
}

const NONE: Range = { from: 0, to: 0 }

/** The texts that begin with `start`. */
export const beginning = (texts: Texts, start: string): Range =>
  goingOn(texts.sorted, { from: 0, to: texts.sorted.length }, 0, start, 0)

/** Those texts of a range with equal first `depth` letters that continue with the letters of `wanted` from `letter` on. */
function goingOn(sorted: readonly string[], range: Range, depth: number, target: string, letter: number): Range {
  let { from, to } = range
  for (let n = letter, at = depth; n < target.length; n++, at++) {
    const code = target.charCodeAt(n)
    from = firstFrom(sorted, from, to, at, code)
    if (from >= to || sorted[from]!.charCodeAt(at) !== code) return NONE
    if (to - from > 1) to = firstFrom(sorted, from + 1, to, at, code + 1)
  }
  return { from, to }
}

/** The first text in [from, to) whose letter at `at` is `code` or later. A shorter text comes first. */
function firstFrom(sorted: readonly string[], from: number, to: number, at: number, code: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    const text = sorted[middle]!
    if (at < text.length && text.charCodeAt(at) >= code) high = middle
    else low = middle + 1
  }
  return low
}

/** The kinds of typing error: two letters swapped, one omitted, one changed, one extra. */
export type TypoKind = 'swapped' | 'omitted' | 'changed' | 'extra'

/** One typing error: its position in the typed text, and for a changed letter the intended one; otherwise ''. */
export interface Typo {
  readonly kind: TypoKind
  readonly at: number
  readonly meant: string
}

/** Receives texts reached by one typing error: their first `depth` letters are the intended text. */
export type OnTypo = (range: Range, depth: number, typo: Typo) => void

/**
 * The texts that begin with the intended text, if the typed one has exactly one error. Walking letter by letter along
 * the texts that begin as typed, each possible error leaves a few neighbours, which must then continue as typed. Texts
 * that share neither beginning are never compared.
 */
export function eachTypo(texts: Texts, typed: string, onTypo: OnTypo): void {
  const { sorted } = texts
  let here: Range = { from: 0, to: sorted.length }
  for (let at = 0; at < typed.length && here.from < here.to; at++) {
    typosAt(sorted, here, at, typed, onTypo)
    here = goingOn(sorted, here, at, typed.slice(0, at + 1), at)
  }
}

function typosAt(sorted: readonly string[], here: Range, at: number, typed: string, onTypo: OnTypo): void {
  const code = typed.charCodeAt(at)
  const next = typed.charCodeAt(at + 1)
  const report = (range: Range, depth: number, kind: TypoKind, meant = ''): void => {
    if (range.from < range.to) onTypo(range, depth, { kind, at, meant })
  }
  report(goingOn(sorted, here, at, typed, at + 1), typed.length - 1, 'extra')
  for (let from = ended(sorted, here, at); from < here.to;) {
    const letter = sorted[from]!.charCodeAt(at)
    const child = { from, to: firstFrom(sorted, from + 1, here.to, at, letter + 1) }
    report(goingOn(sorted, child, at + 1, typed, at), typed.length + 1, 'omitted')
    if (letter !== code) {
      report(goingOn(sorted, child, at + 1, typed, at + 1), typed.length, 'changed', String.fromCharCode(letter))
    }
    if (letter === next && letter !== code) {
      const swapped = goingOn(sorted, child, at + 1, typed[at]!, 0)
      report(goingOn(sorted, swapped, at + 2, typed, at + 2), typed.length, 'swapped')
    }
    from = child.to
  }
}

/** Skip the text without a letter at `at`: there is at most one, and it comes first. */
const ended = (sorted: readonly string[], { from, to }: Range, at: number): number =>
  from < to && sorted[from]!.length <= at ? from + 1 : from

/** The texts that contain each pair of neighbouring letters. A substring is looked up by its rarest pair. */
export interface Pairs {
  /** Each pair as one number, ascending; its texts are in `places` from `starts[n]` on. */
  readonly pairs: Float64Array
  readonly starts: Int32Array
  readonly places: Int32Array
}

const LETTERS = 65_536
const PLACES = 2 ** 20

export function pairsOf({ sorted }: Texts): Pairs {
  const all = new Float64Array(sorted.reduce((sum, { length }) => sum + length, 0))
  let count = 0
  for (let place = 0; place < sorted.length; place++) {
    const text = sorted[place]!
    for (let at = 0; at < text.length; at++) all[count++] = pairAt(text, at) * PLACES + place
  }
  all.sort()
  const pairs: number[] = []
  const starts: number[] = []
  const places = new Int32Array(all.length)
  for (let n = 0; n < all.length; n++) {
    const pair = Math.floor(all[n]! / PLACES)
    places[n] = all[n]! - pair * PLACES
    if (pair === pairs.at(-1)) continue
    pairs.push(pair)
    starts.push(n)
  }
  starts.push(all.length)
  return { pairs: Float64Array.from(pairs), starts: Int32Array.from(starts), places }
}

/** A letter and the next one as one number; the last letter of a text is paired with 0. */
const pairAt = (text: string, at: number): number =>
  (at < text.length ? text.charCodeAt(at) * LETTERS : 0) + (at + 1 < text.length ? text.charCodeAt(at + 1) : 0)

/** Calls `visit` for each text that contains `part`, possibly more than once. */
export function eachWith({ sorted }: Texts, index: Pairs, part: string, visit: (place: number) => void): void {
  const code = part.charCodeAt(0)
  let [from, to] = startsOf(index, code * LETTERS, (code + 1) * LETTERS)
  for (let at = 0; at + 1 < part.length; at++) {
    const pair = pairAt(part, at)
    const range = startsOf(index, pair, pair + 1)
    if (at === 0 || range[1] - range[0] < to - from) [from, to] = range
  }
  for (let n = from; n < to; n++) {
    const place = index.places[n]!
    if (part.length <= 2 || sorted[place]!.includes(part)) visit(place)
  }
}

/** The range in `places` of the pairs in [low, high). */
function startsOf({ pairs, starts }: Pairs, low: number, high: number): [number, number] {
  return [starts[firstPair(pairs, low)] ?? 0, starts[firstPair(pairs, high)] ?? 0]
}

function firstPair(pairs: Float64Array, pair: number): number {
  let [low, high] = [0, pairs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pairs[middle]! >= pair) high = middle
    else low = middle + 1
  }
  return low
}
