import { NAMED_BELOW } from './tidy.products.list.ts'
import type { Breach } from './tidy.walls.ts'

/** A permitted breach, with the reason. An unused exception fails the test, so that the list stays current. */
export interface Exception {
  readonly rule: string
  readonly path: string
  readonly because: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'a lock is taken, not claimed',
    path: 'server/src/database/within.test.ts',
    because: 'its transaction only notes its trips: there is no row to lock',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'core/src/base/derived.ts',
    because: 'an id that follows from a hash is born here, wherever it is worked out',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'core/src/base/ids.ts',
    because: 'the codecs of ids in contracts',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'core/src/base/ids.testing.ts',
    because: 'tests of rules make ids of any text',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'server/src/base/ids.ts',
    because: 'the server makes new ids',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'server/src/database/codecs.ts',
    because: 'rows of the database say whose id a column holds',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'server/src/database/locks.ts',
    because: 'the house has one id of its own',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'server/src/secrets/token.ts',
    because: 'a token names its customer or its seat',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'kit/src/ids.ts',
    because: 'a form makes the id of a new row',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'kit/src/nav.ts',
    because: 'an address names the thing that its page shows, and the server checks it',
  },
  {
    rule: 'an id is born or decoded, not claimed',
    path: 'e2e/client.ts',
    because: 'a program makes ids as a form does',
  },
  {
    rule: 'functions are short',
    path: 'app/first.js',
    because: 'it runs before anything else is loaded: one script in one scope, without imports',
  },
  ...NAMED_BELOW.flatMap(({ paths, because }) =>
    paths.map((path) => ({ rule: 'floors below name no product', path, because })),
  ),
]

export const isExcepted = (breach: Breach, exceptions: readonly Exception[] = EXCEPTIONS): boolean =>
  exceptions.some(({ rule, path }) => rule === breach.rule && path === breach.path)

/** Tables that a file reads though they belong to another feature, with the reason. One that is no longer read fails the test. */
export interface ForeignReads {
  readonly path: string
  readonly tables: readonly string[]
  readonly because: string
}

export const FOREIGN_READS: readonly ForeignReads[] = [
  {
    path: 'server/src/blocks/blocks.store.ts',
    tables: ['reviews'],
    because: 'the state of a block is the state of its review',
  },
  {
    path: 'server/src/blocks/offers.store.ts',
    tables: ['reviews'],
    because: 'the state of a proposed offer is the state of its review',
  },
  {
    path: 'server/src/blocks/withdrawals.store.ts',
    tables: ['reviews'],
    because: 'the state of a proposed withdrawal is the state of its review',
  },
  {
    path: 'server/src/orders/results.store.ts',
    tables: ['block_purchases', 'ipo_allotments'],
    because: 'lots that no fill opened are rebuilt from what opened them',
  },
  {
    path: 'server/src/backup/backup.ts',
    tables: ['schema_migrations'],
    because: 'the archive says which shape its tables have, as read in its own snapshot',
  },
  {
    path: 'server/src/proof/health.store.ts',
    tables: ['schema_migrations'],
    because: 'the page of the house’s state shows the shape of the database beside its engine and size',
  },
  {
    path: 'server/src/proof/leaf.store.ts',
    tables: ['audit_rounds', 'entries', 'fills', 'heard_events'],
    because: 'the leaves of a block are the texts of the root, so they are read as the root reads them',
  },
  {
    path: 'server/src/proof/roots.store.ts',
    tables: ['audit_rounds', 'entries', 'fills', 'heard_events'],
    because: 'the root of a day is over the rows of all of them, as texts in one order and in one snapshot',
  },
  {
    path: 'server/src/review/queue.store.ts',
    tables: ['seats', 'customers', 'restrictions'],
    because:
      'one statement counts only opinions of seats that may still decide, and narrows a queue to new or restricted customers, so that its pages and its count agree',
  },
  {
    path: 'server/src/corporate/concerned.store.ts',
    tables: ['balances', 'orders', 'alerts', 'watches', 'fills', 'fill_progress'],
    because:
      'one statement finds everybody whom a corporate action concerns, whether by shares, orders, alerts or lists',
  },
  {
    path: 'server/src/margin/margin.store.ts',
    tables: ['lots', 'fills'],
    because: 'one statement finds everybody with financed lots, another the last events of all orders of a customer',
  },
  {
    path: 'server/src/margin/closeouts.store.ts',
    tables: ['orders'],
    because: 'one statement says what the open orders of close-outs still close of each lot',
  },
  {
    path: 'server/src/margin/settlements.store.ts',
    tables: ['balances', 'entries'],
    because: 'one statement finds everybody who owes what financing left, and has cash for it or nothing at all',
  },
  {
    path: 'server/src/customers/search.store.ts',
    tables: ['customers', 'kyc_submissions', 'payees', 'deposits'],
    because: 'one statement searches everything by which a customer can be named, so that its hits are of one moment',
  },
  {
    path: 'server/src/news/publications.store.ts',
    tables: ['reviews'],
    because:
      'a publication stands where its review stands: the waiting ones are selected by that state in one statement',
  },
  {
    path: 'server/src/ipo/proposals.store.ts',
    tables: ['reviews'],
    because: 'a proposal stands where its review stands: the waiting ones are selected by that state in one statement',
  },
  {
    path: 'server/src/news/action-files.store.ts',
    tables: ['reviews', 'review_steps'],
    because:
      'a file of corporate actions is public when its review is approved, and names the roles of those who did so',
  },
  {
    path: 'server/src/review/review.store.ts',
    tables: ['seat_claims', 'seat_links', 'seats'],
    because: 'a step names the seat that let its own seat in, read with the steps in one statement',
  },
  {
    path: 'server/src/deposits/deposits.store.ts',
    tables: ['reviews'],
    because: 'a deposit stands where its review stands: lists, sums and limits select by that state in one statement',
  },
  {
    path: 'server/src/loans/loans.store.ts',
    tables: ['reviews'],
    because:
      'an application stands where its review stands: its lists and the limit select by that state in one statement',
  },
  {
    path: 'server/src/loans/repayments.store.ts',
    tables: ['reviews'],
    because: 'a repayment stands where its review stands: its list selects by that state in one statement',
  },
  {
    path: 'server/src/resets/resets.store.ts',
    tables: ['reviews', 'customers'],
    because:
      'a request stands where its review stands; and one statement inserts it for a known and an unknown phone number, so that the work tells nobody which it is',
  },
  {
    path: 'server/src/restrictions/restrictions.store.ts',
    tables: ['reviews'],
    because: 'a request stands where its review stands: the open ones are selected by that state in one statement',
  },
  {
    path: 'server/src/reversals/reversals.store.ts',
    tables: ['reviews', 'balances'],
    because:
      'a reversal stands where its review stands; the list of debts has what balances owe, with the time of the reversal',
  },
  {
    path: 'server/src/withdrawals/withdrawals.store.ts',
    tables: ['reviews'],
    because: 'a withdrawal stands where its review stands: lists and limits select by that state in one statement',
  },
  {
    path: 'server/src/kyc/kyc.store.ts',
    tables: ['reviews'],
    because: 'staff name a submission by its review: one statement finds either by the other',
  },
]
