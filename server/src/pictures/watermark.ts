import { formatDate } from '@lonja/core/base/dates'
import type { Instant } from '@lonja/core/base/instant'
import { overlayPattern, type RedrawnPicture, type Overlay } from './redraw.ts'

/**
 * Letters of seven rows of five dots, a base-32 digit a row. The house draws them itself, because a server may have no
 * fonts.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '-': '000e000',
  ':': '0cc0cc0',
  '.': '00000cc',
  '/': '01248g0',
}
const WIDE = 6
const HIGH = 11
const GAP = 4

/**
 * Each dot is dark with a light edge and half transparent, so that it shows on white and on black and leaves the
 * picture readable.
 */
const DARK = [30, 20, 90, 120] as const
const LIGHT = [255, 255, 255, 110] as const

/** Draws lines of capitals and digits as a pattern, each dot `dot` pixels wide. */
export function patternOf(lines: readonly string[], dot: number): Overlay {
  const columns = Math.max(...lines.map((line) => line.length)) * WIDE + 2 * GAP
  const rows = lines.length * HIGH + 2 * GAP
  const [width, height] = [columns * dot, rows * dot]
  const pixels = Buffer.alloc(width * height * 4)
  const put = (x: number, y: number, colour: readonly number[]): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) pixels.set(colour, (y * width + x) * 4)
  }
  const square = (x: number, y: number, colour: readonly number[]): void => {
    for (let down = 0; down < dot; down += 1)
      for (let along = 0; along < dot; along += 1) put(x + along, y + down, colour)
  }
  const dots = lines.flatMap((line, n) =>
    dotsOf(line).map(([x, y]) => [(x + GAP) * dot, (y + GAP + n * HIGH) * dot] as const),
  )
  const edge = Math.max(1, Math.floor(dot / 2))
  for (const [x, y] of dots) square(x + edge, y + edge, LIGHT)
  for (const [x, y] of dots) square(x, y, DARK)
  return { width, height, pixels }
}

/** The places of a line's dots. An unknown character leaves its place empty. */
function dotsOf(line: string): [number, number][] {
  return [...line.toUpperCase()].flatMap((sign, at) =>
    [...(LETTERS[sign] ?? '')].flatMap((row, y) =>
      [0, 1, 2, 3, 4]
        .filter((x) => (parseInt(row, 32) >> (4 - x)) & 1)
        .map((x): [number, number] => [at * WIDE + x, y]),
    ),
  )
}

/** The text of the watermark: seat, role, time and record, repeated diagonally all over the picture. */
export interface Viewer {
  readonly seat: number
  readonly role: string
  readonly at: Instant
  readonly about: string
}

const ASLANT = -24

/** A picture as staff see it, with the watermark. */
export function watermarked(jpeg: Buffer, width: number, { seat, role, at, about }: Viewer): Promise<RedrawnPicture> {
  const lines = [`LONJA SEAT ${seat} ${role}`, formatDate(at), about]
  return overlayPattern(jpeg, patternOf(lines, Math.max(1, Math.round(width / 400))), ASLANT)
}
