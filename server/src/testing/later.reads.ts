import type { CallName } from '@lonja/core/calls'

/** Reads whose answer does not depend on the market: texts, documents, links, and the house's facts about itself. */
export const NOT_OF_THE_MARKET = new Set<CallName>([
  ...(['listSessions', 'readProfile', 'listEntries', 'readPosting', 'listNotices', 'readNotice'] as const),
  ...(['readTerms', 'readSupportLink', 'readAbout', 'isWatched', 'listWatches', 'listWatchlists'] as const),
  ...(['listAlerts', 'listOrders', 'readOrder', 'listClosed', 'listNews', 'readNews', 'listOwnApplications'] as const),
  ...(['readSecondStep', 'readResetLink', 'listPayees', 'removePayeeByGet', 'readPicture', 'readKyc'] as const),
  ...(['readDepositWays', 'readCheckoutLink', 'listDeposits', 'readDeposit', 'downloadClosed'] as const),
  ...(['downloadRecords', 'downloadStatement', 'downloadEverything', 'readWithdrawalTerms', 'listDayRoots'] as const),
  ...(['readWithdrawal', 'readDocument', 'readReset', 'listOwnResets', 'readOrderLeaves', 'readDraw'] as const),
  ...(['listSeatFilters', 'listHouseCloseOuts', 'readOffer', 'listFirstDays', 'listLoans', 'readLoan'] as const),
  ...(['readWithdrawalFigures', 'readThread', 'listActivity', 'readActivityChain', 'readClosedTotals'] as const),
  ...(['readAction', 'listOwnActions', 'listActionFiles', 'readActionFile', 'listEvents', 'readEvent'] as const),
  ...(['readStartOver', 'readClosing', 'readPush', 'listRestricted', 'previewRestriction', 'listReversals'] as const),
  ...(['readOptionTerms', 'listOptions', 'readOption', 'listStrategies'] as const),
  ...(['listBacktests', 'readBacktest', 'listBacktestTrades'] as const),
  ...(['listRuns', 'readRun', 'listRunTrades', 'readRunResults'] as const),
  ...(['listBacktests', 'readBacktest', 'listBacktestTrades', 'listOwnStrategies', 'readOwnStrategy'] as const),
  ...(['checkOwnStrategy', 'readSharedStrategy'] as const),
  // The reads of staff: queues, identity documents, threads, the audit log, seats.
  ...(['listQueue', 'countQueues', 'exportQueue', 'listReasons', 'viewPicture', 'listThreads', 'listDebts'] as const),
  ...(['openThread', 'openAcceptedDocument', 'previewActions', 'readFirstSteps', 'listOffers', 'readHealth'] as const),
  ...(['readThreadPicture', 'readSeatLink', 'readSeat', 'listSeatSessions', 'listSeats', 'listAudit'] as const),
  ...(['checkAudit', 'readOwnHead', 'listCustomers', 'listHouseMessages', 'openCloseOut'] as const),
  ...(['listExposure', 'listExpiries'] as const),
  ...(['openCustomer', 'searchCustomers', 'exportAudit', 'listCustomerEntries', 'openCustomerPosting'] as const),
  ...(['listHouseAccounts', 'listHouseEntries', 'readHouseBatch', 'readRisk', 'listMarginLevels'] as const),
  ...(['readHouseDay', 'listAccountSources', 'listSetAnswers', 'listColleagues', 'previewReversal'] as const),
  ...(['countRecipients', 'listSessionsOfSeat', 'listInvitations', 'listBlockPurchases', 'listApplications'] as const),
  ...(['listHouseArticles', 'readHouseArticle', 'listBlockApplications', 'listRunningBlockOffers'] as const),
  ...(['listOfferDrafts', 'listHouseOffers', 'readOfferCalendar', 'listBlockOffers', 'readBlock'] as const),
])
