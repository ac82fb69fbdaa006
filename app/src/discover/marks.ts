export interface Piece {
  readonly text: string
  readonly hit: boolean
}

/** A name letter by letter in compared form: without accents and case. One letter may fold to several. */
interface FoldedText {
  readonly text: string
  /** For each letter of `text`, its letter of the name. */
  readonly from: readonly number[]
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function foldedOf(letters: readonly string[]): FoldedText {
  const from: number[] = []
  let text = ''
  letters.forEach((letter, at) => {
    for (const folded of plain(letter)) {
      text += folded
      from.push(at)
    }
  })
  return { text, from }
}

/**
 * A name in pieces with the typed ones marked, ignoring accents and case. For a similar match (`forgiven`), the letters
 * that agree with the text are marked, including two swapped ones.
 */
export function markHits(name: string, typed: string, forgiven = false): readonly Piece[] {
  const letters = [...name]
  const { text, from } = foldedOf(letters)
  const words = plain(typed)
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '')
  const whole = plain(typed).trim()
  const hits =
    literalHits(text, whole === '' ? [] : [whole]) ??
    literalHits(text, words) ??
    (forgiven ? similarHits(text, words.join('')) : [])
  const marked = new Set(hits.map((at) => from[at]))
  const pieces: { text: string; hit: boolean }[] = []
  letters.forEach((letter, at) => {
    const hit = marked.has(at)
    const last = pieces.at(-1)
    if (last?.hit === hit) last.text += letter
    else pieces.push({ text: letter, hit })
  })
  return pieces
}

const isStart = (text: string, at: number): boolean => at === 0 || /[\s\p{P}]/u.test(text[at - 1] ?? '')

/** The positions of all words in the text, preferably at the start of a word; null if one is missing. */
function literalHits(text: string, words: readonly string[]): number[] | null {
  const hits: number[] = []
  for (const word of words) {
    const places = placesOf(text, word)
    const at = places.find((place) => isStart(text, place)) ?? places[0]
    if (at === undefined) return null
    hits.push(...Array.from(word, (_letter, n) => at + n))
  }
  return hits
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at)
  return places
}

/** From the start of the best-matching word: the typed letters, in order. */
function similarHits(text: string, typed: string): number[] {
  let best: number[] = []
  for (let start = 0; start < text.length; start++) {
    if (!isStart(text, start)) continue
    const hits = agreeing(text.slice(start, start + typed.length + 3), typed)
    if (hits.length > best.length) best = hits.map((at) => start + at)
  }
  return best
}

/** The letters of `text` that agree with `typed`: the longest common subsequence. A swapped pair counts as both. */
function agreeing(text: string, typed: string): number[] {
  const counts = Array.from({ length: text.length + 1 }, () => new Array<number>(typed.length + 1).fill(0))
  const count = (a: number, b: number): number => counts[a]?.[b] ?? 0
  const isSwapped = (a: number, b: number): boolean =>
    a > 1 && b > 1 && text[a - 1] === typed[b - 2] && text[a - 2] === typed[b - 1]
  for (let a = 1; a <= text.length; a++) {
    for (let b = 1; b <= typed.length; b++) {
      const same = text[a - 1] === typed[b - 1] ? count(a - 1, b - 1) + 1 : 0
      const swapped = isSwapped(a, b) ? count(a - 2, b - 2) + 2 : 0
      counts[a]![b] = Math.max(same, swapped, count(a - 1, b), count(a, b - 1))
    }
  }
  const hits: number[] = []
  for (let [a, b] = [text.length, typed.length]; a > 0 && b > 0;) {
    const here = count(a, b)
    if (here === count(a - 1, b)) a--
    else if (here === count(a, b - 1)) b--
    else if (isSwapped(a, b) && here === count(a - 2, b - 2) + 2) {
      hits.push(a - 1, a - 2)
      a -= 2
      b -= 2
    } else {
      hits.push(a - 1)
      a--
      b--
    }
  }
  return hits
}
