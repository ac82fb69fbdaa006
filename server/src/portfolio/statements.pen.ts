import { fontFile, runsOf } from './statements.fonts.ts'
import { periodOf, practiceOf, wordsOf, type Paper } from './statements.pages.ts'

/** A4 in points: its margins, and the lowest place where a line may begin. */
const PAGE = { width: 595.28, side: 36, top: 72, bottom: 790 } as const
const INNER = PAGE.width - 2 * PAGE.side
const INK = '#15151d'
export const SOFT = '#5e5e6b'
export const WARN = '#8a5300'
const LINE = '#d3d3dc'
const WASH = '#fff4de'

/** A column of a table: its width in points, and whether its cells are aligned right. */
export interface Column {
  readonly width: number
  readonly right?: boolean
}

export interface Style {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
}

/** Draws text on a document, in as many fonts as the text needs. */
function lettersOn(document: PDFKit.PDFDocument) {
  const known = new Set<string>()
  const take = (font: string): void => {
    if (!known.has(font)) document.registerFont(font, fontFile(font))
    known.add(font)
    document.font(font)
  }
  const runs = (text: string, { bold = false }: Pick<Style, 'bold'>) => runsOf(text, bold ? 600 : 400)
  return {
    known,
    /** One function for each font that these texts still need: it reads and registers the font. */
    openings: (texts: readonly string[], style: Pick<Style, 'bold'>): (() => void)[] => {
      const fonts = texts.flatMap((text) => runs(text, style).map(({ font }) => font))
      return [...new Set(fonts)].filter((font) => !known.has(font)).map((font) => () => take(font))
    },
    widthOf: (text: string, style: Style): number => {
      document.fontSize(style.size)
      return runs(text, style).reduce((sum, run) => {
        take(run.font)
        return sum + document.widthOfString(run.text)
      }, 0)
    },
    write: (text: string, x: number, y: number, style: Style): void => {
      document.fontSize(style.size).fillColor(style.colour ?? INK)
      let left = x
      for (const run of runs(text, style)) {
        take(run.font)
        document.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
        left += document.widthOfString(run.text)
      }
    },
  }
}
type Letters = ReturnType<typeof lettersOn>

/** Shortens a text to a width, with an ellipsis at the end. */
function fitted({ widthOf }: Letters, text: string, width: number, style: Style): string {
  if (widthOf(text, style) <= width) return text
  const signs = [...text]
  while (signs.length > 0 && widthOf(`${signs.join('')}…`, style) > width) signs.pop()
  return `${signs.join('')}…`
}

/** Breaks a text into lines of a width. */
function linesOf({ widthOf }: Letters, text: string, width: number, style: Style): string[] {
  const all: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[\s\p{Script=Han}，。：；])/u)) {
    if (line !== '' && widthOf((line + word).trimEnd(), style) > width) {
      all.push(line)
      line = ''
    }
    line += word
  }
  return [...all, line]
}

/**
 * pdfkit embeds all fonts at the end of a document. An earlier call of `finalize` embeds one, and the end then skips
 * it.
 */
type Embedding = PDFKit.PDFDocument & { readonly _font: { finalize(): void } }

/** Writes a document from top to bottom. It tracks the position, and begins each page with the practice mark. */
export function penFor(document: PDFKit.PDFDocument, paper: Paper) {
  const letters = lettersOn(document)
  let y = 0
  let number = 0
  return {
    /** One function for each font that embeds it, so that the caller can yield between fonts. */
    fonts: (): (() => void)[] =>
      [...letters.known].map((font) => () => (document.font(font) as Embedding)._font.finalize()),
    /**
     * One function for each font of a page's frame that opens it, so that the caller can yield between them. The mark
     * alone needs a dozen.
     */
    openings: (): (() => void)[] => {
      const foot = [footOf(paper), pageOf(paper, 0)]
      return [...letters.openings([practiceOf(paper)], { bold: true }), ...letters.openings(foot, {})]
    },
    isFull: (): boolean => y > PAGE.bottom,
    down: (by: number): void => {
      y += by
    },
    text: (text: string, style: Style): void => {
      for (const line of linesOf(letters, text, INNER, style)) {
        y += style.size * 1.4
        letters.write(line, PAGE.side, y, style)
      }
    },
    row: (columns: readonly Column[], cells: readonly string[], style: Style): void => {
      y += style.size * 1.75
      drawCells(letters, { columns, cells, style, y })
      y += style.size * 0.45
      const rule = document.moveTo(PAGE.side, y).lineTo(PAGE.width - PAGE.side, y)
      rule.lineWidth(0.5).strokeColor(LINE).stroke()
    },
    page: (): void => {
      document.addPage()
      number += 1
      drawFrame(document, letters, { paper, number })
      y = PAGE.top
    },
  }
}

export type Pen = ReturnType<typeof penFor>

interface Cells {
  readonly columns: readonly Column[]
  readonly cells: readonly string[]
  readonly style: Style
  readonly y: number
}

/** A name that is too wide for its column is cut; a figure is never cut but written smaller. */
function drawCells(letters: Letters, { columns, cells, style, y }: Cells): void {
  let x = PAGE.side
  for (const [index, { width, right }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (right) {
      const wide = letters.widthOf(cell, style)
      const fit = { ...style, size: style.size * Math.min(1, (width - 4) / Math.max(1, wide)) }
      letters.write(cell, x + width - letters.widthOf(cell, fit), y, fit)
    } else letters.write(fitted(letters, cell, width - 4, style), x, y, style)
    x += width
  }
}

const footOf = (paper: Paper): string => `Lonja · ${wordsOf(paper.language)('title')} · ${periodOf(paper)}`
const pageOf = ({ language }: Paper, number: number): string => wordsOf(language)('page', { page: String(number) })

/** The frame of every page: the practice mark above, the period and page number below. */
function drawFrame(
  document: PDFKit.PDFDocument,
  letters: Letters,
  { paper, number }: { paper: Paper; number: number },
): void {
  const mark: Style = { size: 8, colour: WARN, bold: true }
  const lines = linesOf(letters, practiceOf(paper), INNER - 16, mark)
  document.rect(PAGE.side, 24, INNER, 10 + lines.length * 11).fill(WASH)
  for (const [index, line] of lines.entries()) letters.write(line, PAGE.side + 8, 36 + index * 11, mark)
  const foot: Style = { size: 7, colour: SOFT }
  letters.write(footOf(paper), PAGE.side, 820, foot)
  const page = pageOf(paper, number)
  letters.write(page, PAGE.width - PAGE.side - letters.widthOf(page, foot), 820, foot)
}
