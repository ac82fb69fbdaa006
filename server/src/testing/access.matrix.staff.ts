import type { CallName } from '@lonja/core/calls'
import { HOUR } from '@lonja/core/base/instant'
import {
  AUDITED,
  BOOKS,
  desk,
  everyRole,
  helping,
  HOUSE,
  KEEPERS,
  OFFICE,
  refusing,
  RESTRICTING,
  RISK,
  seats,
  type Row,
} from './access.cells.ts'
import { newId } from '../base/ids.ts'
import { blockForm } from '../blocks/blocks.testing.ts'
import { draftFields } from '../ipo/drafts.testing.ts'
import { ACTION_FILE, actionFile } from '../news/news.testing.ts'
import { START } from '../orders/orders.testing.ts'

const nothing = () => ({})
/** An approval of a review: by default of one that does not exist. */
const approvalOf = (reason: string, id: string = newId()) => ({ id, opinion: 'approve', reason, seen: '' })
const HELD = { level: 2, reason: 'unusual_activity', until: START + 24 * HOUR }
const SPAN = { from: String(START), to: String(START + 24 * HOUR) }
const SAVED_FILTER = { kind: 'deposit', name: 'Mine', query: 'whose=mine' }
const ARTICLE = { language: 'en', title: 'Told', body: 'In plain words' }
const REVERSED = { entry: 1, amount: { amount: '99999999.00', currency: 'EUR' }, reason: 'wrong_amount' }
const MESSAGE = { title: 'Told', body: 'In plain words' }

const LATER = { closes: START, draws: START, lists: START }

/** The rows of the calls that seats make, as access.matrix.ts explains them. */
export const SEAT_ROWS = {
  // resets: a device without a session asks; support and admins find a request by its code and decide
  findReset: [seats(helping('unknown_reset_code')), () => ({ code: 'none' })],
  openReset: [seats({ ...helping('unknown_reset'), auditor: 'unknown_reset' }), () => ({ id: newId() })],
  decideReset: [seats(helping('unknown_reset')), () => approvalOf('answers_match')],

  // restrictions: the owner is not restricted, and nobody has asked for it
  restrictAccount: [seats(RESTRICTING), ({ id: customer }) => ({ id: newId(), customer, ...HELD })],
  previewRestriction: [
    seats({ ...RESTRICTING, ...AUDITED }),
    () => ({ language: 'tur', ...HELD, ended: 1, stopped: 2 }),
  ],
  liftRestriction: [seats(RESTRICTING), ({ id: customer }) => ({ id: newId(), customer })],
  listRestricted: [seats({ ...RESTRICTING, ...AUDITED }), nothing],
  openRestriction: [
    seats({ ...refusing('unknown_restriction'), auditor: 'unknown_restriction' }),
    () => ({ id: newId() }),
  ],
  decideRestriction: [seats(refusing('unknown_restriction')), () => approvalOf('grounds_hold')],

  // reversals: the first entry is the grant at sign-up, and nobody has asked for one
  reverseCredit: [seats({ treasurer: 'more_than_credited' }), ({ id }) => ({ id: newId(), customer: id, ...REVERSED })],
  previewReversal: [
    seats({ treasurer: 'accepted', ...AUDITED }),
    () => ({ language: 'tur', currency: 'EUR', amount: '2.00', owed: '1.00', reason: 'wrong_amount' }),
  ],
  openReversal: [seats({ treasurer: 'unknown_reversal', auditor: 'unknown_reversal' }), () => ({ id: newId() })],
  decideReversal: [seats({ treasurer: 'unknown_reversal' }), () => approvalOf('wrong_amount')],
  listDebts: [seats({ treasurer: 'accepted', ...AUDITED }), nothing],

  // customers: support, treasurers and admins read a customer's entries; treasurers, operations and admins read the
  // house's own accounts
  listCustomers: [seats(everyRole('accepted')), nothing],
  searchCustomers: [seats(everyRole('accepted')), ({ phone: words }) => ({ words })],
  openCustomer: [seats(everyRole('accepted')), ({ id }) => ({ id })],
  listCustomerEntries: [seats(BOOKS), ({ id: customer }) => ({ customer })],
  openCustomerPosting: [seats(BOOKS), ({ id: customer, posting }) => ({ customer, posting })],
  listHouseAccounts: [seats(KEEPERS), nothing],
  listHouseEntries: [seats(KEEPERS), nothing],
  readHouseDay: [seats(KEEPERS), () => SPAN],
  listAccountSources: [seats(RISK), () => ({ ...SPAN, account: 'grants', currency: 'EUR' })],
  readHouseBatch: [
    seats({ treasurer: 'not_found', ...desk('not_found'), auditor: 'not_found' }),
    () => ({ batch: newId() }),
  ],

  // risk: treasurers and admins read the accounts with financed lots; nothing of the owner's was closed
  readRisk: [seats(RISK), nothing],
  listMarginLevels: [seats(RISK), nothing],
  listHouseCloseOuts: [seats(RISK), nothing],
  openCloseOut: [
    seats({ treasurer: 'unknown_close_out', admin: 'unknown_close_out', auditor: 'unknown_close_out' }),
    ({ id: customer }) => ({ customer, id: newId() }),
  ],
  listExposure: [seats(RISK), nothing],
  listExpiries: [seats(RISK), nothing],

  // news
  listHouseArticles: [seats({ ...HOUSE, ...AUDITED }), nothing],
  readHouseArticle: [
    seats({ ...desk('unknown_article'), auditor: 'unknown_article' }),
    () => ({ name: 'nobody-wrote-it' }),
  ],
  publishHouseArticle: [seats(HOUSE), () => ({ name: `n-${newId()}`, ...ARTICLE, listings: [] })],
  editHouseArticle: [seats(desk('unknown_article')), () => ({ name: 'nobody-wrote-it', ...ARTICLE, version: 0 })],
  withdrawHouseArticle: [
    seats(desk('unknown_article')),
    () => ({ name: 'nobody-wrote-it', reason: 'It named the wrong day.' }),
  ],

  // notices
  sendHouseMessage: [seats(OFFICE), ({ id: customer }) => ({ id: newId(), customer, texts: { en: MESSAGE } })],
  proposeHouseMessage: [
    seats({ operations: 'accepted' }),
    () => ({ id: newId(), texts: { tur: { title: 'Aviso', body: 'Cerramos el lunes.' } } }),
  ],
  openPublication: [
    seats({ operations: 'unknown_publication', auditor: 'unknown_publication' }),
    () => ({ id: newId() }),
  ],
  decidePublication: [seats({ operations: 'unknown_publication' }), () => approvalOf('text_checked')],
  previewActions: [seats({ operations: 'accepted', ...AUDITED }), () => ({ file: ACTION_FILE })],
  proposeActions: [
    seats({ operations: 'accepted' }),
    () => ({ id: newId(), source: 'https://www.example.org/actions', file: actionFile() }),
  ],
  listHouseMessages: [seats({ ...OFFICE, ...AUDITED }), nothing],
  countRecipients: [seats({ ...OFFICE, ...AUDITED }), nothing],
  listInvitations: [seats(HOUSE), () => ({ which: 'all' })],
  makeInvitationCode: [seats(HOUSE), () => ({ uses: 1, days: 1 })],
  endInvitation: [seats(desk('unknown_invitation')), () => ({ id: newId() })],

  // review: a role sees only the kinds that it decides, and each decides at least one; auditors read all of them
  listQueue: [seats(everyRole('accepted')), nothing],
  countQueues: [seats(everyRole('accepted')), nothing],
  exportQueue: [seats(everyRole('accepted')), nothing],
  listSeatFilters: [seats(everyRole('accepted')), nothing],
  saveSeatFilter: [seats(everyRole('accepted')), () => ({ id: newId(), ...SAVED_FILTER })],
  removeSeatFilter: [seats(everyRole('accepted')), () => ({ id: newId() })],
  listReasons: [seats({ treasurer: 'accepted', ...AUDITED }), () => ({ kind: 'withdrawal' })],
  letGoReview: [seats({ treasurer: 'accepted' }), ({ reviews }) => ({ id: reviews.withdrawal })],

  // withdrawals
  openDeposit: [seats({ treasurer: 'accepted', ...AUDITED }), ({ reviews }) => ({ id: reviews.deposit })],
  decideDeposit: [seats({ treasurer: 'not_held' }), ({ reviews }) => approvalOf('received', reviews.deposit)],
  openWithdrawal: [seats({ treasurer: 'accepted', ...AUDITED }), ({ reviews }) => ({ id: reviews.withdrawal })],
  decideWithdrawal: [
    seats({ treasurer: 'not_held' }),
    ({ reviews }) => approvalOf('customer_confirmed', reviews.withdrawal),
  ],

  recallWithdrawal: [seats({ treasurer: 'accepted' }), ({ reviews }) => ({ id: reviews.withdrawal })],

  viewPicture: [seats({ reviewer: 'accepted', ...AUDITED }), ({ id, paper }) => ({ customer: id, id: paper })],

  // ipo: this market has no offers of its own, and nobody has proposed anything
  listOfferDrafts: [seats({ operations: 'accepted', ...AUDITED }), nothing],
  saveOfferDraft: [seats({ operations: 'no_offers' }), () => ({ id: newId(), version: 0, ...draftFields(START) })],
  discardOfferDraft: [seats({ operations: 'unknown_draft' }), () => ({ id: newId() })],
  proposeOffer: [seats({ operations: 'unknown_draft' }), () => ({ id: newId(), version: 1 })],
  proposeOfferWithdrawal: [
    seats({ operations: 'unknown_offer' }),
    () => ({ offer: newId(), reason: 'terms_mistaken' }),
  ],
  proposePostponement: [seats({ operations: 'unknown_offer' }), () => ({ offer: newId(), ...LATER })],
  listHouseOffers: [seats({ operations: 'accepted', ...AUDITED }), nothing],
  readOfferCalendar: [seats({ operations: 'accepted', ...AUDITED }), nothing],
  openOfferReview: [seats({ operations: 'unknown_proposal', auditor: 'unknown_proposal' }), () => ({ id: newId() })],
  decideOfferReview: [seats({ operations: 'unknown_proposal' }), () => approvalOf('terms_read')],

  // documents
  openAcceptedDocument: [seats(everyRole('accepted')), ({ accepted }) => ({ id: accepted })],

  // kyc
  openKyc: [seats({ reviewer: 'accepted', ...AUDITED }), ({ reviews }) => ({ id: reviews.kyc })],
  decideKyc: [
    seats({ reviewer: 'not_held' }),
    ({ reviews }) => ({ ...approvalOf('papers_match', reviews.kyc), repeat: [] }),
  ],

  // support, proof
  listThreads: [seats({ support: 'accepted', ...AUDITED }), () => ({ which: 'open' })],
  openThread: [seats({ support: 'accepted', ...AUDITED }), ({ id }) => ({ customer: id })],
  readThreadPicture: [
    seats({ support: 'unknown_picture', auditor: 'unknown_picture' }),
    ({ id, picture }) => ({ customer: id, id: picture }),
  ],
  answerThread: [seats({ support: 'accepted' }), ({ id }) => ({ id: newId(), customer: id, text: 'Sí' })],
  closeThread: [seats({ support: 'accepted' }), ({ id, thread }) => ({ customer: id, thread })],
  holdThread: [seats({ support: 'accepted' }), ({ id: customer }) => ({ customer, take: true })],
  listSetAnswers: [seats({ support: 'accepted', ...AUDITED }), () => ({ language: 'en' })],
  writeNote: [seats(RESTRICTING), ({ id: customer }) => ({ id: newId(), customer, text: 'Llamó' })],
  readHealth: [seats({ ...HOUSE, ...AUDITED }), nothing],

  // audit
  listAudit: [seats({ ...HOUSE, ...AUDITED }), nothing],
  exportAudit: [seats({ ...HOUSE, ...AUDITED }), nothing],
  checkAudit: [seats({ ...HOUSE, ...AUDITED }), nothing],
  readOwnHead: [seats(everyRole('accepted')), nothing],

  // staff
  signOutSeat: [seats(everyRole('accepted')), nothing],
  readSeat: [seats(everyRole('accepted')), nothing],
  listColleagues: [seats(everyRole('accepted')), nothing],
  listSeatSessions: [seats(everyRole('accepted')), nothing],
  listSeats: [seats({ admin: 'accepted', ...AUDITED }), nothing],
  makeSeatLink: [seats({ admin: 'accepted' }), () => ({ roles: ['support'] })],
  revokeSeatLink: [seats({ admin: 'unknown_link' }), () => ({ id: newId() })],
  changeSeatRoles: [seats({ admin: 'unknown_seat' }), () => ({ id: newId(), roles: ['support'] })],
  endSeat: [seats({ admin: 'unknown_seat' }), () => ({ id: newId() })],
  confirmSeatChange: [seats({ admin: 'unknown_change' }), () => ({ id: newId() })],
  withdrawSeatChange: [seats({ admin: 'unknown_change' }), () => ({ id: newId() })],
  confirmSeat: [seats({ admin: 'unknown_seat' }), () => ({ id: newId() })],
  listSessionsOfSeat: [seats({ admin: 'unknown_seat', auditor: 'unknown_seat' }), () => ({ id: newId() })],
  endSessionsOfSeat: [seats({ admin: 'unknown_seat' }), () => ({ id: newId() })],
  endSeatSession: [seats(everyRole('accepted')), () => ({ id: 'others' })],
  // blocks
  proposeBlockOffer: [seats({ operations: 'accepted' }), () => blockForm()],
  openBlockOffer: [
    seats({ operations: 'unknown_block_offer', auditor: 'unknown_block_offer' }),
    () => ({ id: newId() }),
  ],
  decideBlockOffer: [seats({ operations: 'unknown_block_offer' }), () => approvalOf('terms_read')],
  listRunningBlockOffers: [seats({ operations: 'accepted', ...AUDITED }), nothing],
  proposeBlockWithdrawal: [
    seats({ operations: 'unknown_block_offer' }),
    () => ({ id: newId(), offer: newId(), reason: 'company_event' }),
  ],
  openBlockWithdrawal: [
    seats({ operations: 'unknown_block_withdrawal', auditor: 'unknown_block_withdrawal' }),
    () => ({ id: newId() }),
  ],
  decideBlockWithdrawal: [seats({ operations: 'unknown_block_withdrawal' }), () => approvalOf('company_event')],
  openBlock: [seats({ reviewer: 'accepted', ...AUDITED }), ({ reviews }) => ({ id: reviews.block })],
  decideBlock: [
    seats({ reviewer: 'not_held' }),
    ({ reviews }) => ({ id: reviews.block, opinion: 'refuse', reason: 'not_admitted', seen: '' }),
  ],
  // loans
  openLoan: [seats({ treasurer: 'accepted', ...AUDITED }), ({ reviews }) => ({ id: reviews.loan })],
  decideLoan: [
    seats({ treasurer: 'not_held' }),
    ({ reviews }) => ({ id: reviews.loan, opinion: 'refuse', reason: 'customer_asked', seen: '' }),
  ],
  openRepayment: [seats({ treasurer: 'unknown_repayment', auditor: 'unknown_repayment' }), () => ({ id: newId() })],
  decideRepayment: [seats({ treasurer: 'unknown_repayment' }), () => approvalOf('amount_held')],
} satisfies Partial<Record<CallName, Row>>
