import type { Role } from '../base/contract.ts'
import type { SeatId } from '../base/ids.ts'

/** A seat as this rule sees it: whether it is active, and its roles. */
export interface SeatRoles {
  readonly id: SeatId
  readonly roles: readonly Role[]
  readonly endedAt: number | null
}

/** The tasks that a house can no longer do, or only with a single person. */
export const STAFFING_GAPS = [
  'no_support',
  'no_reviewer',
  'one_reviewer',
  'no_treasurer',
  'one_treasurer',
  'no_operations',
  'one_admin',
] as const
export type StaffingGap = (typeof STAFFING_GAPS)[number]

/**
 * The new gaps if a seat's roles change (none: the seat is ended), in the order of `STAFFING_GAPS`. Existing gaps are left out.
 * If two people decide, a deciding role needs two seats, because refusing a withdrawal always takes both.
 */
export function staffingGapsAfter(
  seats: readonly SeatRoles[],
  id: SeatId,
  roles: readonly Role[],
  twoPerson: boolean,
): StaffingGap[] {
  const active = seats.filter(({ endedAt }) => endedAt === null)
  const before = (role: Role): number => active.filter((seat) => seat.roles.includes(role)).length
  const after = (role: Role): number =>
    active.filter((seat) => (seat.id === id ? roles : seat.roles).includes(role)).length
  const lost = (role: Role, left: number): boolean => before(role) > left && after(role) === left
  const lacks: Readonly<Record<StaffingGap, boolean>> = {
    no_support: lost('support', 0),
    no_reviewer: lost('reviewer', 0),
    one_reviewer: twoPerson && lost('reviewer', 1),
    no_treasurer: lost('treasurer', 0),
    one_treasurer: twoPerson && lost('treasurer', 1),
    no_operations: lost('operations', 0),
    one_admin: lost('admin', 1),
  }
  return STAFFING_GAPS.filter((lack) => lacks[lack])
}
