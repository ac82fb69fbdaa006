import type { RestrictionLevel, Role } from '@lonja/core/base/contract'
import type { Owner } from './access.owner.ts'

/** The cells of a row of the access matrix (access.matrix.ts), and the functions that make them. */

/**
 * The answer to each caller. `nobody` covers no token, a bad one, a forged one, an ended session and an ended seat.
 */
export interface Cells extends Readonly<Record<Role, string>> {
  readonly nobody: string
  readonly owner: string
  readonly other: string
  /**
   * The level of a restriction from which on the owner is refused, for an input that is accepted otherwise
   * (restricted.test.ts). Null if no restriction closes the call.
   */
  readonly restrictedFrom: RestrictionLevel | null
}

export type Row = readonly [cells: Cells, input: (owner: Owner) => unknown]

export const everyRole = (answer: string): Readonly<Record<Role, string>> => ({
  support: answer,
  reviewer: answer,
  treasurer: answer,
  operations: answer,
  admin: answer,
  auditor: answer,
})

export const open = (answer = 'accepted'): Cells => ({
  nobody: answer,
  owner: answer,
  other: answer,
  restrictedFrom: null,
  ...everyRole(answer),
})

export const owners = (own = 'accepted', others = own): Cells => ({
  nobody: 'not_signed_in',
  owner: own,
  other: others,
  restrictedFrom: null,
  ...everyRole('not_signed_in'),
})

export const seats = (roles: Partial<Readonly<Record<Role, string>>>): Cells => ({
  nobody: 'not_signed_in',
  owner: 'not_signed_in',
  other: 'not_signed_in',
  restrictedFrom: null,
  ...everyRole('not_your_role'),
  ...roles,
})

/** Marks a call that is refused from a level of restriction on. */
export const below = (from: RestrictionLevel, cells: Cells): Cells => ({ ...cells, restrictedFrom: from })

/** Auditors make these calls too. */
export const AUDITED = { auditor: 'accepted' }

/** The roles that see and decide on customers' requests, and the roles that write to customers. */
export const FRONT = { support: 'accepted', reviewer: 'accepted', treasurer: 'accepted' }
export const RESTRICTING = { ...FRONT, admin: 'accepted' }
export const refusing = (answer: string) => ({ support: answer, reviewer: answer, treasurer: answer, admin: answer })
export const helping = (answer: string) => ({ support: answer, admin: answer })
export const OFFICE = { support: 'accepted', operations: 'accepted', admin: 'accepted' }
export const BOOKS = { support: 'accepted', treasurer: 'accepted', admin: 'accepted', auditor: 'accepted' }
export const RISK = { treasurer: 'accepted', admin: 'accepted', auditor: 'accepted' }
export const KEEPERS = { treasurer: 'accepted', operations: 'accepted', admin: 'accepted', auditor: 'accepted' }
export const HOUSE = { operations: 'accepted', admin: 'accepted' }
export const desk = (answer: string) => ({ operations: answer, admin: answer })
