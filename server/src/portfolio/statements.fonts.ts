import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'

/*
 * The fonts of a statement: Noto Sans SC (SIL OFL), which the package splits into pieces of some 150 characters, each a
 * font of its own with its ranges. A document embeds only the pieces that its text needs, and of them only the
 * characters used.
 */

/** A run of text in one font of the package. */
export interface Run {
  /** The font's name in the document: piece and weight. */
  readonly font: string
  readonly text: string
}

type Weight = 400 | 600

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/package.json'))

/** The piece of each character, read when the first document is made. */
let pieces: ReadonlyMap<number, string> | null = null

function piecesKnown(): ReadonlyMap<number, string> {
  if (pieces) return pieces
  const known = new Map<number, string>()
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  for (const [piece, text] of Object.entries(ranges)) {
    for (const range of text.split(',')) {
      const [from = 0, to = from] = range
        .replace(/U\+/i, '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      // A character may be in two pieces. The Latin ones come last, because they have the proper digits and
      // punctuation.
      for (let code = from; code <= to; code++) known.set(code, piece)
    }
  }
  pieces = known
  return known
}

/** Replaces a character that the font lacks. */
const MISSING = '?'

/** Narrow spaces and spaces that do not break become plain spaces. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

/** Splits a text into runs of one font each. */
export function runsOf(text: string, weight: Weight): Run[] {
  const known = piecesKnown()
  const runs: Run[] = []
  for (const sign of plainSpaces(text)) {
    const own = known.get(sign.codePointAt(0) ?? 0)
    const [font, shown] = own === undefined ? [`latin@${weight}`, MISSING] : [`${own}@${weight}`, sign]
    const last = runs.at(-1)
    // A space takes the font of the run before it.
    if (last && (last.font === font || shown === ' '))
      runs[runs.length - 1] = { font: last.font, text: last.text + shown }
    else runs.push({ font, text: shown })
  }
  return runs
}

/** Whether the font has every character of a text. */
export const isWritable = (text: string): boolean =>
  [...plainSpaces(text)].every((sign) => piecesKnown().has(sign.codePointAt(0) ?? 0))

/** The tables that a plain font needs. A table needs neither ligatures nor mark positions. */
const NEEDED = new Set([
  'OS/2',
  'cmap',
  'cvt ',
  'fpgm',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  'post',
  'prep',
])

/** Reads and unpacks a font by its name in a document. */
export function fontFile(font: string): Buffer {
  const [piece = '', weight = ''] = font.split('@')
  const part = piece.replace(/[[\]]/g, '')
  return unpacked(readFileSync(join(folder, 'files', `noto-sans-sc-${part}-${weight}-normal.woff`)))
}

/**
 * Unpacks a WOFF file into the TrueType font in it, with the needed tables only. W3C, WOFF File Format 1.0: a header of
 * 44 bytes, then 20 bytes for each table: its tag, its offset, its packed and plain lengths, its checksum.
 */
function unpacked(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(44 + index * 20, 64 + index * 20)
    const from = entry.readUInt32BE(4)
    const bytes = woff.subarray(from, from + entry.readUInt32BE(8))
    const length = entry.readUInt32BE(12)
    const data = bytes.length < length ? inflateSync(bytes) : bytes
    return { tag: entry.toString('latin1', 0, 4), checksum: entry.readUInt32BE(16), data }
  }).filter(({ tag }) => NEEDED.has(tag))
  const head = Buffer.alloc(12 + tables.length * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  let at = head.length
  const padded = tables.map(({ tag, checksum, data }, index) => {
    head.write(tag, 12 + index * 16, 'latin1')
    head.writeUInt32BE(checksum, 16 + index * 16)
    head.writeUInt32BE(at, 20 + index * 16)
    head.writeUInt32BE(data.length, 24 + index * 16)
    const filled = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    at += filled.length
    return filled
  })
  return Buffer.concat([head, ...padded])
}
