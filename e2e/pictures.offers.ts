import type { Alteration } from './pictures.entry.ts'
import { LATE_DAY } from './scenes.offers.ts'

/** A page of the console to look at. */
export interface DeskPage {
  readonly path: string
  /** The keys that open something on the page, if there is something. */
  readonly keys?: readonly string[]
  /** A CSS selector of what is pressed after the keys. */
  readonly press?: string
  /** Part of a page with another name in the other states. */
  readonly onlyFull?: true
  /** Answers that are changed on their way. */
  readonly alters?: Alteration | readonly Alteration[]
  /** A queue of decisions: it is also shown with a single one. */
  readonly queue?: true
}

/** Offers of new shares and of blocks: lists, drafts, proposals and applications that wait, and the calendar of the day; and loans. */
export const offerPages = (names: Readonly<Record<string, string>>): Readonly<Record<string, DeskPage>> => ({
  offers: { path: '/offers', keys: ['ArrowDown'] },
  'offers-drafts': { path: '/offers', keys: ['2', 'ArrowDown'], onlyFull: true },
  'offers-new': { path: '/offers', keys: ['n'], onlyFull: true },
  'offer-decisions': { path: '/offer-decisions' },
  'offer-terms': { path: `/offer-decisions?id=${names['offerTerms']}`, keys: ['a', '1'], onlyFull: true },
  'offer-later': { path: `/offer-decisions?id=${names['offerLater']}`, keys: ['a', '1'], onlyFull: true },
  'offer-withdrawal': { path: `/offer-decisions?id=${names['offerWithdrawal']}`, keys: ['a', '1'], onlyFull: true },
  'offer-calendar': { path: '/offer-calendar' },
  'offer-calendar-late': { path: '/offer-calendar', alters: LATE_DAY, keys: ['ArrowDown'], onlyFull: true },
  blocks: { path: '/blocks', queue: true },
  'block-fewer': { path: `/blocks?id=${names['blockReview']}`, keys: ['a', '2'], onlyFull: true },
  'block-offers': { path: '/block-offers', queue: true },
  'block-terms': { path: `/block-offers?id=${names['blockTerms']}`, keys: ['a', '1'], onlyFull: true },
  loans: { path: '/loans', queue: true },
  'loan-second': { path: `/loans?id=${names['loanReview']}`, keys: ['a', '1'], onlyFull: true },
  'loan-repayments': { path: '/loan-repayments', queue: true },
  'loan-repayment': { path: `/loan-repayments?id=${names['repaymentReview']}`, keys: ['a', '1'], onlyFull: true },
  'block-propose': { path: '/block-offers', press: 'div[class*=above] button', onlyFull: true },
  'block-withdrawals': { path: '/block-withdrawals', queue: true },
  'block-withdrawal': { path: `/block-withdrawals?id=${names['blockWithdrawal']}`, keys: ['a', '1'], onlyFull: true },
  'block-withdraw': { path: '/block-withdrawals', press: 'div[class*=above] button', onlyFull: true },
})
