import type { Role } from '../base/contract.ts'
import { formatDate } from '../base/dates.ts'
import type { Instant } from '../base/instant.ts'
import { factIn, plain, type Facts, type NewNotice, type NoticeHead, type Words } from '../notices/notices.rules.ts'

/** A device asked for a new password, or set it. */
export const noticeOfDevice = (whose: NoticeHead, code: 'reset_asked' | 'reset_used', device: string): NewNotice => ({
  ...whose,
  code,
  facts: { device },
  order: null,
})

/** A seat let the device through: alone, so that it works from `opensAt` on, or as the second person. */
export const noticeOfLetting = (
  whose: NoticeHead,
  code: 'reset_in_notice' | 'reset_let_through',
  { role, number, device, opensAt }: { role: Role; number: number; device: string; opensAt: Instant },
): NewNotice => ({ ...whose, code, facts: { role, seat: String(number), device, from: String(opensAt) }, order: null })

/** A seat refused the request. */
export const noticeOfRefusedReset = (
  whose: NoticeHead,
  { role, number }: { role: Role; number: number },
): NewNotice => ({ ...whose, code: 'reset_refused', facts: { role, seat: String(number) }, order: null })

const deviceWords: Words = ({ code, facts }) => plain(code, { device: factIn(facts, 'device') })

const seatWords: Words = ({ code, facts }) => ({
  key: code,
  blanks: blanksOf(facts),
  reason: null,
  role: factIn(facts, 'role') as Role,
})

const blanksOf = ({ seat = '', device = '', from }: Facts) => ({
  seat,
  device,
  ...(from === undefined ? {} : { time: formatDate(Number(from)) }),
})

export const resetsWords = {
  reset_asked: deviceWords,
  reset_used: deviceWords,
  reset_in_notice: seatWords,
  reset_let_through: seatWords,
  reset_refused: seatWords,
  account_restricted_self: ({ code, facts }) => plain(code, { time: formatDate(Number(factIn(facts, 'until'))) }),
} as const satisfies Readonly<Record<string, Words>>
