import type { Role } from '../base/contract.ts'
import type { Instant } from '../base/instant.ts'
import { SAME_VIEW_MS } from '../support/support.rules.ts'

/**
 * The parts of a customer's file, each shown to the roles whose work needs it: the phone number in full to those who speak with
 * people and hand over one-time links, names and papers to those who compare them, money to those who pay it in and out.
 */
export const FILE_PARTS = ['contact', 'identity', 'money', 'security', 'activity'] as const
export type FilePart = (typeof FILE_PARTS)[number]

const PARTS_OF: Readonly<Record<Role, readonly FilePart[]>> = {
  support: ['contact', 'identity', 'money', 'security', 'activity'],
  reviewer: ['identity', 'activity'],
  treasurer: ['identity', 'money', 'security', 'activity'],
  operations: [],
  admin: ['contact', 'identity', 'money', 'security', 'activity'],
}

/** What a seat of these roles reads of a customer's file: together what each of them reads. */
export const partsFor = (roles: readonly Role[]): FilePart[] =>
  FILE_PARTS.filter((part) => roles.some((role) => PARTS_OF[role].includes(part)))

/** Whether a look of a seat at a customer is a new view, or still the last one, which was at `last`; null for none before. */
export const isNewLook = (last: Instant | null, now: Instant): boolean => last === null || now - last >= SAME_VIEW_MS
