import { currencyFor, tickerOf } from '@lonja/core/base/amount'
import { BYTE_ORDER_MARK, guardedCell } from '@lonja/core/base/cells'
import { formatDate } from '@lonja/core/base/dates'
import { returnBps } from '@lonja/core/base/formats'
import type { Language } from '@lonja/core/base/language'
import { lotNumberFor, type Closing } from '@lonja/core/orders/lots.rules'
import type { Leverage } from '@lonja/core/orders/orders.contract'
import { csvLines } from '../base/csv.ts'
import { sentence, type Detail } from '../base/texts.ts'
import type { ClosingsFilter, ClosingsSums } from '../orders/lots.store.ts'
import { figuresOf } from './statements.csv.ts'
import { practiceOf, type Paper } from './statements.pages.ts'

/** A closing with the leverage of its lot. */
export interface LeveragedClosing extends Closing {
  readonly leverage: Leverage
}

/** The closed positions of a customer as a table. */
export interface ClosedPaper extends Pick<Paper, 'customer' | 'language' | 'madeAt' | 'source' | 'nameOf'> {
  readonly filter: ClosingsFilter
  readonly totals: readonly ClosingsSums[]
  /** Piece by piece, newest first. */
  readonly closings: AsyncIterable<readonly LeveragedClosing[]>
}

const wordsOf =
  (language: Language) =>
  (key: string, detail: Detail = {}): string =>
    sentence(language, 'closed', key, detail)

/** The practice mark, the filters, the totals by currency, then one row for each lot and sell. */
export async function* closedCsvOf(paper: ClosedPaper): AsyncGenerator<Uint8Array> {
  const rows = (cells: readonly (readonly string[])[]): Uint8Array => csvLines(paper.language, cells)
  const say = wordsOf(paper.language)
  yield Buffer.from(BYTE_ORDER_MARK)
  yield rows([...headOf(paper), [], ...totalsOf(paper), []])
  yield rows([paper.totals.length === 0 ? [say('none')] : COLUMNS.map((key) => say(key))])
  for await (const piece of paper.closings) yield rows(piece.map((closing) => cellsOf(closing, paper)))
}

function headOf({ customer, filter, language, madeAt, nameOf, source }: ClosedPaper): string[][] {
  const say = wordsOf(language)
  const { listing, currency, result, sold, from, to } = filter
  const filters = [
    ...(listing ? [[say('only_listing'), `${tickerOf(listing)} ${guardedCell(nameOf(listing))}`]] : []),
    ...(currency ? [[say('only_market'), say(`market_${currency}`)]] : []),
    ...(result ? [[say('only_result'), say(result)]] : []),
    ...(sold ? [[say('sellType'), say(`soldBy_${sold}`)]] : []),
    ...(from ? [[say('only_from'), formatDate(from)]] : []),
    ...(to ? [[say('only_to'), formatDate(to)]] : []),
  ]
  return [
    [practiceOf({ language, source })],
    [say('title')],
    [say('account'), guardedCell(customer.name ?? ''), guardedCell(customer.phone), customer.id],
    [say('made', { at: formatDate(madeAt) })],
    ...(filters.length === 0 ? [[say('all')]] : filters),
  ]
}

/** The rows of the totals in order, by the name of the figure and of its text. */
const TOTALS = ['gains', 'losses', 'realised', 'cost', 'fees'] as const

function totalsOf({ language, totals }: ClosedPaper): string[][] {
  const say = wordsOf(language)
  const { cents } = figuresOf(language)
  if (totals.length === 0) return []
  return [
    [say('totals'), ...totals.map(({ currency }) => currency)],
    [say('trades'), ...totals.map(({ count }) => String(count))],
    [say('gainCount'), ...totals.map(({ gainCount }) => String(gainCount))],
    [say('lossCount'), ...totals.map(({ lossCount }) => String(lossCount))],
    ...TOTALS.map((name) => [say(name), ...totals.map((of) => cents(of[name]))]),
  ]
}

const COLUMNS = [
  'closedAt',
  'number',
  'code',
  'name',
  'currency',
  'shares',
  'openedAt',
  'openPrice',
  'closePrice',
  'proceeds',
  'fee',
  'cost',
  'result',
  'return',
  'sellType',
  'order',
  'leverage',
] as const

function cellsOf(closing: LeveragedClosing, { language, nameOf }: ClosedPaper): string[] {
  const { cents, count, places } = figuresOf(language)
  const { listing, cost, realised } = closing
  return [
    formatDate(closing.closedAt),
    lotNumberFor(closing.lot),
    tickerOf(listing),
    // A name could be read as a formula.
    guardedCell(nameOf(listing)),
    currencyFor(listing),
    count(closing.shares),
    formatDate(closing.openedAt),
    places(closing.openPrice, 4),
    places(closing.closePrice, 4),
    cents(closing.proceeds),
    cents(closing.fee),
    cents(cost),
    cents(realised),
    returnCell(returnBps(realised, cost)),
    wordsOf(language)(`soldBy_${closing.sellType}`),
    closing.order,
    count(BigInt(closing.leverage)),
  ]

  function returnCell(bps: bigint | null): string {
    return bps === null ? '' : places(bps, 2)
  }
}
