import type { Amount } from '@lonja/core/base/amount'
import { blocksStaffRoutes } from './blocks/blocks.staff.routes.ts'
import { blocksRoutes } from './blocks/blocks.routes.ts'
import { withdrawalsRoutes as blockWithdrawalRoutes } from './blocks/withdrawals.routes.ts'
import { plainPhone } from '@lonja/core/accounts/accounts.rules'
import { CALLS } from '@lonja/core/calls'
import { ACTS, CAUSE_KINDS, CAUSE_OF_GROUP, HOUSE_ACCOUNTS, PICTURES, REVIEW_KINDS, VIEWS } from '@lonja/core/lists'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { applicationsRoutes } from './applications/applications.routes.ts'
import { headsFile } from './audit/audit.jobs.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { auditExportRoutes } from './audit/export.routes.ts'
import { signingKeyOf } from './audit/audit.signing.ts'
import { secondStepRoutes } from './accounts/second-step.routes.ts'
import type { Config } from './config/config.ts'
import type { Call } from '@lonja/core/base/contract'
import { checkRoutes } from './door/door.ts'
import type { Route } from './door/serve.ts'
import type { Vitals } from './jobs/vitals.ts'
import { depositsRoutes } from './deposits/deposits.routes.ts'
import { depositsStaffRoutes } from './deposits/staff.routes.ts'
import { corporateRoutes } from './corporate/corporate.routes.ts'
import { loansRoutes } from './loans/loans.routes.ts'
import { loansStaffRoutes } from './loans/loans.staff.routes.ts'
import { marginRoutes } from './margin/margin.routes.ts'
import { companyRoutes } from './discover/company.routes.ts'
import { causesOf } from './customers/causes.actions.ts'
import { customersRoutes } from './customers/customers.routes.ts'
import { entriesRoutes } from './customers/entries.routes.ts'
import { searchRoutes } from './customers/search.routes.ts'
import { sourcesRoutes } from './customers/sources.routes.ts'
import { documentsRoutes } from './documents/documents.routes.ts'
import { documentsStaffRoutes } from './documents/documents.staff.routes.ts'
import type { Documents } from './documents/documents.files.ts'
import { discoverRoutes } from './discover/discover.routes.ts'
import { firstStepsRoutes } from './discover/first-steps.routes.ts'
import { houseLedgerRoutes } from './ledger/house.staff.routes.ts'
import type { CausesOf } from './ledger/ledger.replies.ts'
import { eventsRoutes } from './ledger/events.routes.ts'
import { ledgerRoutes } from './ledger/ledger.routes.ts'
import { marketRoutes } from './market/market.routes.ts'
import type { OpenedMarket } from './market/market.opening.ts'
import { actionFilesRoutes } from './news/action-files.routes.ts'
import type { ActionFileParts } from './news/action-files.actions.ts'
import { articlesRoutes } from './news/articles.routes.ts'
import { publicationsRoutes } from './news/publications.routes.ts'
import { newsRoutes } from './news/news.routes.ts'
import { noticesRoutes } from './notices/notices.routes.ts'
import { pushRoutes, type PushOptions } from './notices/push.routes.ts'
import type { TradingParts } from './orders/orders.actions.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { listingsOf } from './orders/causes.store.ts'
import { countOrders } from './orders/placed.store.ts'
import { payeesRoutes } from './payees/payees.routes.ts'
import { kycRoutes } from './kyc/kyc.routes.ts'
import { kycStaffRoutes } from './kyc/kyc.staff.routes.ts'
import { findVerifiedName } from './kyc/kyc.store.ts'
import { picturesStaffRoutes } from './pictures/pictures.staff.routes.ts'
import { picturesRoutes } from './pictures/pictures.routes.ts'
import type { WrappingKey } from './pictures/seal.ts'
import { leavingRoutes } from './portfolio/leaving.routes.ts'
import { optionsRoutes } from './options/options.routes.ts'
import { runsRoutes } from './strategies/runs.routes.ts'
import { ownRoutes } from './strategies/own.routes.ts'
import type { RunSandbox } from './strategies/sandbox.thread.ts'
import { strategiesRoutes } from './strategies/strategies.routes.ts'
import { closedRoutes } from './portfolio/closed.routes.ts'
import { portfolioRoutes } from './portfolio/portfolio.routes.ts'
import { messagesRoutes } from './accounts/messages.routes.ts'
import { changesRoutes } from './staff/changes.routes.ts'
import { seatsRoutes } from './staff/seats.routes.ts'
import { findCustomerByPhone, findCustomersNumbered } from './accounts/accounts.store.ts'
import { findSeatNumbered, findSeatNumbers } from './staff/seats.store.ts'
import { calendarRoutes } from './ipo/calendar.routes.ts'
import { firstDayRoutes } from './ipo/firstdays.routes.ts'
import { ipoRoutes } from './ipo/ipo.routes.ts'
import { offersRoutes } from './ipo/offers.routes.ts'
import { houseOf } from './ipo/practice.actions.ts'
import { invitationsRoutes } from './accounts/invitations.routes.ts'
import { LEAVING } from './leaving.ts'
import { depositsOf, queuesOf, withdrawalsOf, wordbookOf } from './dependencies.ts'
import { keyFor, type HouseSecret } from './secrets/secret.ts'
import { recordsRoutes } from './portfolio/records.routes.ts'
import { resultsRoutes } from './portfolio/results.routes.ts'
import { salesRoutes } from './portfolio/sales.routes.ts'
import { statementsRoutes } from './portfolio/statements.routes.ts'
import { resetsRoutes } from './resets/resets.routes.ts'
import { resetsStaffRoutes } from './resets/resets.staff.routes.ts'
import { reversalsRoutes } from './reversals/reversals.routes.ts'
import { reversalsStaffRoutes } from './reversals/staff.routes.ts'
import { restrictionsRoutes } from './restrictions/restrictions.routes.ts'
import { riskRoutes } from './risk/risk.routes.ts'
import type { Reviews } from './review/review.frame.ts'
import { queueExportRoutes } from './review/export.routes.ts'
import type { Queues } from './review/queue.actions.ts'
import { filtersRoutes } from './review/filters.routes.ts'
import { queueRoutes } from './review/queue.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import type { Market } from './market/market.quotes.ts'
import type { OpenRelays } from './ipo/relays.actions.ts'
import { healthRoutes } from './proof/health.routes.ts'
import { leafRoutes } from './proof/leaf.routes.ts'
import { proofRoutes } from './proof/proof.routes.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { supportRoutes } from './support/support.routes.ts'
import { notesRoutes } from './support/notes.routes.ts'
import { supportStaffRoutes } from './support/support.staff.routes.ts'
import { threadRoutes } from './support/thread.routes.ts'
import { alertsRoutes } from './watchlist/alerts.routes.ts'
import { withdrawalFiguresRoutes } from './withdrawals/figures.routes.ts'
import { withdrawalsStaffRoutes } from './withdrawals/staff.routes.ts'
import { eurCentsOf, recallApproved } from './withdrawals/withdrawals.actions.ts'
import { withdrawalsRoutes } from './withdrawals/withdrawals.routes.ts'
import { countUnsent, countUses } from './withdrawals/withdrawals.store.ts'
import { watchlistRoutes } from './watchlist/watchlist.routes.ts'
import { findWatches } from './watchlist/watchlist.store.ts'

type CallSetting =
  'startingGrant' | 'kefuUrl' | 'payeeWaitMs' | 'depositXpub' | 'withdrawalMinimum' | 'withdrawalSendMs' | 'review' | 'drandRelays' | 'off' // prettier-ignore

export interface RoutesOptions {
  readonly config: Pick<Config, CallSetting>
  readonly opened: OpenedMarket
  readonly trading: TradingParts
  readonly picturesKey: WrappingKey
  readonly documents: Documents
  readonly secret: HouseSecret
  /** The data folder. */
  readonly folder: string
  readonly push: PushOptions
  readonly vitals: Vitals
  readonly relays: Pick<OpenRelays, 'states'>
  /** Runs customers' texts; a test runs them in its own thread. */
  readonly runSandbox?: RunSandbox
}

/** All calls of the house with their routes. A call without a route stops the house when it opens. */
export function routesFor(options: RoutesOptions): Route[] {
  const { config, opened, trading, secret, picturesKey, push, documents } = options
  const { market, db } = trading
  const withdrawals = withdrawalsOf(config, market)
  const codesKey = keyFor(secret, 'customer codes')
  const reviews: Reviews = { settings: config.review, names: { kinds: REVIEW_KINDS, listingsOf } }
  const causes = causesOf({ causes: CAUSE_KINDS, reviews: REVIEW_KINDS })
  const pictures = { key: picturesKey, uses: PICTURES }
  const routes = [
    ...accountsRoutes({ grant: config.startingGrant, codesKey }),
    ...secondStepRoutes(codesKey),
    ...[ledgerRoutes, eventsRoutes].flatMap((routesOf) => routesOf({ causesOf: causes, causeOfGroup: CAUSE_OF_GROUP })),
    ...noticesRoutes(wordbookOf(market)),
    ...pushRoutes(push),
    ...newsRoutes(market),
    ...articlesRoutes(market, reviews),
    ...marketRoutes(market),
    ...ordersRoutes(trading),
    ...watchlistRoutes(market),
    ...alertsRoutes(market),
    ...payeesRoutes(config.payeeWaitMs, { usesOf: countUses, verifiedNameOf: findVerifiedName }, codesKey),
    ...depositsRoutes(depositsOf(config, market, secret)),
    ...depositsStaffRoutes(reviews),
    ...reversalRoutesFor(reviews, market),
    ...withdrawalsRoutes(withdrawals, codesKey),
    ...withdrawalFiguresRoutes(withdrawals.settings),
    ...withdrawalsStaffRoutes(reviews, withdrawals),
    ...applicationsRoutes(market),
    ...offerRoutesFor(options, reviews),
    ...queueRoutesFor(queuesOf(market, config.review)),
    ...picturesRoutes(picturesKey),
    ...picturesStaffRoutes(pictures),
    ...documentsRoutes(documents),
    ...documentsStaffRoutes(documents),
    ...kycRoutes({ key: picturesKey, dueMs: config.review.dueMs }),
    ...kycStaffRoutes(reviews, picturesKey),
    ...publicationRoutesFor(reviews, opened),
    ...supportRoutes(config),
    ...threadRoutes(VIEWS),
    ...supportStaffRoutes(pictures, VIEWS, REVIEW_KINDS),
    ...notesRoutes,
    ...companyRoutes(market),
    ...firstStepsRoutes(market),
    ...discoverRoutes(market, (after, until) => db.read((tx) => countOrders(tx, after, until)), findWatches),
    ...[corporateRoutes, marginRoutes].flatMap((routesOf) => routesOf(market)),
    ...portfolioRoutesFor(trading),
    ...leavingRoutes({ ...LEAVING, grant: config.startingGrant, codesKey, trading }),
    ...leafRoutes(secret),
    ...proofRoutes(opened, { grant: config.startingGrant, fees: trading.fees, off: config.off, secret }),
    ...blockRoutesFor(reviews, trading),
    ...loanRoutesFor(options, reviews),
    ...[optionsRoutes({ market }), strategyRoutesFor(options)].flat(),
    ...deskRoutesFor(options, { causes, reviews }),
  ]
  checkRoutes(routes, CALLS)
  return routes
}

/** Positions and records of a customer, from the orders and the ledger. */
const portfolioRoutesFor = ({ market, fees }: TradingParts): Route[] => [
  ...portfolioRoutes(market),
  ...recordsRoutes(market),
  ...resultsRoutes(market),
  ...closedRoutes(market),
  ...salesRoutes(market, fees),
  ...statementsRoutes(market),
]

/** Publications, with the files of corporate actions that the market of a live feed reads. */
function publicationRoutesFor(reviews: Reviews, { market, feed }: OpenedMarket): Route[] {
  // A round of the feed reads what this one could not.
  const announced = () => void feed?.announced.refresh().catch(() => {})
  const parts: ActionFileParts = { market, settings: reviews.settings, announced }
  return [...publicationsRoutes(reviews, parts), ...actionFilesRoutes(parts)]
}

/** The offers that operations make, and the calendar of all. */
function offerRoutesFor({ config, opened, trading }: RoutesOptions, reviews: Reviews): Route[] {
  const { market, opening } = opened
  const house = houseOf(opening, config.drandRelays)
  return [
    ...firstDayRoutes({ market: trading.market }),
    ...ipoRoutes({ market: trading.market, hasOffers: opening.practice !== null }),
    ...offersRoutes(reviews, { house, market, settings: reviews.settings }),
    ...calendarRoutes({ house, market }),
  ]
}

const reversalRoutesFor = (reviews: Reviews, market: Market): Route[] => [
  ...reversalsRoutes,
  ...reversalsStaffRoutes({
    reviews,
    wordbook: wordbookOf(market),
    countUnsent,
    recallApproved,
    eurCentsOf: (amount) => eurCentsOf(amount, market.rate()?.rate ?? null),
  }),
]

function blockRoutesFor(reviews: Reviews, { market, fees }: TradingParts): Route[] {
  const worth = (amount: Amount) => eurCentsOf(amount, market.rate()?.rate ?? null)
  const parts = { market, fees, settings: reviews.settings, eurCentsOf: worth }
  return [...blocksRoutes(parts), ...blocksStaffRoutes(reviews, parts), ...blockWithdrawalRoutes(reviews, parts)]
}

/** Strategies of the house and of customers, and their runs. */
function strategyRoutesFor({ config, trading, runSandbox }: RoutesOptions): Route[] {
  const parts = { market: trading.market, fees: trading.fees, isOn: !config.off.has('strategies') }
  return [...strategiesRoutes(parts), ...runsRoutes(trading), ...ownRoutes(parts, runSandbox)]
}

function loanRoutesFor({ config, trading, picturesKey: key, documents }: RoutesOptions, reviews: Reviews): Route[] {
  const parts = { market: trading.market, settings: config.review, key }
  return [...loansRoutes(parts, documents), ...loansStaffRoutes(reviews, parts)]
}

/** The numbers by which the audit log is filtered. */
const NUMBERED = { seat: findSeatNumbered, customers: findCustomersNumbered }

/** The calls of the console that belong to no queue. */
const deskRoutesFor = (
  { config, opened, trading, secret, folder, vitals, relays }: RoutesOptions,
  { causes, reviews }: { readonly causes: CausesOf; readonly reviews: Reviews },
): Route[] => [
  ...healthRoutes({ vitals, opened, lane: trading.lane, relays, folder, heads: headsFile(folder) }),
  ...resetsRoutes({ key: keyFor(secret, 'resets'), trading }),
  ...resetsStaffRoutes(reviews),
  ...restrictionsRoutes({ trading, reviews, wordbook: wordbookOf(trading.market) }),
  ...customersRoutes({ market: trading.market, attemptsKey: keyFor(secret, 'attempts') }),
  ...searchRoutes(REVIEW_KINDS),
  ...entriesRoutes(causes),
  ...sourcesRoutes({ causes: CAUSE_KINDS, reviews: REVIEW_KINDS }),
  ...riskRoutes(trading.market),
  ...houseLedgerRoutes(HOUSE_ACCOUNTS),
  ...messagesRoutes(findSeatNumbers),
  ...invitationsRoutes(findSeatNumbers),
  ...seatsRoutes(config.review),
  ...changesRoutes,
  ...auditRoutes({ key: signingKeyOf(secret), file: headsFile(folder) }, ACTS, NUMBERED),
  ...auditExportRoutes(NUMBERED),
  ...staffRoutes({
    codesKey: keyFor(secret, 'seat codes'),
    findCustomerOf: async (tx, phone) => (await findCustomerByPhone(tx, plainPhone(phone)))?.id ?? null,
  }),
]

/** The names of the calls, for the log and the metrics. */
export const CALL_NAMES: ReadonlyMap<Call, string> = new Map(
  Object.entries(CALLS).map(([name, call]): [Call, string] => [call, name]),
)

/** The calls on the queues of all kinds. */
const queueRoutesFor = (queues: Queues): Route[] => [
  ...reviewRoutes(queues),
  ...queueRoutes(queues),
  ...filtersRoutes,
  ...queueExportRoutes(queues),
]
