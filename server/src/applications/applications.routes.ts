import {
  APPLICATION_KINDS,
  listApplications,
  type ApplicationKind,
  type ApplicationStatus,
} from '@lonja/core/applications/applications.contract'
import {
  APPLICATIONS_PAGE,
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
import type { Tx } from '../database/db.ts'
import { onRead, type Route } from '../door/serve.ts'
import { ownReply, placeIn } from '../ipo/replies.actions.ts'
import { listOwn, type ApplicationView } from '../ipo/reading.store.ts'

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
}

/** Each product with applications: those of a customer of that slice, newest first. */
const PRODUCTS: Readonly<Record<ApplicationKind, (tx: Tx, customer: CustomerId, slice: Slice) => Promise<Row[]>>> = {
  ipo: async (tx, customer, { filter, behind, most, now }) =>
    (await listOwn(tx, customer, filter, behind, most)).map((view) => ipoRow(view, now)),
}

/** The customer's applications for shares, of all products as one list. */
export const applicationsRoutes: Route[] = [
  onRead(
    listApplications,
    async ({ tx, customer, now }, { cursor, limit = APPLICATIONS_PAGE, kind, market, status, from, to }) => {
      const currency = market ? currencyOfMarket(market) : null
      const filter = { status: status ?? null, currency, from: from ?? null, to: to ?? null }
      const slice: Slice = { filter, behind: placeIn(cursor), most: limit + 1, now }
      const lists: Row[][] = []
      for (const product of kind ? [kind] : APPLICATION_KINDS) lists.push(await PRODUCTS[product](tx, customer, slice))
      const list = joinLists(lists, limit + 1)
      const rows = list.slice(0, limit)
      const last = rows.at(-1)
      return { rows, cursor: list.length > limit && last ? `${last.at}.${last.id}` : null }
    },
  ),
]

function ipoRow(view: ApplicationView, now: Instant): Row {
  const { id, number, offer, company, listing, hold, at, state } = ownReply(view, now)
  const facts = { id, number, offer, company, listing, market: marketOf(listing), amount: hold, at }
  return { kind: 'ipo', ...facts, status: statusFor(state), state }
}
