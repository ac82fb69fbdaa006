import type { CallName } from '@lonja/core/calls'

/** What needs something that another call has left is made three times as often: chance alone would now and then accept too few. */
export const RARE: readonly CallName[] = [
  ...(['submitWithdrawal', 'openWithdrawal', 'decideWithdrawal', 'cancelWithdrawal', 'letGoReview'] as const),
  ...(['submitKyc', 'openKyc', 'decideKyc', 'openDeposit', 'decideDeposit', 'removeSecondStep'] as const),
  ...(['addWallet', 'removePayee', 'removePayeeByGet', 'moveWatch'] as const),
]

/** What a call needs that another has left. */
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

/** What hashes a password is mostly sent harmed: it is slow. */
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
