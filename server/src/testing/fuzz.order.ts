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
  cancelWithdrawal: ['submitWithdrawal'],
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
