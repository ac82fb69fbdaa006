/** Distinct texts in the order of their letters, each with the places of the instruments that bear it. */
export interface Texts {
  readonly sorted: readonly string[]
  /** The owners of text n stand in `owners` from `starts[n]` to before `starts[n + 1]`. */
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

/** As `sort()` orders them; first by their first two letters, so that few are compared with few. */
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

/** Told of each owner of the texts from `from` to before `to`. */
export function eachOwner({ starts, owners }: Texts, from: number, to: number, visit: (owner: number) => void): void {
  const end = starts[to] ?? 0
  for (let n = starts[from] ?? 0; n < end; n++) visit(owners[n]!)
}

/** Texts side by side that share what was looked for: from the first to before the last. */
export interface Range {
  readonly from: number
  readonly to: number
}

const NONE: Range = { from: 0, to: 0 }

/** The texts that begin so. */
export const beginning = (texts: Texts, start: string): Range =>
  goingOn(texts.sorted, { from: 0, to: texts.sorted.length }, 0, start, 0)

/** Of texts that share their first `depth` letters: those that go on with the letters of `wanted` from `letter` on. */
function goingOn(sorted: readonly string[], range: Range, depth: number, wanted: string, letter: number): Range {
  let { from, to } = range
  for (let n = letter, at = depth; n < wanted.length; n++, at++) {
    const code = wanted.charCodeAt(n)
    from = firstFrom(sorted, from, to, at, code)
    if (from >= to || sorted[from]!.charCodeAt(at) !== code) return NONE
    if (to - from > 1) to = firstFrom(sorted, from + 1, to, at, code + 1)
  }
  return { from, to }
}

/** The first text in [from, to) whose letter at `at` is `code` or a later one. A text that has ended comes before all. */
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

/** What went wrong in typing: two letters in the wrong order, one left out, another in its place, one too many. */
export type Slip = 'swapped' | 'omitted' | 'changed' | 'extra'

/** One slip: where in what was typed, and of a changed letter, which was meant; else ''. */
export interface Slipped {
  readonly slip: Slip
  readonly at: number
  readonly meant: string
}

/** Texts reached by one slip: their first `depth` letters are what was meant. */
export type Forgive = (range: Range, depth: number, slipped: Slipped) => void

/**
 * The texts that begin with what was meant, where what was typed has exactly one slip. Letter by letter along the texts
 * that begin as typed, each possible slip leaves a few neighbours, which must then go on as typed: no text is compared
 * that shares neither its beginning nor a neighbour's.
 */
export function forgiving(texts: Texts, typed: string, forgive: Forgive): void {
  const { sorted } = texts
  let here: Range = { from: 0, to: sorted.length }
  for (let at = 0; at < typed.length && here.from < here.to; at++) {
    slipsAt(sorted, here, at, typed, forgive)
    here = goingOn(sorted, here, at, typed.slice(0, at + 1), at)
  }
}

function slipsAt(sorted: readonly string[], here: Range, at: number, typed: string, forgive: Forgive): void {
  const code = typed.charCodeAt(at)
  const next = typed.charCodeAt(at + 1)
  const tell = (range: Range, depth: number, slip: Slip, meant = ''): void => {
    if (range.from < range.to) forgive(range, depth, { slip, at, meant })
  }
  tell(goingOn(sorted, here, at, typed, at + 1), typed.length - 1, 'extra')
  for (let from = ended(sorted, here, at); from < here.to;) {
    const letter = sorted[from]!.charCodeAt(at)
    const child = { from, to: firstFrom(sorted, from + 1, here.to, at, letter + 1) }
    tell(goingOn(sorted, child, at + 1, typed, at), typed.length + 1, 'omitted')
    if (letter !== code) {
      tell(goingOn(sorted, child, at + 1, typed, at + 1), typed.length, 'changed', String.fromCharCode(letter))
    }
    if (letter === next && letter !== code) {
      const swapped = goingOn(sorted, child, at + 1, typed[at]!, 0)
      tell(goingOn(sorted, swapped, at + 2, typed, at + 2), typed.length, 'swapped')
    }
    from = child.to
  }
}

/** Past the text that has no letter at `at` any more: there is at most one, and it comes first. */
const ended = (sorted: readonly string[], { from, to }: Range, at: number): number =>
  from < to && sorted[from]!.length <= at ? from + 1 : from

/** Where each pair of neighbouring letters occurs: what is looked for anywhere in a text is looked up by its rarest pair. */
export interface Pairs {
  /** Each pair as one number, ascending; its texts stand in `places` from `starts[n]` on. */
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

/** A letter and the one after it as one number; the last of a text stands with 0. */
const pairAt = (text: string, at: number): number =>
  (at < text.length ? text.charCodeAt(at) * LETTERS : 0) + (at + 1 < text.length ? text.charCodeAt(at + 1) : 0)

/** Told of the place of each text that holds `part` anywhere; of some more than once. */
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

/** Where the texts of the pairs in [low, high) stand. */
function startsOf({ pairs, starts }: Pairs, low: number, high: number): [number, number] {
  return [starts[firstPair(pairs, low)] ?? 0, starts[firstPair(pairs, high)] ?? 0]
}

function firstPair(pairs: Float64Array, wanted: number): number {
  let [low, high] = [0, pairs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pairs[middle]! >= wanted) high = middle
    else low = middle + 1
  }
  return low
}
