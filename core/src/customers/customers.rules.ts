import type { Role } from '../base/contract.ts'
import type { Instant } from '../base/instant.ts'
import { SAME_VIEW_MS } from '../support/support.rules.ts'

/** Entries of an account of the house on a page of the list, unless the call says how many. */
export const SOURCES_PAGE = 50

/** Customers on a page of the list, unless the call says how many. */
export const CUSTOMERS_PAGE = 50

/** Entries of a customer on a page of the list, unless the call says how many. */
export const CUSTOMER_ENTRIES_PAGE = 50

/** The most rows of each kind in a file, newest first. Open rows are always included. */
export const FILE_ROWS = 50

/**
 * The parts of a customer's file, each shown to the roles whose work needs it: the full phone number to roles that talk
 * to people and hand over one-time links, names and identity documents to roles that compare them, money to roles that
 * pay it in and out, all to auditors.
 */
export const FILE_PARTS = ['contact', 'identity', 'money', 'security', 'activity'] as const
export type FilePart = (typeof FILE_PARTS)[number]

const PARTS_OF: Readonly<Record<Role, readonly FilePart[]>> = {
  support: ['contact', 'identity', 'money', 'security', 'activity'],
  reviewer: ['identity', 'activity'],
  treasurer: ['identity', 'money', 'security', 'activity'],
  operations: [],
  admin: ['contact', 'identity', 'money', 'security', 'activity'],
  auditor: ['contact', 'identity', 'money', 'security', 'activity'],
}

/** The parts of a customer's file that a seat with these roles reads: the union over its roles. */
export const partsFor = (roles: readonly Role[]): FilePart[] =>
  FILE_PARTS.filter((part) => roles.some((role) => PARTS_OF[role].includes(part)))

/** True if opening a customer counts as a new view; false if it continues the last view, at `last` (null for none). */
export const isNewView = (last: Instant | null, now: Instant): boolean => last === null || now - last >= SAME_VIEW_MS
