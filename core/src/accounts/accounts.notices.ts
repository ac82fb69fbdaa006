import type { Amount } from '../base/amount.ts'
import type { Role } from '../base/contract.ts'
import { formatDate } from '../base/dates.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  plain,
  type Facts,
  type NewNotice,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'

/** The house's starting grant has arrived. */
export const noticeOfGrant = (whose: NoticeHead, grant: Amount): NewNotice => ({
  ...whose,
  code: 'grant_received',
  facts: amountFacts(grant),
  order: null,
})

/** The operator granted practice money from the command line. */
export const noticeOfGift = (whose: NoticeHead, amount: Amount): NewNotice => ({
  ...whose,
  code: 'granted_here',
  facts: amountFacts(amount),
  order: null,
})

/** A password was set or changed, with the device. */
export const noticeOfPassword = (whose: NoticeHead, which: 'login' | 'trading', device: string): NewNotice => ({
  ...whose,
  code: 'password_changed',
  facts: { which, device },
  order: null,
})

/** A sign-in, with its device. */
export const noticeOfSignIn = (whose: NoticeHead, device: string): NewNotice => ({
  ...whose,
  code: 'signed_in',
  facts: { device },
  order: null,
})

/** Changes of sign-in security, and help in restoring access. `reset_made` is in notices of an older release alone. */
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

/** A change of sign-in security: by the customer, with the device, or by the operator. */
export const noticeOfSecurity = (
  whose: NoticeHead,
  what: Exclude<SecurityChange, 'reset_made'>,
  device = '',
): NewNotice => ({ ...whose, code: 'security_changed', facts: { what, device }, order: null })

/** Staff restricted the account or lifted the restriction: with the role and the seat, never a name. */
export const noticeByStaff = (
  whose: NoticeHead,
  code: 'account_restricted' | 'account_freed',
  { role, number }: { role: Role; number: number },
  facts: Facts,
): NewNotice => ({ ...whose, code, facts: { ...facts, role, seat: String(number) }, order: null })

/** The same by the operator from the command line, without a seat. */
export const noticeByOperator = (
  whose: NoticeHead,
  code: 'account_restricted_here' | 'account_freed_here',
  facts: Facts,
): NewNotice => ({ ...whose, code, facts, order: null })

const amountWords: Words = (notice) => plain(notice.code, { amount: amountIn(notice) })

const restrictionWords: Words = ({ code, facts }) => {
  const { seat, role, reason, until, level = '3', ended = '0', stopped = '0' } = facts
  const time = until === undefined ? {} : { time: formatDate(Number(until)) }
  return {
    key: code,
    blanks: { ...(seat === undefined ? {} : { seat }), ...time, ended, stopped },
    reason: reason === undefined ? null : `restriction.${reason}`,
    ...(role === undefined ? {} : { role: role as Role }),
    // A restriction from before the levels refused as much as the third.
    ...(until === undefined
      ? {}
      : {
          also: [
            `restriction_level.${level}`,
            ...countedIn('restriction_ended', ended),
            ...countedIn('restriction_stopped', stopped),
          ],
        }),
  }
}

/** The sentence about a number of things, in the singular or plural; none for zero. */
const countedIn = (key: string, count: string): string[] =>
  count === '0' ? [] : [`${key}_${count === '1' ? 'one' : 'other'}`]

export const accountsWords = {
  grant_received: amountWords,
  granted_here: amountWords,
  signed_in: ({ code, facts }) => plain(code, { device: factIn(facts, 'device') }),
  password_changed: ({ code, facts }) =>
    plain(`${code}_${factIn(facts, 'which')}`, { device: factIn(facts, 'device') }),
  security_changed: ({ code, facts }) =>
    plain(`${code}_${factIn(facts, 'what')}`, { device: factIn(facts, 'device'), seat: facts['seat'] ?? '' }),
  account_restricted: restrictionWords,
  account_freed: restrictionWords,
  account_restricted_here: restrictionWords,
  account_freed_here: restrictionWords,
} as const satisfies Readonly<Record<string, Words>>
