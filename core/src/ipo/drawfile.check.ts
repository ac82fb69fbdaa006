/* The published file of a draw, read a second time from docs/DRAW.md. */

export interface CheckedTerms {
  readonly offer: string
  readonly company: string
  readonly listing: string
  readonly lot: bigint
  readonly lots: bigint
  readonly most: bigint
  readonly closes: number
  readonly seeds: { readonly firstDay: string; readonly end: string }
  readonly crowd: boolean
  /** Null for a draw by the seed of a day. */
  readonly beacon: { readonly chain: string; readonly round: number } | null
}

export interface CheckedRow {
  readonly ticket: number
  readonly lots: bigint
  /** In hex, or `crowd`. */
  readonly mark: string
  readonly place: number
  readonly won: bigint
}

interface CountedRoot {
  readonly count: number
  readonly root: string
}

export interface CheckedFile {
  readonly termsText: string
  readonly terms: CheckedTerms
  readonly customers: CountedRoot
  readonly crowd: { readonly count: number; readonly seed: { readonly day: string; readonly hex: string } | null }
  readonly applications: CountedRoot
  readonly published: number
  readonly beacon:
    { readonly round: number; readonly signature: string } | { readonly day: string; readonly hex: string }
  readonly randomness: string
  readonly seed: string
  readonly allotted: bigint
  readonly unsold: bigint
  readonly rows: readonly CheckedRow[]
}

const HASH = '([0-9a-f]{64})'
const TIME = '(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)'
const DAY = '(\\d{4}-\\d\\d-\\d\\d)'
const SOME = '([1-9]\\d{0,11})'
const ANY = '(0|[1-9]\\d{0,11})'

/** The lines of a file before its rows: those of the terms, and those of the draw. */
const TERMS_FORMS: readonly string[] = [
  'lonja offer 1',
  'offer ([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})',
  'company ([^\\s\\p{Cc}](?:[^\\p{Cc}]{0,78}[^\\s\\p{Cc}])?)',
  'sector ([a-z]+)',
  'listing ((?:XNYS|XNAS|XASE|XMAD):[A-Z0-9.]{1,12})',
  'price ((?:0|[1-9]\\d{0,10})\\.\\d\\d(?:\\d?[1-9])?)',
  `lot ${SOME}`,
  `lots ${SOME}`,
  `most ${SOME}`,
  `opens ${TIME}`,
  `closes ${TIME}`,
  `draws ${TIME}`,
  `delivers ${TIME}`,
  `lists ${TIME}`,
  `prospectus ${HASH}`,
  `seeds ${DAY} ${HASH}`,
  'crowd ([01])',
  `beacon (?:seeds|drand ${HASH} ([1-9]\\d{0,14}))`,
  'draw 1',
]
const DRAW_FORMS: readonly string[] = [
  'lonja draw 1',
  `customers ${ANY} ${HASH}`,
  `crowd ${ANY} (?:none|${DAY} ${HASH})`,
  `root ${ANY} ${HASH}`,
  `published ${TIME}`,
  `(?:round ([1-9]\\d{0,14}) ([0-9a-f]{96})|day ${DAY} ${HASH})`,
  `randomness ${HASH}`,
  `seed ${HASH}`,
  `allotted ${ANY} ${ANY}`,
]
const FORMS = [...TERMS_FORMS, ...DRAW_FORMS].map((form) => new RegExp(`^${form}$`, 'u'))
const ROW = new RegExp(`^([1-9]\\d{0,14}) ${SOME} ([0-9a-f]{64}|crowd) ${SOME} ${ANY}$`)

/** A draw with one of its rows, the one with a mark, as a text; null if no row has it. The others are not read. */
export function oneRowOf(text: string, mark: string): string | null {
  let rows = 0
  for (let line = 0; line < FORMS.length; line++) rows = text.indexOf('\n', rows) + 1
  const at = text.indexOf(` ${mark} `, rows)
  if (at < 0) return null
  const [from, to] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) + 1]
  return text.slice(0, rows) + text.slice(from, to)
}

/** Read a published draw; null for a text with a byte that its form does not allow. */
export function readDrawFile(text: string): CheckedFile | null {
  const lines = text.split('\n')
  if (lines.pop() !== '') return null
  const heads = FORMS.map((form, n) => form.exec(lines[n] ?? '')?.slice(1))
  const rows = lines.slice(FORMS.length).map((line) => ROW.exec(line))
  if (heads.includes(undefined) || rows.includes(null)) return null
  const field = (line: number, n = 0): string => heads[line]?.[n] ?? ''
  const times = [9, 10, 11, 12, 13, 23].map((line) => timeOf(field(line)))
  if (times.includes(null)) return null
  return {
    termsText: `${lines.slice(0, TERMS_FORMS.length).join('\n')}\n`,
    terms: termsIn(field, times[1] ?? 0),
    customers: { count: Number(field(20)), root: field(20, 1) },
    crowd: { count: Number(field(21)), seed: field(21, 1) === '' ? null : { day: field(21, 1), hex: field(21, 2) } },
    applications: { count: Number(field(22)), root: field(22, 1) },
    published: times[5] ?? 0,
    beacon:
      field(24) === ''
        ? { day: field(24, 2), hex: field(24, 3) }
        : { round: Number(field(24)), signature: field(24, 1) },
    randomness: field(25),
    seed: field(26),
    allotted: BigInt(field(27)),
    unsold: BigInt(field(27, 1)),
    rows: rows.flatMap((row) => (row ? [rowOf(row)] : [])),
  }
}

/** A time in UTC; null for one that no calendar has, such as the 30th of February. */
function timeOf(text: string): number | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) || at.toISOString() !== text ? null : at.getTime()
}

const termsIn = (field: (line: number, n?: number) => string, closes: number): CheckedTerms => ({
  offer: field(1),
  company: field(2),
  listing: field(4),
  lot: BigInt(field(6)),
  lots: BigInt(field(7)),
  most: BigInt(field(8)),
  closes,
  seeds: { firstDay: field(15), end: field(15, 1) },
  crowd: field(16) === '1',
  beacon: field(17) === '' ? null : { chain: field(17), round: Number(field(17, 1)) },
})

const rowOf = ([, ticket, lots, mark = '', place, won]: RegExpExecArray): CheckedRow => ({
  ticket: Number(ticket),
  lots: BigInt(lots ?? ''),
  mark,
  place: Number(place),
  won: BigInt(won ?? ''),
})
