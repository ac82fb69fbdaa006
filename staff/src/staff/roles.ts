import type { Role } from '@lonja/core/base/contract'
import type { Formats } from '@lonja/kit/formats'
import type { Say } from '@lonja/kit/text'

/** Role names in words, as shown beside a seat: `Tesorería, revisión`. */
export const roleNames = (t: Say<'staff'>, f: Pick<Formats, 'list'>, roles: readonly Role[]): string =>
  f.list(roles.map((role) => t(`role_${role}`)))
