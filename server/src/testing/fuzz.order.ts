import type { CallName } from '@lonja/core/calls'

/**
 * Calls that need the result of another call are made three times as often. Otherwise chance could accept too few of
 * them.
 */
export const RARE: readonly CallName[] = [
  ...(['submitWithdrawal', 'openWithdrawal', 'decideWithdrawal', 'cancelWithdrawal', 'letGoReview'] as const),
  ...(['submitKyc', 'openKyc', 'decideKyc', 'openDeposit', 'decideDeposit', 'removeSecondStep'] as const),
  ...(['addWallet', 'removePayee', 'removePayeeByGet', 'moveWatch'] as const),
]

/** The calls that prepare the things that a call needs. */
export const LEADS_TO: Readonly<Partial<Record<CallName, readonly CallName[]>>> = {
  cancelOrder: ['placeOrder'],
  liftRestriction: ['restrictAccount'],
  endAccessWait: ['setTradingPassword'],
  cancelWithdrawal: ['submitWithdrawal'],
  readBlock: ['applyForBlock'],
  cancelBlock: ['applyForBlock'],
  changeApplication: ['subscribeToOffer'],
  withdrawApplication: ['subscribeToOffer'],
  openWithdrawal: ['submitWithdrawal'],
  decideWithdrawal: ['submitWithdrawal', 'openWithdrawal'],
  letGoReview: ['submitWithdrawal', 'openWithdrawal'],
  openDeposit: ['submitDeposit'],
  decideDeposit: ['submitDeposit', 'openDeposit'],
  openKyc: ['submitKyc'],
  decideKyc: ['submitKyc', 'openKyc'],
  removePayee: ['addWallet'],
  removePayeeByGet: ['addWallet'],
}

/** Calls that hash a password are slow, so most of them are sent damaged. */
export const SLOW: readonly CallName[] = [
  'beginSecondStep',
  'resetPassword',
  'register',
  'logIn',
  'changeLoginPassword',
  'setTradingPassword',
  'startOver',
  'closeAccount',
  'claimSeat',
  'signInSeat',
]

/** Calls that are accepted with a secret or a second person that noise does not have, each with the suite that shows it. */
export const ACCEPTED_ELSEWHERE: Readonly<Partial<Record<CallName, string>>> = {
  finishReset: 'server/src/resets/resets.test.ts',
  replaceOrder: 'server/src/orders/replacing.test.ts',
  readAction: 'server/src/corporate/corporate.routes.test.ts',
  readActionFile: 'server/src/news/action-files.test.ts',
  disownReset: 'server/src/resets/resets.test.ts',
  findReset: 'server/src/resets/resets.test.ts',
  openReset: 'server/src/resets/resets.test.ts',
  decideReset: 'server/src/resets/resets.test.ts',
  confirmSeat: 'server/src/staff/changes.test.ts',
  decidePublication: 'server/src/news/publications.test.ts',
  readOption: 'server/src/options/options.test.ts',
  sellOption: 'server/src/options/options.test.ts',
  startBacktest: 'server/src/strategies/strategies.test.ts',
  readBacktest: 'server/src/strategies/strategies.test.ts',
  listBacktestTrades: 'server/src/strategies/strategies.test.ts',
  downloadBacktest: 'server/src/strategies/strategies.test.ts',
  removeBacktest: 'server/src/strategies/strategies.test.ts',
  readRun: 'server/src/strategies/runs.test.ts',
  listRunTrades: 'server/src/strategies/runs.test.ts',
  pauseRun: 'server/src/strategies/runs.test.ts',
  resumeRun: 'server/src/strategies/runs.test.ts',
  stopRun: 'server/src/strategies/runs.test.ts',
  readOwnStrategy: 'server/src/strategies/own.test.ts',
  shareOwnStrategy: 'server/src/strategies/own.test.ts',
  unshareOwnStrategy: 'server/src/strategies/own.test.ts',
  readSharedStrategy: 'server/src/strategies/own.test.ts',
  startOwnBacktest: 'server/src/strategies/own.test.ts',
  startOwnRun: 'server/src/strategies/own.runs.test.ts',
  removeOwnStrategy: 'server/src/strategies/own.test.ts',
  openBlock: 'server/src/blocks/blocks.test.ts',
  openBlockOffer: 'server/src/blocks/blocks.test.ts',
  decideBlockOffer: 'server/src/blocks/blocks.test.ts',
  proposeBlockWithdrawal: 'server/src/blocks/withdrawals.test.ts',
  openBlockWithdrawal: 'server/src/blocks/withdrawals.test.ts',
  decideBlockWithdrawal: 'server/src/blocks/withdrawals.test.ts',
  decideBlock: 'server/src/blocks/blocks.test.ts',
  acceptBlock: 'server/src/blocks/blocks.test.ts',
  declineBlock: 'server/src/blocks/blocks.test.ts',
  readDraw: 'server/src/ipo/reading.test.ts',
  saveOfferDraft: 'server/src/ipo/offers.test.ts',
  discardOfferDraft: 'server/src/ipo/offers.test.ts',
  proposeOffer: 'server/src/ipo/offers.test.ts',
  proposePostponement: 'server/src/ipo/offers.test.ts',
  openOfferReview: 'server/src/ipo/offers.test.ts',
  decideOfferReview: 'server/src/ipo/offers.test.ts',
  openCloseOut: 'server/src/risk/risk.test.ts',
  readLoan: 'server/src/loans/loans.test.ts',
  applyForLoan: 'server/src/loans/loans.test.ts',
  cancelLoan: 'server/src/loans/loans.test.ts',
  repayLoan: 'server/src/loans/loans.test.ts',
  cancelRepayment: 'server/src/loans/loans.test.ts',
  openLoan: 'server/src/loans/loans.test.ts',
  decideLoan: 'server/src/loans/loans.test.ts',
  openRepayment: 'server/src/loans/loans.test.ts',
  decideRepayment: 'server/src/loans/loans.test.ts',
}

/** Calls that end sessions, or that a slow password guards, get their own session. */
export const ENDING: readonly CallName[] = ['resetPassword', 'logOut', 'endSession', 'changeLoginPassword']
/** Calls that each customer makes only once. */
export const LEAVING: readonly CallName[] = ['startOver', 'closeAccount']
export const ENDING_SEATS: readonly CallName[] = ['signOutSeat']
