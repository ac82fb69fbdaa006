import type { Role } from '@lonja/core/base/contract'
import type { Say } from '@lonja/kit/text'

/** Roles in words, as they stand beside a seat: `Tesorería, revisión`. */
export const roleNames = (t: Say<'staff'>, roles: readonly Role[]): string =>
  roles.map((role) => t(`role_${role}`)).join(', ')
