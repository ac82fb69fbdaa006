import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { CALLS } from '@lonja/core/calls'
import { CHECKOUT, type Config } from './config/config.ts'
import { checkoutPages, type CheckoutHouse } from './deposits/deposits.pages.ts'
import type { DepositsOptions } from './deposits/deposits.routes.ts'
import { appFiles, staffFiles } from './door/files.ts'
import { openApiPages } from './door/openapi.ts'
import { pageFont } from './door/page.ts'
import { stoppedLineOf } from './market/market.pages.ts'
import type { OpenedMarket } from './market/market.opening.ts'
import type { Market } from './market/market.quotes.ts'
import { supportPages } from './support/support.routes.ts'

/** The page that confirms online deposits. */
export const checkoutPagesFor = (
  deposits: DepositsOptions,
  house: Pick<CheckoutHouse, 'db' | 'clock' | 'events'>,
): ((door: FastifyInstance) => void) =>
  checkoutPages({ ...deposits, ...house, stopped: stoppedLineOf(deposits.market) })

/**
 * The server's own pages besides the app: customer service, and the description of the calls for people and programs.
 */
export const housePages = (market: Market): ((door: FastifyInstance) => void)[] => [
  supportPages(stoppedLineOf(market)),
  openApiPages(CALLS, stoppedLineOf(market)),
]

/** The build of the console. */
export const STAFF_BUILD = join(CHECKOUT, 'staff', 'dist')

/** The house's own pages and, if the app is served, the app and the console. */
export const pagesOf = (app: string | null, opened: OpenedMarket, config: Pick<Config, 'off'>) => [
  ...housePages(opened.market),
  ...(app === null ? [] : [appFiles(app, factsOf(opened, config)), staffFiles(STAFF_BUILD), pageFont(app)]),
]

/** The facts for the app's first paint: the source of prices, the number of listings, and the products that are switched off. */
const factsOf = ({ market: { name, label, instruments } }: OpenedMarket, { off }: Pick<Config, 'off'>) => ({
  source: name,
  label,
  listings: String(instruments.length),
  off: [...off].join(' '),
})
