import type { NewNotice, Whose } from './notices.rules.ts'

/** What changes how one gets in, or gives somebody else a hand in it. */
export const SECURITY_CHANGES = [
  'code_set',
  'code_removed',
  'code_cleared',
  'recovery_made',
  'recovery_used',
  'recovery_spent',
  'reset_made',
  'reset_made_here',
  'reset_used',
] as const
type SecurityChange = (typeof SECURITY_CHANGES)[number]

/** How one gets in was changed: by oneself, from which device; or by a seat of the house. */
export const noticeOfSecurity = (
  whose: Whose,
  what: SecurityChange,
  { device = '', seat = '' }: { readonly device?: string; readonly seat?: string },
): NewNotice => ({ ...whose, code: 'security_changed', facts: { what, device, seat }, order: null })
