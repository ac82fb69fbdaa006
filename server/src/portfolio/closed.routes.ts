import { currencyFor } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import { FillId, LotId, type CustomerId } from '@lonja/core/base/ids'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { lotNumberFor, type Closing } from '@lonja/core/orders/lots.rules'
import { downloadClosed, listClosed, readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { CLOSED_PAGE } from '@lonja/core/portfolio/portfolio.rules'
import * as z from 'zod/mini'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Db, Tx } from '../database/db.ts'
import { onFile, type FileContext } from '../door/serve.files.ts'
import { onRead, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listClosings, sumClosings, type ClosingCursor, type ClosingsFilter } from '../orders/lots.store.ts'
import { listLeveragesOf } from '../orders/results.store.ts'
import { backtestFile } from './backtest.actions.ts'
import { closedCsvOf, type LeveragedClosing } from './closed.csv.ts'
import { countFile } from './files.actions.ts'

/** The closings of one piece of the file. */
const PIECE = 500

/** Closed positions: the list, its totals, and the file with both. */
export const closedRoutes = (market: Market): Route[] => [
  onRead(listClosed, async ({ tx, customer, language }, { cursor, limit = CLOSED_PAGE, ...filter }) => {
    const closings = await listClosings(tx, customer, { ...filter, after: cursorFrom(cursor) }, limit + 1)
    const page = closings.slice(0, limit)
    const last = page.at(-1)
    return {
      rows: (await leveragedOf(tx, customer, page)).map((closing) => ({
        ...closing,
        number: lotNumberFor(closing.lot),
        name: nameOf(market, closing.listing, language),
        currency: currencyFor(closing.listing),
      })),
      cursor: last && closings.length > limit ? `${last.fill}.${last.lot}` : null,
    }
  }),

  onRead(readClosedTotals, async ({ tx, customer }, filter) => ({ rows: await sumClosings(tx, customer, filter) })),

  onFile(downloadClosed, { shut: countFile, handle: (context, filter) => fileOf(context, filter, market) }),
  backtestFile(market),
]

/** Closings with the leverage of their lots. Only a lot that something was financed of can have one. */
async function leveragedOf(tx: Tx, customer: CustomerId, closings: readonly Closing[]): Promise<LeveragedClosing[]> {
  const financed = closings.filter(({ repaid }) => repaid > 0n).map(({ lot }) => lot)
  const leverages = await listLeveragesOf(tx, customer, financed)
  return closings.map((closing) => ({ ...closing, leverage: leverages.get(closing.lot) ?? 1 }))
}

/** The place that a cursor names; null for an invalid cursor. */
function cursorFrom(cursor: string | undefined): ClosingCursor | null {
  const [fill, lot] = cursor?.split('.') ?? []
  const known = z.safeParse(z.tuple([FillId, LotId]), [fill, lot])
  return known.success ? { fill: known.data[0], lot: known.data[1] } : null
}

async function fileOf(
  { tx, house, customer, now, language }: FileContext,
  filter: InputOf<typeof downloadClosed>,
  market: Market,
) {
  const { displayName, phone } = await readCustomer(tx, customer)
  const newest = await leveragedOf(tx, customer, await listClosings(tx, customer, filter, 1))
  const pieces = closedCsvOf({
    customer: { id: customer, name: displayName, phone: maskedPhone(phone) },
    language,
    madeAt: now,
    source: { name: market.name, label: market.label },
    nameOf: (listing) => nameOf(market, listing, language),
    filter,
    totals: await sumClosings(tx, customer, filter),
    closings: closingsFrom(house.db, customer, filter, newest),
  })
  const day = new Date(now).toISOString().slice(0, 10)
  return { file: { name: `lonja-closed-${day}.csv`, type: 'text/csv; charset=utf-8', pieces } }
}

/** All closings of a filter from the newest on that its totals count, in pieces: closings never change. */
async function* closingsFrom(
  db: Db,
  customer: CustomerId,
  filter: ClosingsFilter,
  newest: readonly LeveragedClosing[],
): AsyncGenerator<readonly LeveragedClosing[]> {
  for (let piece = newest; piece.length > 0;) {
    yield piece
    const after = piece.at(-1)!
    piece = await db.read(async (tx) =>
      leveragedOf(tx, customer, await listClosings(tx, customer, { ...filter, after }, PIECE)),
    )
  }
}
