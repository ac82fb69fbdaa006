import { currencyFor, divideHalfEven, tickerOf, type PriceE4 } from '@lonja/core/base/amount'
import { BYTE_ORDER_MARK, guardedCell } from '@lonja/core/base/cells'
import type { InputOf } from '@lonja/core/base/contract'
import { formatDate } from '@lonja/core/base/dates'
import type { Language } from '@lonja/core/base/language'
import type { Fill } from '@lonja/core/orders/fills.rules'
import { kindOfOrder, type Order } from '@lonja/core/orders/orders.rules'
import type { downloadRecords } from '@lonja/core/portfolio/records.contract'
import { csvLines } from '../base/csv.ts'
import { sentence, type Detail } from '../base/texts.ts'
import { figuresOf } from './statements.csv.ts'
import { practiceOf, type Paper } from './statements.pages.ts'

/** An order with its fills. */
export interface RecordedOrder {
  readonly order: Order
  readonly fills: readonly Fill[]
}

/** The records of a customer's orders as a table. */
export interface RecordsPaper extends Pick<Paper, 'customer' | 'language' | 'madeAt' | 'source' | 'nameOf'> {
  readonly filter: InputOf<typeof downloadRecords>
  /** Piece by piece, newest first. */
  readonly records: AsyncIterable<readonly RecordedOrder[]>
}

/** The words of the records, and those that they share with the closed positions. */
const wordsOf = (language: Language) => ({
  say: (key: string, detail: Detail = {}): string => sentence(language, 'records', key, detail),
  shared: (key: string, detail: Detail = {}): string => sentence(language, 'closed', key, detail),
})

/** The practice mark, the filters, then one row for each order. */
export async function* recordsCsvOf(paper: RecordsPaper): AsyncGenerator<Uint8Array> {
  const rows = (cells: readonly (readonly string[])[]): Uint8Array => csvLines(paper.language, cells)
  const { say } = wordsOf(paper.language)
  yield Buffer.from(BYTE_ORDER_MARK)
  yield rows([...headOf(paper), []])
  let isEmpty = true
  for await (const piece of paper.records) {
    if (isEmpty) yield rows([namesOf(paper.language)])
    isEmpty = false
    yield rows(piece.map((record) => cellsOf(record, paper)))
  }
  if (isEmpty) yield rows([[say('none')]])
}

function headOf({ customer, filter, language, madeAt, nameOf, source }: RecordsPaper): string[][] {
  const { say, shared } = wordsOf(language)
  const { which, listing, from, to } = filter
  const filters = [
    ...(listing ? [[shared('only_listing'), `${tickerOf(listing)} ${guardedCell(nameOf(listing))}`]] : []),
    ...(from === undefined ? [] : [[say('only_from'), formatDate(from)]]),
    ...(to === undefined ? [] : [[say('only_to'), formatDate(to)]]),
  ]
  return [
    [practiceOf({ language, source })],
    [say(`title_${which}`)],
    [shared('account'), guardedCell(customer.name ?? ''), guardedCell(customer.phone), customer.id],
    [shared('made', { at: formatDate(madeAt) })],
    ...filters,
  ]
}

const namesOf = (language: Language): string[] => {
  const { say, shared } = wordsOf(language)
  return [
    say('placedAt'),
    shared('code'),
    shared('name'),
    shared('currency'),
    say('side'),
    say('kind'),
    shared('shares'),
    say('limit'),
    say('stop'),
    say('leverage'),
    say('state'),
    say('reason'),
    say('filled'),
    say('price'),
    say('filledAt'),
    say('fee'),
    say('total'),
    say('financed'),
    shared('order'),
  ]
}

/** The price of a stop: where it stands, or of one that followed the market, where it was reached. */
const stopOf = ({ conditions }: Order): PriceE4 | null =>
  conditions?.trigger?.stop ?? (conditions?.stop?.by === 'price' ? conditions.stop.price : null)

function cellsOf({ order, fills }: RecordedOrder, { language, nameOf }: RecordsPaper): string[] {
  const { say } = wordsOf(language)
  const { cents, count, places } = figuresOf(language)
  const sum = (of: (fill: Fill) => bigint): bigint => fills.reduce((total, fill) => total + of(fill), 0n)
  const [shares, cost, fee] = [sum((fill) => fill.shares), sum((fill) => fill.cost), sum((fill) => fill.fee)]
  const last = fills.at(-1)
  const stop = stopOf(order)
  return [
    formatDate(order.placedAt),
    tickerOf(order.listing),
    // A name could be read as a formula.
    guardedCell(nameOf(order.listing)),
    currencyFor(order.listing),
    say(order.side),
    say(`kind_${kindOfOrder(order)}`),
    count(order.shares),
    order.limit === null ? '' : places(order.limit, 4),
    stop === null ? '' : places(stop, 4),
    count(BigInt(order.conditions?.leverage ?? 1)),
    say(`state_${order.state}`),
    order.endReason === null ? '' : sentence(language, 'notices', `reason.${order.endReason}`),
    count(order.filled),
    // The volume-weighted price, as the screens show it.
    shares === 0n
      ? ''
      : places(
          divideHalfEven(
            sum((fill) => fill.price * fill.shares),
            shares,
          ),
          4,
        ),
    last ? formatDate(last.at) : '',
    last ? cents(fee) : '',
    // The effect on the cash: a purchase takes, a sale brings.
    last ? cents(order.side === 'buy' ? -cost - fee : cost - fee) : '',
    last && order.side === 'buy' ? cents(sum((fill) => fill.financed)) : '',
    order.id,
  ]
}
