import type { Breach } from './tidy.walls.ts'

/** A permitted breach, with the reason. An unused exception fails the test, so that the list stays current. */
export interface Exception {
  readonly rule: string
  readonly path: string
  readonly because: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'functions are short',
    path: 'app/first.js',
    because: 'it runs before anything else is loaded: one script in one scope, without imports',
  },
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
    path: 'server/src/ledger/ledger.laws.store.ts',
    tables: [
      'orders',
      'fills',
      'lots',
      'closings',
      'lot_returns',
      'hand_backs',
      'withdrawals',
      'deposits',
      'deposit_credits',
      'reviews',
      'review_steps',
      'customers_lock',
    ],
    because: 'the laws of the books compare entries with the records that caused them, and write nothing',
  },
  {
    path: 'server/src/review/queue.store.ts',
    tables: ['customers', 'seats'],
    because:
      'one statement filters and pages a queue, also by a phone, and counts only opinions of seats that may still decide',
  },
  {
    path: 'server/src/deposits/deposits.store.ts',
    tables: ['reviews'],
    because: 'a deposit stands where its review stands: lists, sums and limits select by that state in one statement',
  },
  {
    path: 'server/src/withdrawals/withdrawals.store.ts',
    tables: ['reviews'],
    because: 'a withdrawal stands where its review stands: lists and limits select by that state in one statement',
  },
]
