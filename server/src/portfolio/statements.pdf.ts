import PDFDocument from 'pdfkit'
import { formatDate } from '@lonja/core/base/dates'
import { formatCents, formatCount, formatUnits } from '@lonja/core/base/formats'
import { LOCALES } from '@lonja/core/base/language'
import { takeTurns } from '../base/turns.ts'
import {
  eventLinesOf,
  linesOf,
  periodOf,
  practiceOf,
  SUMMARY,
  wordsOf,
  type EventLine,
  type Line,
  type Paper,
} from './statements.pages.ts'
import { penFor, SOFT, WARN, type Column, type Pen, type Style } from './statements.pen.ts'

const ENTRY_COLUMNS: readonly Column[] = [
  { width: 26 },
  { width: 82 },
  { width: 88 },
  { width: 44 },
  { width: 83.28 },
  { width: 52, right: true },
  { width: 48, right: true },
  { width: 52, right: true },
  { width: 48, right: true },
]
const EVENT_COLUMNS: readonly Column[] = [
  { width: 82 },
  { width: 96 },
  { width: 44 },
  { width: 101.28 },
  { width: 40, right: true },
  { width: 54, right: true },
  { width: 58, right: true },
  { width: 48, right: true },
]
const SUMMARY_COLUMNS: readonly Column[] = [{ width: 303.28 }, { width: 110, right: true }, { width: 110, right: true }]
const SHARES_COLUMNS: readonly Column[] = [
  { width: 90 },
  { width: 253.28 },
  { width: 80, right: true },
  { width: 100, right: true },
]

/**
 * A statement as a PDF: the practice mark on every page, the summary, the shares, the entries. Written while it is
 * sent.
 */
export async function* pdfOf(paper: Paper): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: LOCALES[paper.language],
    displayTitle: true,
    info: { Title: `${wordsOf(paper.language)('title')} ${paper.month}`, Author: 'Lonja', Subject: practiceOf(paper) },
  })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => document.on('end', resolve))
  const pen = penFor(document, paper)
  await takeTurns()
  for (const open of pen.openings()) {
    await takeTurns()
    open()
  }
  pen.page()
  await drawSummary(pen, paper)
  await drawShares(pen, paper)
  eventsHead(pen, paper)
  for await (const line of eventLinesOf(paper, figuresOf(paper))) {
    if (pen.isFull()) {
      pen.page()
      eventsHead(pen, paper)
    }
    pen.row(EVENT_COLUMNS, eventCellsOf(line), { size: 6.8 })
    yield* pieces.splice(0)
  }
  entriesHead(pen, paper)
  for await (const line of linesOf(paper, figuresOf(paper))) {
    if (pen.isFull()) {
      pen.page()
      entriesHead(pen, paper)
    }
    pen.row(ENTRY_COLUMNS, cellsOf(line), { size: 6.8 })
    yield* pieces.splice(0)
  }
  for (const font of pen.fonts()) {
    font()
    await takeTurns()
    yield* pieces.splice(0)
  }
  document.end()
  await ended
  yield* pieces.splice(0)
}

const figuresOf = ({ language }: Paper) => ({
  cents: (units: bigint): string => formatCents(units, language),
  count: (units: bigint): string => formatUnits(units, 0, language),
  places: (units: bigint, places: number): string => formatUnits(units, places, language),
})

const cellsOf = ({ version, time, what, asset, name, free, held, freeAfter, heldAfter }: Line): string[] => [
  `${version}`,
  time,
  what,
  asset,
  name,
  free,
  held,
  freeAfter,
  heldAfter,
]

const eventCellsOf = ({ time, what, asset, name, units, effect, left, stillHeld }: EventLine): string[] => [
  time,
  what,
  asset,
  name,
  units,
  effect,
  left,
  stillHeld,
]

async function drawSummary(pen: Pen, paper: Paper): Promise<void> {
  const { language, customer, figures, running, until, madeAt } = paper
  const say = wordsOf(language)
  const soft: Style = { size: 8.5, colour: SOFT }
  pen.text(`${say('title')} · ${periodOf(paper)}`, { size: 16, bold: true })
  await takeTurns()
  pen.text([customer.name, customer.phone].filter((part) => part !== null).join(' · '), { size: 10 })
  pen.text(`${say('account')} ${customer.id}`, soft)
  pen.text(say('made', { at: formatDate(madeAt) }), soft)
  if (running) pen.text(say('running', { until: formatDate(until) }), { size: 8.5, colour: WARN })
  pen.down(12)
  pen.row(SUMMARY_COLUMNS, [say('summary'), ...figures.map(({ currency }) => currency)], { size: 9, bold: true })
  for (const name of SUMMARY) {
    await takeTurns()
    const bold = name === 'closingCash' || name === 'openingCash'
    pen.row(SUMMARY_COLUMNS, [say(name), ...figures.map((of) => formatCents(of[name], language))], { size: 9, bold })
  }
}

/** Yields between rows: a name may need a new font, and unpacking hundreds of fonts at once would delay every order. */
async function drawShares(pen: Pen, { language, shares, nameOf }: Paper): Promise<void> {
  const say = wordsOf(language)
  pen.down(14)
  const head = (): void =>
    pen.row(SHARES_COLUMNS, ['', '', say('units'), say('cost')], { size: 8.5, bold: true, colour: SOFT })
  pen.text(say('shares'), { size: 9, bold: true })
  if (shares.length > 0) head()
  if (shares.length === 0) pen.text(say('noShares'), { size: 8.5, colour: SOFT })
  for (const { listing, left, costLeft } of shares) {
    await takeTurns()
    if (pen.isFull()) {
      pen.page()
      head()
    }
    const figures = [formatCount(left, language), formatCents(costLeft, language)]
    pen.row(SHARES_COLUMNS, [listing, nameOf(listing), ...figures], { size: 8.5 })
  }
}

function eventsHead(pen: Pen, { language, after, through }: Paper): void {
  const say = wordsOf(language)
  if (through === after) return
  pen.down(14)
  if (pen.isFull()) pen.page()
  pen.text(say('events'), { size: 9, bold: true })
  const heads = ['time', 'what', 'asset', 'name', 'units', 'effect', 'left', 'stillHeld'] as const
  pen.row(
    EVENT_COLUMNS,
    heads.map((key) => say(key)),
    { size: 6.8, bold: true, colour: SOFT },
  )
}

function entriesHead(pen: Pen, { language, after, through }: Paper): void {
  const say = wordsOf(language)
  pen.down(14)
  if (through === after) return pen.text(say('noEntries'), { size: 9, colour: SOFT })
  if (pen.isFull()) pen.page()
  pen.text(say('entries'), { size: 9, bold: true })
  const heads = ['number', 'time', 'what', 'asset', 'name', 'free', 'held', 'freeAfter', 'heldAfter'] as const
  pen.row(
    ENTRY_COLUMNS,
    heads.map((key) => say(key)),
    { size: 6.8, bold: true, colour: SOFT },
  )
}
