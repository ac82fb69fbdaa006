import { formatDate } from '@lonja/core/base/dates'
import { separatorsFor } from '@lonja/core/base/formats'
import type { Language } from '@lonja/core/base/language'
import { BYTE_ORDER_MARK, guardedCell } from '@lonja/core/base/cells'
import { csvLines } from '../base/csv.ts'
import {
  eventLinesOf,
  linesOf,
  periodOf,
  practiceOf,
  SUMMARY,
  wordsOf,
  type Figures,
  type Paper,
} from './statements.pages.ts'

/** Figures that a spreadsheet of that language reads as numbers: no digit groups, the language's decimal sign. */
export function figuresOf(language: Language): Figures {
  const { decimal } = separatorsFor(language)
  const places = (units: bigint, most: number): string => {
    const digits = String(units < 0n ? -units : units).padStart(most + 1, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -most)}${decimal}${digits.slice(-most)}`
  }
  return { cents: (units) => places(units, 2), count: String, places }
}

/** A statement as a table: the practice mark, the summary, the entries; figures with the language's decimal sign. */
export async function* csvOf(paper: Paper): AsyncGenerator<Uint8Array> {
  const rows = (cells: readonly (readonly string[])[]): Uint8Array => csvLines(paper.language, cells)
  yield Buffer.from(BYTE_ORDER_MARK)
  yield rows([...headOf(paper), [], ...summaryOf(paper), [], ...sharesOf(paper), [], ...eventsHead(paper)])
  let piece: string[][] = []
  for await (const line of eventLinesOf(paper, figuresOf(paper.language))) {
    const { time, what, asset, name, units, effect, left, stillHeld, cause } = line
    piece.push([time, what, asset, guardedCell(name), units, effect, left, stillHeld, cause])
    if (piece.length < 200) continue
    yield rows(piece)
    piece = []
  }
  yield rows([...piece, [], ...entriesHead(paper)])
  piece = []
  for await (const line of linesOf(paper, figuresOf(paper.language))) {
    const { version, time, what, asset, name, free, held, freeAfter, heldAfter, cause } = line
    // A sign before a figure is safe, but a name could be read as a formula.
    piece.push([`${version}`, time, what, asset, guardedCell(name), free, held, freeAfter, heldAfter, cause])
    if (piece.length < 200) continue
    yield rows(piece)
    piece = []
  }
  if (piece.length > 0) yield rows(piece)
}

function headOf(paper: Paper): string[][] {
  const say = wordsOf(paper.language)
  const { customer, running, until, madeAt } = paper
  return [
    [practiceOf(paper)],
    [say('title'), periodOf(paper)],
    ...(running ? [[say('running', { until: formatDate(until) })]] : []),
    [say('account'), guardedCell(customer.name ?? ''), customer.phone, customer.id],
    [say('made', { at: formatDate(madeAt) })],
  ]
}

function summaryOf({ language, figures }: Paper): string[][] {
  const say = wordsOf(language)
  const { cents } = figuresOf(language)
  return [
    [say('summary'), ...figures.map(({ currency }) => currency)],
    ...SUMMARY.map((name) => [say(name), ...figures.map((of) => cents(of[name]))]),
  ]
}

function sharesOf({ language, shares, nameOf }: Paper): string[][] {
  const say = wordsOf(language)
  if (shares.length === 0) return [[say('shares')], [say('noShares')]]
  return [
    [say('shares'), say('name'), say('units'), say('cost')],
    ...shares.map(({ listing, left, costLeft }) => [
      listing,
      guardedCell(nameOf(listing)),
      String(left),
      figuresOf(language).cents(costLeft),
    ]),
  ]
}

function eventsHead({ language, after, through }: Paper): string[][] {
  const say = wordsOf(language)
  if (through === after) return []
  const heads = ['time', 'what', 'asset', 'name', 'units', 'effect', 'left', 'stillHeld', 'cause']
  return [[say('events')], heads.map((key) => say(key))]
}

function entriesHead({ language, after, through }: Paper): string[][] {
  const say = wordsOf(language)
  if (through === after) return [[say('noEntries')]]
  const heads = ['number', 'time', 'what', 'asset', 'name', 'free', 'held', 'freeAfter', 'heldAfter', 'cause']
  return [[say('entries')], heads.map((key) => say(key))]
}
