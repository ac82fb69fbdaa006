import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'

/*
 * The letters of a statement: Noto Sans SC (SIL OFL), which the package brings in pieces of some 150 signs, each a font of
 * its own with its ranges. A paper takes in those that its words need, and of them only the signs that stand in it.
 */

/** A stretch of text in one font of the package. */
export interface Run {
  /** Its name in the paper: the piece and the weight. */
  readonly font: string
  readonly text: string
}

type Weight = 400 | 600

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/package.json'))

/** Which piece has a sign: read once, when the first paper is made. */
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
      // A sign may stand in two pieces: the ones for Latin come last, and have the proper digits and marks.
      for (let code = from; code <= to; code++) known.set(code, piece)
    }
  }
  pieces = known
  return known
}

/** What stands for a sign that the font does not have. */
const MISSING = '?'

/** Spaces that are narrower or do not break look like a space on paper. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

/** A text cut into stretches of one font each. */
export function runsOf(text: string, weight: Weight): Run[] {
  const known = piecesKnown()
  const runs: Run[] = []
  for (const sign of plainSpaces(text)) {
    const own = known.get(sign.codePointAt(0) ?? 0)
    const [font, shown] = own === undefined ? [`latin@${weight}`, MISSING] : [`${own}@${weight}`, sign]
    const last = runs.at(-1)
    // A space stands in whatever font is being written.
    if (last && (last.font === font || shown === ' '))
      runs[runs.length - 1] = { font: last.font, text: last.text + shown }
    else runs.push({ font, text: shown })
  }
  return runs
}

/** Whether every sign of a text can be written. */
export const isWritable = (text: string): boolean =>
  [...plainSpaces(text)].every((sign) => piecesKnown().has(sign.codePointAt(0) ?? 0))

/** What a plain font has to have; how its letters join and stand above each other is of no use to a table. */
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

/** A font by its name in a paper, unpacked. */
export function fontFile(font: string): Buffer {
  const [piece = '', weight = ''] = font.split('@')
  const part = piece.replace(/[[\]]/g, '')
  return unpacked(readFileSync(join(folder, 'files', `noto-sans-sc-${part}-${weight}-normal.woff`)))
}

/**
 * A WOFF file as the TrueType font that it packs, with the tables that are needed. W3C, WOFF File Format 1.0: after a head of 44
 * bytes, 20 for each table: its tag, where it stands, its length packed and plain, its checksum.
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
