import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Cents, CurrencyCode, Id, Moment, MomentText, Page, Quantity, pageOf } from '../base/wire.ts'
import { nameOf, oneOf } from '../base/lists.ts'
import type { EntryKind, HouseAccount } from './ledger.contract.ts'

const READERS = ['treasurer', 'operations', 'admin', 'auditor'] as const

const HouseLine = z.object({
  /** The batch that was written together: a batch of orders, or one act. */
  batch: Id,
  account: nameOf<HouseAccount>(),
  change: Quantity,
  at: Moment,
})

/** The balances of the house's own accounts. Together with the customers' balances each asset sums to zero. */
export const listHouseAccounts = read({
  path: '/staff/ledger/accounts',
  caller: 'seat',
  roles: READERS,
  summary: 'The accounts of the house in cash: what each comes to, and of how many lines',
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(z.object({ account: nameOf<HouseAccount>(), sum: Quantity, lines: z.int() })),
    at: Moment,
  }),
})

/** The house's side of postings, newest first. It names no customer, so it does not count as a view. */
export const listHouseEntries = read({
  path: '/staff/ledger/entries',
  caller: 'seat',
  roles: READERS,
  summary: 'The lines of the house’s accounts, newest first, by account, asset or time',
  input: z.strictObject({
    ...Page,
    account: z.optional(oneOf<HouseAccount>('accounts')),
    asset: z.optional(z.union([CurrencyCode, z.enum(['cash', 'shares'])])),
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  reply: pageOf(HouseLine),
})

/** All lines of the house's accounts in one batch, and their sums: the customers' side is the opposite. */
export const readHouseBatch = read({
  path: '/staff/ledger/batch',
  caller: 'seat',
  roles: READERS,
  summary: 'Every line of the house’s accounts that was written together with one of them',
  input: z.strictObject({ batch: Id }),
  reply: z.object({ batch: Id, at: Moment, lines: z.array(HouseLine), customers: z.array(Quantity) }),
  refusals: ['not_found'],
})

/** The sum at both ends of a span, and all that came and went in it. */
const Line = { opening: Cents, came: Cents, went: Cents, closing: Cents }

/**
 * A day of the books, reconciled from its two sides: the house's lines, and the customers' balances and entries. It names no
 * customer, so it does not count as a view.
 */
export const readHouseDay = read({
  path: '/staff/ledger/day',
  caller: 'seat',
  roles: READERS,
  summary: 'A day of the books in cash: opening, closing and sources of each account, and the customers against them',
  /** From a moment on, and before another one. */
  input: z.strictObject({ from: MomentText, to: MomentText }),
  reply: z.object({
    currencies: z.array(
      z.object({
        currency: CurrencyCode,
        accounts: z.array(
          z.object({
            account: nameOf<HouseAccount>(),
            ...Line,
            /** False if the customers' entries say another change than the house's own lines. */
            agrees: z.boolean(),
            /** The kinds of entry behind it, from the house's side. */
            sources: z.array(z.object({ kind: nameOf<EntryKind>(), came: Cents, went: Cents, entries: z.int() })),
          }),
        ),
        customers: z.object(Line),
        /** The house and the customers together: zero at both ends unless the books are broken. */
        sum: z.object({ opening: Cents, closing: Cents }),
      }),
    ),
    at: Moment,
  }),
})

export const houseLedgerCalls = { listHouseAccounts, listHouseEntries, readHouseBatch, readHouseDay }
