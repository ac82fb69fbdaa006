import { loansCalls } from './loans/loans.contract.ts'
import { loansStaffCalls } from './loans/loans.staff.contract.ts'
import { optionsCalls } from './options/options.contract.ts'
import { runsCalls } from './strategies/runs.contract.ts'
import { ownStrategiesCalls } from './strategies/own.contract.ts'
import { strategiesCalls } from './strategies/strategies.contract.ts'
import { blocksStaffCalls } from './blocks/blocks.staff.contract.ts'
import { blockWithdrawalCalls } from './blocks/withdrawals.staff.contract.ts'
import { blocksCalls } from './blocks/blocks.contract.ts'
import { resetsCalls } from './resets/resets.contract.ts'
import { resetsStaffCalls } from './resets/resets.staff.contract.ts'
import { healthCalls } from './proof/health.staff.contract.ts'
import { leafCalls } from './proof/leaf.contract.ts'
import { proofCalls } from './proof/proof.contract.ts'
import { rootsCalls } from './proof/roots.contract.ts'
import { accountsCalls } from './accounts/accounts.contract.ts'
import { corporateCalls } from './corporate/corporate.contract.ts'
import { customersStaffCalls } from './customers/customers.staff.contract.ts'
import { entriesStaffCalls } from './customers/entries.staff.contract.ts'
import { sourcesStaffCalls } from './customers/sources.staff.contract.ts'
import { houseLedgerCalls } from './ledger/house.staff.contract.ts'
import { messagesCalls } from './notices/messages.staff.contract.ts'
import { invitationsCalls } from './accounts/invitations.staff.contract.ts'
import { articlesCalls } from './news/articles.staff.contract.ts'
import { actionFilesCalls } from './news/actions.contract.ts'
import { actionsStaffCalls } from './news/actions.staff.contract.ts'
import { publicationsCalls } from './news/publications.staff.contract.ts'
import { seatsCalls } from './staff/seats.staff.contract.ts'
import { auditCalls } from './audit/audit.contract.ts'
import { auditStaffCalls } from './audit/audit.staff.contract.ts'
import { auditHeadCalls } from './audit/head.contract.ts'
import { depositsCalls } from './deposits/deposits.contract.ts'
import { depositsStaffCalls } from './deposits/deposits.staff.contract.ts'
import { documentsCalls } from './documents/documents.contract.ts'
import { documentsStaffCalls } from './documents/documents.staff.contract.ts'
import { secondStepCalls } from './accounts/second-step.contract.ts'
import { companyCalls } from './discover/company.contract.ts'
import { discoverCalls } from './discover/discover.contract.ts'
import { firstStepsCalls } from './discover/first-steps.contract.ts'
import { eventsCalls } from './ledger/events.contract.ts'
import { applicationsCalls } from './applications/applications.contract.ts'
import { calendarStaffCalls } from './ipo/calendar.staff.contract.ts'
import { offersStaffCalls } from './ipo/offers.staff.contract.ts'
import { firstDayCalls } from './ipo/firstdays.contract.ts'
import { ipoCalls } from './ipo/ipo.contract.ts'
import { ledgerCalls } from './ledger/ledger.contract.ts'
import { marginCalls } from './margin/margin.contract.ts'
import { marketCalls } from './market/market.contract.ts'
import { newsCalls } from './news/news.contract.ts'
import { noticesCalls } from './notices/notices.contract.ts'
import { pushCalls } from './notices/push.contract.ts'
import { feesCalls } from './orders/fees.contract.ts'
import { ordersCalls } from './orders/orders.contract.ts'
import { nearestCalls } from './orders/nearest.contract.ts'
import { storyCalls } from './orders/story.contract.ts'
import { replacingCalls } from './orders/replacing.contract.ts'
import { payeesCalls } from './payees/payees.contract.ts'
import { kycCalls } from './kyc/kyc.contract.ts'
import { kycStaffCalls } from './kyc/kyc.staff.contract.ts'
import { picturesStaffCalls } from './pictures/pictures.staff.contract.ts'
import { picturesCalls } from './pictures/pictures.contract.ts'
import { reviewStaffCalls } from './reviews.contract.ts'
import { closedCalls } from './portfolio/closed.contract.ts'
import { recordsCalls } from './portfolio/records.contract.ts'
import { resultsCalls } from './portfolio/results.contract.ts'
import { portfolioCalls } from './portfolio/portfolio.contract.ts'
import { salesCalls } from './portfolio/sales.contract.ts'
import { staffCalls } from './staff/staff.contract.ts'
import { statementsCalls } from './portfolio/statements.contract.ts'
import { supportCalls } from './support/support.contract.ts'
import { leavingCalls } from './leaving.contract.ts'
import { withdrawalsCalls } from './withdrawals/withdrawals.contract.ts'
import { reversalsCalls } from './reversals/reversals.contract.ts'
import { reversalsStaffCalls } from './reversals/reversals.staff.contract.ts'
import { restrictionsStaffCalls } from './restrictions/restrictions.staff.contract.ts'
import { riskStaffCalls } from './risk/risk.staff.contract.ts'
import { withdrawalsStaffCalls } from './withdrawals/withdrawals.staff.contract.ts'
import { filtersStaffCalls } from './review/filters.staff.contract.ts'
import { supportStaffCalls } from './support/support.staff.contract.ts'
import { threadCalls } from './support/thread.contract.ts'
import { alertsCalls } from './watchlist/alerts.contract.ts'
import { watchlistCalls } from './watchlist/watchlist.contract.ts'

/**
 * Every call of the house by its name. The routes, the typed client, the OpenAPI description, the access matrix and the
 * fuzz test are made from it.
 */
export const CALLS = {
  ...accountsCalls,
  ...secondStepCalls,
  ...ledgerCalls,
  ...eventsCalls,
  ...marketCalls,
  ...noticesCalls,
  ...pushCalls,
  ...newsCalls,
  ...watchlistCalls,
  ...alertsCalls,
  ...ordersCalls,
  ...storyCalls,
  ...nearestCalls,
  ...feesCalls,
  ...replacingCalls,
  ...discoverCalls,
  ...companyCalls,
  ...firstStepsCalls,
  ...portfolioCalls,
  ...recordsCalls,
  ...resultsCalls,
  ...corporateCalls,
  ...marginCalls,
  ...closedCalls,
  ...salesCalls,
  ...payeesCalls,
  ...depositsCalls,
  ...depositsStaffCalls,
  ...reversalsCalls,
  ...reversalsStaffCalls,
  ...picturesCalls,
  ...documentsCalls,
  ...documentsStaffCalls,
  ...statementsCalls,
  ...leavingCalls,
  ...reviewStaffCalls,
  ...withdrawalsCalls,
  ...withdrawalsStaffCalls,
  ...ipoCalls,
  ...firstDayCalls,
  ...applicationsCalls,
  ...picturesStaffCalls,
  ...kycCalls,
  ...kycStaffCalls,
  ...supportCalls,
  ...threadCalls,
  ...supportStaffCalls,
  ...filtersStaffCalls,
  ...proofCalls,
  ...leafCalls,
  ...rootsCalls,
  ...staffCalls,
  ...auditCalls,
  ...auditStaffCalls,
  ...auditHeadCalls,
  ...resetsCalls,
  ...resetsStaffCalls,
  ...restrictionsStaffCalls,
  ...customersStaffCalls,
  ...entriesStaffCalls,
  ...sourcesStaffCalls,
  ...riskStaffCalls,
  ...houseLedgerCalls,
  ...messagesCalls,
  ...seatsCalls,
  ...invitationsCalls,
  ...articlesCalls,
  ...publicationsCalls,
  ...offersStaffCalls,
  ...calendarStaffCalls,
  ...actionFilesCalls,
  ...actionsStaffCalls,
  ...healthCalls,
  ...blocksCalls,
  ...blocksStaffCalls,
  ...blockWithdrawalCalls,
  ...loansCalls,
  ...loansStaffCalls,
  ...optionsCalls,
  ...strategiesCalls,
  ...runsCalls,
  ...ownStrategiesCalls,
} as const

export type CallName = keyof typeof CALLS
