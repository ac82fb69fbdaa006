import { randomBytes, randomInt } from 'node:crypto'
import type { CallName } from '@lonja/core/calls'
import { open, owners, below, type Row } from './access.cells.ts'
import { SEAT_ROWS } from './access.matrix.staff.ts'
import {
  ALERT,
  BLOCK_ASKED,
  claimed,
  CARD,
  COINS_SENT,
  hashOfDay,
  PASSPORT,
  PUSH_DEVICE,
  ticketOf,
  WALLET,
} from './access.owner.ts'
import { newId } from '../base/ids.ts'
import { loanForm } from '../loans/loans.testing.ts'
import { TEST_DOCUMENT } from '../documents/documents.testing.ts'
import { optionForm } from '../options/options.testing.ts'
import { backtestForm, runForm, OWN_TEXT, ownBacktestForm, ownForm } from '../strategies/strategies.testing.ts'
import { ABC, INDEX } from '../orders/orders.testing.ts'

/*
 * The access matrix, written by hand: every call for every kind of caller. It is not generated from the contract. A
 * call whose contract or route lets in a wrong caller differs from it and fails, and so does a call without a row.
 *
 * A row is `[cells, input]`. The input is made for an owner (access.owner.ts), and the other callers send the owner's
 * ids too. A cell is the answer to one caller: 'accepted', or the name of the refusal. Four functions make the cells,
 * and any cell can be written by hand:
 *
 *   open(answer)                 every caller gets it
 *   owners(own, others = own)    a customer's call: the owner, another customer; not_signed_in without a customer's
 *                                token, also for a seat's token
 *   below(2, cells)              the same, but the owner is refused while the account is restricted to level 2 or more
 *   seats({ treasurer: … })      a staff call: these roles get this answer, the other roles not_your_role; customers
 *                                and nobody get not_signed_in
 *
 * Each feature has its own block of rows. The calls of seats are in access.matrix.staff.ts.
 */

const nothing = () => ({})
const listing = () => ({ listing: ABC })
const TWICE = { password: 'otter marsh 2', again: 'otter marsh 2' }
const passwords = () => ({ old: 'not the old one', ...TWICE })
/** A secret, or the hash of one, that no device has sent. */
const NO_SECRET = 'A'.repeat(43)

export const MATRIX: Readonly<Record<CallName, Row>> = {
  ...SEAT_ROWS,

  // accounts
  register: [
    open('phone_digits'),
    () => ({ phone: '1', password: 'otter marsh 1', again: 'otter marsh 1', invitation: 'X' }),
  ],
  logIn: [open('wrong_phone_or_password'), ({ phone }) => ({ phone, password: 'not this one' })],
  logOut: [owners(), nothing],
  finishLogIn: [open('step_expired'), () => ({ step: 'none', code: '123456' })],
  readSecondStep: [owners(), nothing],
  beginSecondStep: [below(3, owners('wrong_password')), () => ({ password: 'not this one' })],
  setSecondStep: [below(3, owners('step_expired')), () => ({ setUp: 'none', code: '123456' })],
  makeRecoveryCodes: [below(3, owners('second_step_unset')), () => ({ code: '123456' })],
  removeSecondStep: [below(3, owners('wrong_password')), () => ({ password: 'not this one', code: '123456' })],
  readResetLink: [open('reset_link_unknown'), () => ({ link: 'none' })],
  resetPassword: [open('reset_link_unknown'), () => ({ link: 'none', ...TWICE })],
  listSessions: [owners(), nothing],
  endSession: [owners('accepted', 'unknown_session'), ({ session }) => ({ id: session })],
  readProfile: [owners(), nothing],
  changeProfile: [below(3, owners()), () => ({ displayName: 'Ana' })],
  changeLoginPassword: [below(3, owners('wrong_password')), passwords],
  setTradingPassword: [below(3, owners('wrong_password')), passwords],
  endAccessWait: [below(3, owners('trading_password_needed')), () => ({ password: 'none' })],

  // resets: a device without a session asks; support and admins find a request by its code and decide
  askReset: [open(), () => ({ phone: `6${randomInt(1e8, 1e9)}`, secretHash: randomBytes(32).toString('base64url') })],
  readReset: [open('unknown_reset'), () => ({ secretHash: NO_SECRET })],
  withdrawReset: [open('unknown_reset'), () => ({ secretHash: NO_SECRET })],
  finishReset: [open('unknown_reset'), () => ({ secret: NO_SECRET, ...TWICE })],
  listOwnResets: [owners(), nothing],
  disownReset: [owners('no_reset'), () => ({ id: newId() })],

  // reversals: the first entry is the grant at sign-up, and nobody has asked for one
  listReversals: [owners(), nothing],

  // ledger
  listEntries: [owners(), nothing],
  readPosting: [owners('accepted', 'not_found'), ({ posting }) => ({ posting })],
  listEvents: [owners(), nothing],
  readEvent: [owners('accepted', 'not_found'), ({ posting }) => ({ entry: posting })],

  // market
  readInstrument: [open(), listing],
  readIndex: [open(), () => ({ listing: INDEX })],
  listCandles: [open(), () => ({ listing: ABC, interval: 'day' })],
  searchInstruments: [open(), () => ({ words: 'abc' })],
  readExchangeRate: [open(), nothing],

  // news
  listNews: [open(), nothing],
  readNews: [open('unknown_news'), () => ({ id: newId() })],

  // notices
  listNotices: [owners(), nothing],
  readNotice: [owners('accepted', 'unknown_notice'), ({ notice }) => ({ id: notice })],
  markNotice: [owners('accepted', 'unknown_notice'), ({ notice }) => ({ id: notice, read: true })],
  readAllNotices: [owners(), nothing],
  unreadNotices: [owners(), () => ({ at: 1 })],
  readPush: [owners(), nothing],
  beginPush: [owners(), () => PUSH_DEVICE],
  endPush: [owners(), nothing],

  // watchlist
  toggleWatch: [below(3, owners()), () => ({ listing: ABC, watched: true })],
  isWatched: [owners(), listing],
  listWatches: [owners(), nothing],
  orderWatches: [below(3, owners('accepted', 'not_the_same_listings')), () => ({ listings: [ABC] })],
  moveWatch: [
    below(3, owners('accepted', 'unknown_watchlist')),
    ({ id, list }) => ({ listing: ABC, from: id, to: list }),
  ],
  listWatchlists: [owners(), nothing],
  makeWatchlist: [below(3, owners()), () => ({ id: newId(), name: 'Chips' })],
  renameWatchlist: [below(3, owners('accepted', 'unknown_watchlist')), ({ list }) => ({ id: list, name: 'Semis' })],
  removeWatchlist: [below(3, owners('accepted', 'unknown_watchlist')), ({ list }) => ({ id: list, removed: true })],
  makeAlert: [below(3, owners()), () => ({ id: newId(), listing: ABC, ...ALERT })],
  changeAlert: [below(3, owners('accepted', 'unknown_alert')), ({ alert }) => ({ id: alert, ...ALERT })],
  pauseAlert: [below(3, owners('accepted', 'unknown_alert')), ({ alert }) => ({ id: alert, paused: true })],
  removeAlert: [below(3, owners('accepted', 'unknown_alert')), ({ alert }) => ({ id: alert, removed: true })],
  listAlerts: [owners(), nothing],

  // discover: the first steps
  readFirstSteps: [owners(), nothing],
  noteFirstSteps: [owners(), () => ({ looked: ABC })],

  // leaving: the owner has an order, a withdrawal and a deposit; the other customer has the starting grant
  readStartOver: [owners(), nothing],
  startOver: [
    below(2, owners('withdrawal_under_way', 'trading_password_needed')),
    () => ({ id: newId(), password: 'not this one' }),
  ],
  readClosing: [owners(), nothing],
  closeAccount: [below(2, owners('withdrawal_under_way', 'trading_password_needed')), () => ({ password: 'x' })],

  // withdrawals
  readWithdrawalTerms: [owners(), nothing],
  submitWithdrawal: [
    below(2, owners('trading_password_needed')),
    ({ payee }) => ({ id: newId(), amount: { amount: '10.00', currency: 'EUR' }, payee, password: 'secret3' }),
  ],
  readWithdrawal: [owners('accepted', 'unknown_withdrawal'), ({ withdrawal }) => ({ id: withdrawal })],
  cancelWithdrawal: [below(3, owners('accepted', 'unknown_withdrawal')), ({ withdrawal }) => ({ id: withdrawal })],
  readWithdrawalFigures: [open(), nothing],
  readDepositWays: [owners(), nothing],
  submitDeposit: [below(3, owners()), () => ({ id: newId(), ...COINS_SENT, hash: hashOfDay() })],
  readCheckoutLink: [below(3, owners()), () => ({ id: newId(), amount: '10.00', currency: 'EUR' })],
  listDeposits: [owners(), nothing],
  readDeposit: [owners('accepted', 'unknown_deposit'), ({ deposit }) => ({ id: deposit })],

  // ipo
  listOffers: [owners(), nothing],
  listFirstDays: [owners(), nothing],
  readOffer: [owners(), ({ offer }) => ({ id: offer })],
  listOwnApplications: [owners(), nothing],
  listApplications: [owners(), nothing],
  subscribeToOffer: [below(1, owners()), ({ nextOffer }) => ({ id: newId(), offer: nextOffer, wish: { lots: '1' } })],
  changeApplication: [below(1, owners('accepted', 'unknown_application')), ({ application }) => ({ id: application, wish: { lots: '3' } })], // prettier-ignore
  withdrawApplication: [below(3, owners('accepted', 'unknown_application')), ({ application }) => ({ id: application })], // prettier-ignore
  readDraw: [open('not_drawn'), ({ offer }) => ({ id: offer })],

  // blocks
  listBlockOffers: [owners(), nothing],
  listBlockApplications: [owners(), nothing],
  listBlockPurchases: [owners(), nothing],
  readBlock: [owners('accepted', 'unknown_block'), ({ block }) => ({ id: block })],
  applyForBlock: [below(1, owners()), ({ blockOffer }) => ({ id: newId(), offer: blockOffer, ...BLOCK_ASKED })],
  cancelBlock: [below(3, owners('accepted', 'unknown_block')), ({ block }) => ({ id: block })],
  acceptBlock: [below(1, owners('review_over', 'unknown_block')), ({ block }) => ({ id: block, seen: '' })],
  declineBlock: [below(3, owners('review_over', 'unknown_block')), ({ block }) => ({ id: block, seen: '' })],

  // loans
  readLoanTerms: [owners(), nothing],
  listLoans: [owners(), () => ({ list: 'applications' })],
  readLoan: [owners('accepted', 'unknown_loan'), ({ loan }) => ({ id: loan })],
  applyForLoan: [below(1, owners('loan_unverified', 'loan_unverified')), () => loanForm()],
  cancelLoan: [below(3, owners('accepted', 'unknown_loan')), ({ loan }) => ({ id: loan })],
  repayLoan: [below(3, owners('loan_not_open', 'unknown_loan')), ({ loan }) => ({ id: newId(), loan, amount: '1.00' })],
  cancelRepayment: [below(3, owners('unknown_repayment', 'unknown_repayment')), () => ({ id: newId() })],
  // options
  readOptionTerms: [owners(), nothing],
  listOptions: [owners(), nothing],
  readOption: [owners('unknown_option', 'unknown_option'), () => ({ id: newId() })],
  enterOption: [below(1, owners()), () => optionForm()],
  sellOption: [below(3, owners('unknown_option', 'unknown_option')), () => ({ id: newId(), least: '0.00' })],
  setOptionLimit: [below(3, owners()), () => ({ limit: '99.00' })],
  // strategies
  listStrategies: [owners(), nothing],
  listBacktests: [owners(), nothing],
  readBacktest: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  listBacktestTrades: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  startBacktest: [below(3, owners('backtest_no_prices')), () => backtestForm()],
  listRuns: [owners(), () => ({ state: 'open' })],
  readRun: [owners('accepted', 'unknown_run'), ({ run }) => ({ id: run })],
  listRunTrades: [owners('accepted', 'unknown_run'), ({ run }) => ({ id: run })],
  readRunResults: [owners(), nothing],
  startRun: [below(1, owners()), () => runForm()],
  pauseRun: [below(1, owners('accepted', 'unknown_run')), ({ run }) => ({ id: run })],
  resumeRun: [below(1, owners('accepted', 'unknown_run')), ({ run }) => ({ id: run })],
  stopRun: [below(3, owners('accepted', 'unknown_run')), ({ run }) => ({ id: run, sells: false })],
  removeBacktest: [below(3, owners('accepted', 'unknown_backtest')), ({ backtest }) => ({ id: backtest })],
  listOwnStrategies: [owners(), nothing],
  readOwnStrategy: [owners('accepted', 'unknown_own_strategy'), ({ ownStrategy }) => ({ id: ownStrategy })],
  saveOwnStrategy: [
    below(3, owners('accepted', 'own_version_overtaken')),
    ({ ownStrategy }) => ownForm({ own: ownStrategy, after: 1 }),
  ],
  checkOwnStrategy: [owners(), () => ({ text: OWN_TEXT, try: null })],
  shareOwnStrategy: [
    below(3, owners('accepted', 'unknown_own_strategy')),
    ({ ownStrategy }) => ({ id: ownStrategy, version: 1 }),
  ],
  readSharedStrategy: [owners(), ({ ownLink }) => ({ link: ownLink })],
  unshareOwnStrategy: [
    below(3, owners('accepted', 'unknown_own_strategy')),
    ({ ownStrategy }) => ({ id: ownStrategy }),
  ],
  startOwnBacktest: [
    below(3, owners('backtest_no_prices', 'unknown_own_strategy')),
    ({ ownStrategy }) => ownBacktestForm({ own: ownStrategy }),
  ],
  removeOwnStrategy: [below(3, owners('accepted', 'unknown_own_strategy')), ({ ownStrategy }) => ({ id: ownStrategy })],

  // orders
  placeOrder: [below(1, owners()), () => ticketOf(ABC)],
  cancelOrder: [below(3, owners('accepted', 'unknown_order')), ({ order }) => ({ id: order })],
  cancelOrders: [below(3, owners()), () => ({ listing: null, side: null })],
  replaceOrder: [
    below(1, owners('accepted', 'unknown_order')),
    ({ order }) => ({
      id: order,
      side: 'buy',
      changes: 0,
      shares: '2',
      limit: '1.00',
      stop: null,
      trail: null,
      trailBps: null,
      timeInForce: 'gtc',
    }),
  ],
  listOrders: [owners(), () => ({ which: 'open' })],
  readOrder: [owners('accepted', 'unknown_order'), ({ order }) => ({ id: order })],
  readNearest: [owners('accepted', 'unknown_order'), ({ order }) => ({ id: order })],
  readTerms: [open(), nothing],
  readOrderLeaves: [owners('accepted', 'unknown_order'), ({ order }) => ({ order })],

  // discover
  listInstruments: [open(), () => ({ list: 'all' })],
  readCompany: [open(), listing],
  listMembers: [open('unknown_listing'), () => ({ listing: ABC })],
  listWatched: [owners(), nothing],
  listEarnings: [open(), () => ({ which: 'upcoming' })],

  // portfolio
  listActions: [open(), listing],
  listActionFiles: [open(), nothing],
  readActionFile: [open('unknown_file'), () => ({ id: newId() })],
  readAction: [owners('unknown_action'), () => ({ id: newId() })],
  listOwnActions: [owners(), listing],
  readFigures: [owners(), nothing],
  readMargin: [owners(), nothing],
  listPositions: [owners(), nothing],
  listClosed: [owners(), nothing],
  readClosedTotals: [owners(), nothing],
  downloadClosed: [owners(), nothing],
  downloadRecords: [owners(), () => ({ which: 'filled' })],
  previewSales: [owners(), nothing],
  readDayCurve: [owners(), nothing],
  readResults: [owners(), () => ({ span: 'week' })],
  listStatements: [owners(), nothing],
  readStatement: [owners(), () => ({ month: '2026-11' })],
  downloadStatement: [owners(), () => ({ month: '2026-11', format: 'csv' })],
  downloadEverything: [owners(), nothing],

  // pictures
  storePicture: [owners(), () => ({ id: newId(), use: 'kyc' })],
  readPicture: [owners('accepted', 'unknown_picture'), ({ picture }) => ({ id: picture })],

  // documents
  readDocument: [owners(), () => ({ name: TEST_DOCUMENT })],

  // kyc
  readKyc: [owners(), nothing],
  submitKyc: [
    below(3, owners('kyc_under_review', 'unknown_picture')),
    ({ paper }) => ({ id: newId(), ...PASSPORT, front: paper }),
  ],

  // payees
  listPayees: [owners(), nothing],
  addWallet: [below(3, owners()), () => ({ id: newId(), ...WALLET })],
  addBankCard: [below(3, owners()), () => ({ id: newId(), ...CARD })],
  removePayee: [below(3, owners('accepted', 'unknown_payee')), ({ payee }) => ({ id: payee })],
  removePayeeByGet: [below(3, owners('accepted', 'unknown_payee')), ({ payee }) => ({ id: payee })],

  // support, proof
  readSupportLink: [open(), nothing],
  readThread: [owners(), nothing],
  sendMessage: [owners(), () => ({ id: newId(), text: 'Hola', pictures: [] })],
  markThreadRead: [owners(), () => ({ through: 1 })],
  rateThread: [owners('thread_open', 'unknown_thread'), ({ thread }) => ({ thread, rating: 5 })],
  readAbout: [open(), nothing],
  listDayRoots: [open(), nothing],

  // audit
  readActivityChain: [owners(), nothing],
  listActivity: [owners(), nothing],

  // staff
  readSeatLink: [open(), ({ link }) => ({ link })],
  claimSeat: [open('set_up_expired'), claimed],
  signInSeat: [open('wrong_sign_in'), () => ({ name: 'Ana', password: 'not this one', code: '123456' })],
}
