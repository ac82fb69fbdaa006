/**
 * Every act that can stand in the audit log. Only these are written; each has a sentence in the console's texts, as
 * `audit.act_<name>`, in every language. A name that was once written stays: the log keeps it for good.
 */
export const ACTS = [
  // By customers, or by the house for them.
  'signed_in',
  'password_reset',
  'code_set',
  'code_removed',
  'recovery_made',
  'started_over',
  'account_closed',
  'kyc_ended',
  'support_ended',
  // By the operator, at the command line.
  'viewed_customer_here',
  'unlocked_here',
  'second_step_cleared_here',
  'login_reset_here',
  'account_restricted_here',
  'account_freed_here',
  'granted_here',
  // What seats have seen of a customer.
  'viewed_customer',
  'viewed_entries',
  'viewed_deposit',
  'viewed_withdrawal',
  'viewed_kyc',
  'viewed_proof',
  'viewed_paper',
  'viewed_thread',
  'viewed_picture',
  // What seats have done about a customer.
  'judged_deposit',
  'judged_withdrawal',
  'judged_kyc',
  'answered_thread',
  'closed_thread',
  'account_restricted',
  'account_freed',
  'login_reset_made',
  'message_sent',
  // About seats themselves.
  'seat_claimed',
  'seat_signed_in',
  'seat_signed_out',
  'seat_sessions_ended',
  'seat_link_made',
  'seat_link_revoked',
  'seat_roles_changed',
  'seat_ended',
  'seat_signed_out_by_admin',
  // About the house.
  'invitation_made',
  'invitation_ended',
  'article_published',
  'article_edited',
  'article_withdrawn',
] as const
export type ActName = (typeof ACTS)[number]

export const isActName = (act: string): act is ActName => (ACTS as readonly string[]).includes(act)

/** What a customer narrows the own activity to. */
export const ACTIVITY_KINDS = ['signIns', 'views', 'decisions'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

const BY_THE_CUSTOMER: readonly ActName[] = [
  ...(['password_reset', 'code_set', 'code_removed', 'recovery_made'] as const),
  ...(['started_over', 'account_closed', 'kyc_ended', 'support_ended'] as const),
]

/** Log-ins; what was looked at; and what staff or the operator have done. */
export const actsOfKind = (kind: ActivityKind): ActName[] =>
  ACTS.filter((act) => {
    if (act === 'signed_in' || act.startsWith('viewed_')) return (act === 'signed_in' ? 'signIns' : 'views') === kind
    return kind === 'decisions' && !BY_THE_CUSTOMER.includes(act)
  })
