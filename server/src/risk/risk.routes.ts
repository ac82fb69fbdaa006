import { accountOf } from '@lonja/core/accounts/search.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { CustomerId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { customerNumber } from '@lonja/core/base/numbers'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { levelOf } from '@lonja/core/margin/judging.rules'
import { expiriesOf } from '@lonja/core/risk/expiries.rules'
import {
  byLevel,
  exposureOf,
  isFallenTo,
  lossToCloseOut,
  RISK_PAGE,
  type RiskAccount,
  type RiskPlace,
} from '@lonja/core/risk/risk.rules'
import {
  listExpiries,
  listExposure,
  listHouseCloseOuts,
  listMarginLevels,
  openCloseOut,
  readRisk,
} from '@lonja/core/risk/risk.staff.contract'
import * as z from 'zod/mini'
import { findCustomer, findCustomersNumbered } from '../accounts/accounts.store.ts'
import { cacheFor, type CachedValue } from '../base/cache.ts'
import { recordView } from '../customers/customers.actions.ts'
import type { Tx } from '../database/db.ts'
import { onStaffRead, onStaffView } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { findLastNight, sumChargesOf } from '../interest/interest.store.ts'
import { findCloseOut, listCloseOutRows, type CloseOut } from '../margin/closeouts.store.ts'
import { sumForgiven } from '../margin/settlements.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { sumOpenOptions } from '../options/exposure.store.ts'
import { listHeldByAll } from '../orders/exposure.store.ts'
import { closeOutReply } from './closeouts.replies.ts'
import { riskNow, type RiskNow } from './risk.actions.ts'

/** The time for which the accounts are cached: the page reads its sums and its list at once, and its list page by page. */
const KEPT_MS = 5 * SECOND

type Now = (tx: Tx, now: number) => CachedValue<RiskNow>

/** The console's page of risk. Nothing here writes but the view of the customer whose close-out is opened. */
export function riskRoutes(market: Market): Route[] {
  const cached = cacheFor<RiskNow>(KEPT_MS)
  const riskAt: Now = (tx, now) => cached(now, () => riskNow(tx, market))
  return [
    houseRoute(riskAt),
    levelsRoute(riskAt),
    closeOutsRoute,
    closeOutRoute(market),
    exposureRoute(market),
    expiriesRoute,
  ]
}

const houseRoute = (riskAt: Now): Route =>
  onStaffRead(readRisk, async ({ tx, now }) => {
    const { at, value } = riskAt(tx, now)
    const { accounts, financed, used } = await value
    const countOf = (level: Parameters<typeof isFallenTo>[1]): number =>
      accounts.filter((account) => isFallenTo(account, level)).length
    const night = await findLastNight(tx)
    return {
      at,
      accounts: accounts.length,
      fallen: { full: countOf('full'), near: countOf('near'), closeOut: countOf('closeOut') },
      unjudged: accounts.filter(({ standing }) => standing === null).length,
      financed: [...financed],
      used: [...used],
      night: night && { at: night.at, interest: await sumChargesOf(tx, night.day) },
      forgiven: await sumForgiven(tx),
    }
  })

const levelsRoute = (riskAt: Now): Route =>
  onStaffRead(listMarginLevels, async ({ tx, now }, { find, fallen, cursor, limit = RISK_PAGE }) => {
    const { at, value } = riskAt(tx, now)
    const searched = find === undefined ? null : await customersOf(tx, find)
    const place = placeIn(cursor)
    const accounts = (await value).accounts
      .filter((account) => searched === null || searched.includes(account.customer))
      .filter((account) => fallen === undefined || isFallenTo(account, fallen))
      .filter((account) => place === null || byLevel(account, place) > 0)
    const page = accounts.slice(0, limit)
    const last = page.at(-1)
    return {
      at,
      rows: page.map(levelRow),
      cursor: accounts.length > limit && last ? `${last.level ?? NO_LEVEL}.${last.customer}` : null,
    }
  })

const levelRow = ({ customer, standing, level }: RiskAccount): ReplyOf<typeof listMarginLevels>['rows'][number] => ({
  customer,
  number: customerNumber(customer),
  standing: standing && { ...standing, toCloseOut: lossToCloseOut(standing) },
  level,
})

const NO_LEVEL = 'none'

/** The cursor of a page of accounts; null for an invalid cursor. */
function placeIn(cursor: string | undefined): RiskPlace | null {
  const [level = '', id] = cursor?.split('.') ?? []
  const known = z.safeParse(CustomerId, id)
  if (!known.success || !/^(-?\d{1,30}|none)$/.test(level)) return null
  return { level: level === NO_LEVEL ? null : BigInt(level), customer: known.data }
}

/** The customers whom a text names by a whole account number or a whole id; none for any other text. */
async function customersOf(tx: Tx, find: string): Promise<readonly CustomerId[]> {
  const account = accountOf(find)
  if (account === null) return []
  if ('number' in account) return findCustomersNumbered(tx, account.number)
  const id = z.safeParse(CustomerId, account.id)
  return id.success ? [id.data] : []
}

const closeOutsRoute: Route = onStaffRead(listHouseCloseOuts, async ({ tx }, { find, cursor, limit = RISK_PAGE }) => {
  const customers = find === undefined ? null : await customersOf(tx, find)
  const after = z.safeParse(Id, cursor)
  const closeOuts = await listCloseOutRows(tx, customers, after.success ? after.data : null, limit + 1)
  const page = closeOuts.slice(0, limit)
  return { rows: page.map(closeOutRow), cursor: closeOuts.length > limit ? (page.at(-1)?.id ?? null) : null }
})

const closeOutRow = (closeOut: CloseOut): ReplyOf<typeof listHouseCloseOuts>['rows'][number] => {
  const { id, customer, minute, madeAt, currency, equity, used, usedOpen, financed } = closeOut
  return {
    id, customer, number: customerNumber(customer), minute, at: madeAt, currency, equity, used, usedOpen, financed,
    level: levelOf({ equity, used: usedOpen }),
  } // prettier-ignore
}

const closeOutRoute = (market: Market): Route =>
  onStaffView(openCloseOut, {
    customerOf: (_tx, { customer }) => customer,
    handle: async (context, { customer, id }) => {
      const { tx, language } = context
      if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
      const closeOut = await findCloseOut(tx, customer, id)
      if (!closeOut) return refuse('unknown_close_out')
      await recordView(context, customer, 'viewed_close_out')
      const parts = await closeOutReply(tx, closeOut, (listing) => nameOf(market, listing, language))
      return { ...closeOutRow(closeOut), ...parts }
    },
  })

const exposureRoute = (market: Market): Route =>
  onStaffRead(listExposure, async ({ tx, now, language }) => {
    const held = exposureOf(await listHeldByAll(tx), market.last, market.rate()?.rate ?? null)
    return {
      at: now,
      rows: held.map(({ cost: _cost, ...row }) => ({ ...row, name: nameOf(market, row.listing, language) })),
    }
  })

const expiriesRoute: Route = onStaffRead(listExpiries, async ({ tx, now }) => ({
  at: now,
  rows: expiriesOf(await sumOpenOptions(tx)),
}))
