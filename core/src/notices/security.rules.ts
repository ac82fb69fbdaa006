import type { NewNotice, Whose } from './notices.rules.ts'

/** What changes how one gets in, or gives somebody else a hand in it. */
type SecurityChange =
  | 'code_set'
  | 'code_removed'
  | 'code_cleared'
  | 'recovery_made'
  | 'recovery_used'
  | 'reset_made'
  | 'reset_made_here'
  | 'reset_used'
  | 'started_over'

/** How one gets in was changed: by oneself, from which device; or by a seat of the house. */
export const noticeOfSecurity = (
  whose: Whose,
  what: SecurityChange,
  { device = '', seat = '' }: { readonly device?: string; readonly seat?: string },
): NewNotice => ({ ...whose, code: 'security_changed', facts: { what, device, seat }, order: null })
