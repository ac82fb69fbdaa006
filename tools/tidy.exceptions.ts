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

/** A rule that a room does not keep everywhere yet, with the most breaches it may have. The number only ever falls. */
export interface Allowance {
  readonly rule: string
  readonly room: string
  readonly most: number
}

/** The aim of all rooms together: at most 120 openings, and no spread literal. */
export const ALLOWANCES: readonly Allowance[] = [
  { rule: 'comments open plainly', room: 'core', most: 60 },
  { rule: 'comments open plainly', room: 'staff', most: 40 },
  { rule: 'comments open plainly', room: 'server', most: 565 },
  { rule: 'literals are not spread', room: 'server', most: 190 },
]

/** The allowance that covers a breach, if any. */
export const allowanceFor = ({ rule, path }: Breach): Allowance | undefined =>
  ALLOWANCES.find((allowance) => allowance.rule === rule && path.startsWith(`${allowance.room}/`))

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
