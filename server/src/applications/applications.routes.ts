import {
  APPLICATION_KINDS,
  listApplications,
  type ApplicationKind,
  type ApplicationStatus,
} from '@lonja/core/applications/applications.contract'
import {
  APPLICATIONS_PAGE,
  blockStatusFor,
  currencyOfMarket,
  joinLists,
  marketOf,
  statusFor,
  type ApplicationPlace,
} from '@lonja/core/applications/applications.rules'
import type { Currency } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { blockReview } from '@lonja/core/blocks/blocks.review'
import { heldOf } from '../blocks/blocks.actions.ts'
import { listBlocks, type ReviewedBlock } from '../blocks/blocks.store.ts'
import type { Tx } from '../database/db.ts'
import { placeIn } from '../door/cursors.ts'
import { onRead, type Route } from '../door/serve.ts'
import { ownReply, type Reader } from '../ipo/replies.actions.ts'
import { listOwn, type ListedApplication } from '../ipo/reading.store.ts'
import { nameOf } from '../market/market.replies.ts'
import type { Market } from '../market/market.quotes.ts'

type Row = ReplyOf<typeof listApplications>['rows'][number]

/** A page of a customer's applications of one product, as its store reads it. */
interface Slice {
  readonly filter: {
    readonly status: ApplicationStatus | null
    readonly currency: Currency | null
    readonly from: Instant | null
    readonly to: Instant | null
  }
  readonly behind: ApplicationPlace | null
  readonly most: number
  readonly now: Instant
  /** The market of the names, and the language of the reader. */
  readonly market: Market
  readonly language: Language
}

/** Each product with applications: those of a customer of that slice, newest first. */
const PRODUCTS: Readonly<Record<ApplicationKind, (tx: Tx, customer: CustomerId, slice: Slice) => Promise<Row[]>>> = {
  ipo: async (tx, customer, { filter, behind, most, ...reader }) =>
    (await listOwn(tx, customer, filter, behind, most)).map((view) => ipoRow(view, reader)),
  block: async (tx, customer, { filter, behind, most, ...reading }) =>
    (await listBlocks(tx, customer, filter, behind, most)).map((block) => blockRow(block, reading)),
}

/** The customer's applications for shares, of all products as one list. */
export const applicationsRoutes = (traded: Market): Route[] => [
  onRead(
    listApplications,
    async ({ tx, customer, now, language }, { cursor, limit = APPLICATIONS_PAGE, kind, market, status, from, to }) => {
      const currency = market ? currencyOfMarket(market) : null
      const filter = { status: status ?? null, currency, from: from ?? null, to: to ?? null }
      const slice: Slice = { filter, behind: placeIn(cursor), most: limit + 1, now, market: traded, language }
      const lists: Row[][] = []
      for (const product of kind ? [kind] : APPLICATION_KINDS) lists.push(await PRODUCTS[product](tx, customer, slice))
      const list = joinLists(lists, limit + 1)
      const rows = list.slice(0, limit)
      const last = rows.at(-1)
      return { rows, cursor: list.length > limit && last ? `${last.at}.${last.id}` : null }
    },
  ),
]

function ipoRow(view: ListedApplication, reader: Reader): Row {
  const { id, number, offer, company, listing, hold, at, state } = ownReply(view, reader)
  const facts = { id, number, offer, company, listing, market: marketOf(listing), amount: hold, at }
  return { kind: 'ipo', ...facts, status: statusFor(state), state }
}

function blockRow(block: ReviewedBlock, { market, language }: Pick<Slice, 'market' | 'language'>): Row {
  const { id, offer, listing, at, state } = block
  const company = nameOf(market, listing, language)
  const facts = { id, number: recordNumber(blockReview, id), offer, company, listing, market: marketOf(listing), at }
  return { kind: 'block', ...facts, amount: heldOf(block), status: blockStatusFor(state), state }
}
