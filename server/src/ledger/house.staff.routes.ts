import { CURRENCIES, isCurrency, isListing, type Amount } from '@lonja/core/base/amount'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { houseDayFor } from '@lonja/core/ledger/days.rules'
import {
  listHouseAccounts,
  listHouseEntries,
  readHouseBatch,
  readHouseDay,
} from '@lonja/core/ledger/house.staff.contract'
import type { HouseAccount } from '@lonja/core/ledger/ledger.contract'
import { sumsOf, HOUSE_LINES_PAGE } from '@lonja/core/ledger/ledger.rules'
import * as z from 'zod/mini'
import { onStaffRead } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { sumCustomersSpan, sumHouseSpan } from './days.store.ts'
import { findHouseBatch, listHouseLines, sumHouseAccounts, type HouseEntry, type HousePlace } from './house.store.ts'

/** The house's own accounts, as staff read them. They name no customer, so reading them is no view. */
export const houseLedgerRoutes = (accounts: readonly HouseAccount[]): Route[] => [
  onStaffRead(listHouseAccounts, async ({ tx, now }) => ({
    rows: (await sumHouseAccounts(tx)).map(({ account, asset, units, lines }) => ({
      account,
      sum: { asset, units },
      lines,
    })),
    at: now,
  })),

  onStaffRead(listHouseEntries, async ({ tx }, { account, asset, from, to, cursor, limit = HOUSE_LINES_PAGE }) => {
    if (account !== undefined && !accounts.includes(account)) return { rows: [], cursor: null }
    const chosen = { account: account ?? null, asset: asset ?? null, from: from ?? null, to: to ?? null }
    const lines = await listHouseLines(tx, { ...chosen, after: placeOf(cursor, accounts) }, limit + 1)
    const page = lines.slice(0, limit)
    const last = page.at(-1)
    return {
      rows: page.map(lineOf),
      cursor: lines.length > limit && last ? [last.at, last.batch, last.account, last.asset].join('/') : null,
    }
  }),

  onStaffRead(readHouseBatch, async ({ tx }, { batch }) => {
    const lines = (await findHouseBatch(tx, batch)).map(lineOf)
    const [first] = lines
    if (!first) return refuse('not_found')
    const customers = sumsOf(lines).map(({ asset, units }): Amount => ({ asset, units: -units }))
    return { batch, at: first.at, lines, customers }
  }),

  onStaffRead(readHouseDay, async ({ tx, now }, span) => {
    const house = await sumHouseSpan(tx, span)
    const customersIn = await sumCustomersSpan(tx, span)
    const currencies = CURRENCIES.map((currency) => {
      const own = house.filter(({ asset }) => asset === currency)
      return houseDayFor(currency, own, customersIn(currency))
    })
    return { currencies, at: now }
  }),
]

const lineOf = ({ batch, account, asset, units, at }: HouseEntry) => ({ batch, account, change: { asset, units }, at })

/** The cursor of a page; null for an invalid cursor. */
function placeOf(cursor: string | undefined, accounts: readonly string[]): HousePlace | null {
  const [at = '', batch = '', account = '', asset = ''] = cursor?.split('/') ?? []
  const isPlace =
    /^\d{1,15}$/.test(at) &&
    z.safeParse(Id, batch).success &&
    accounts.includes(account) &&
    (isCurrency(asset) || isListing(asset))
  return isPlace ? { at: Number(at), batch, account, asset } : null
}
