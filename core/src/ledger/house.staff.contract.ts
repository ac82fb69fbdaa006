import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CurrencyCode, Id, Moment, MomentText, Page, Quantity, pageOf } from '../base/wire.ts'
import { nameOf, oneOf } from '../base/lists.ts'
import type { HouseAccount } from './ledger.contract.ts'

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

export const houseLedgerCalls = { listHouseAccounts, listHouseEntries, readHouseBatch }
