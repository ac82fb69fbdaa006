import type { Amount } from '../base/amount.ts'
import { formatDate } from '../base/dates.ts'
import type { Role } from '../base/contract.ts'
import { LANGUAGES, type Language } from '../base/language.ts'
import type { NoticeCode } from './notices.contract.ts'
import type { Facts, NewNotice, Whose, Wording } from './notices.rules.ts'

/** What staff did to the account: by which role and seat, never by whom. */
export const noticeByStaff = (
  whose: Whose,
  code: 'account_restricted' | 'account_freed',
  { role, number }: { role: Role; number: number },
  facts: Facts,
): NewNotice => ({ ...whose, code, facts: { ...facts, role, seat: String(number) }, order: null })

/** The same by the operator, at the command line: there is no seat then. */
export const noticeByOperator = (
  whose: Whose,
  code: 'account_restricted_here' | 'account_freed_here',
  facts: Facts,
): NewNotice => ({ ...whose, code, facts, order: null })

/** Practice money that the operator gave, at the command line. */
export const noticeOfGift = (whose: Whose, { asset, units }: Amount): NewNotice => ({
  ...whose,
  code: 'granted_here',
  facts: { asset, units: units.toString() },
  order: null,
})

/** The customer started over: so many open orders were cancelled for it. */
export const noticeOfStartOver = (whose: Whose, orders: number): NewNotice => ({
  ...whose,
  code: 'started_over',
  facts: { orders: String(orders) },
  order: null,
})

/** A message in one language: plain text, without an address outside of the house. */
export interface MessageText {
  readonly title: string
  readonly body: string
}

/** A message of the house, in the languages it was written in. */
export const noticeOfMessage = (whose: Whose, texts: Readonly<Partial<Record<Language, MessageText>>>): NewNotice => ({
  ...whose,
  code: 'house_message',
  facts: Object.fromEntries(
    Object.entries(texts).flatMap(([language, { title, body }]) => [
      [`title_${language}`, title],
      [`body_${language}`, body],
    ]),
  ),
  order: null,
})

/** A sentence of the house, with the role of staff that did it: a word of the catalogue. */
export interface HouseWording extends Wording {
  readonly role?: Role
}

const HOLDING: readonly NoticeCode[] = [
  'account_restricted',
  'account_freed',
  'account_restricted_here',
  'account_freed_here',
]
const isAboutHolding = (code: NoticeCode): boolean => HOLDING.includes(code)

/** How a notice of the house about the account is said; null for any other notice. */
export function houseWordingFor(code: NoticeCode, facts: Facts, language: Language): HouseWording | null {
  if (code === 'house_message') return messageWording(facts, language)
  if (!isAboutHolding(code)) return null
  const { seat, role, reason, until } = facts
  const time = until === undefined ? {} : { time: formatDate(Number(until)) }
  return {
    ...{ key: code, blanks: { ...(seat === undefined ? {} : { seat }), ...time } },
    ...(role === undefined ? {} : { role: role as Role }),
    reason: reason === undefined ? null : `restriction.${reason}`,
  }
}

/** In the reader's language, else in the first it was written in. */
function messageWording(facts: Facts, language: Language): HouseWording {
  const written = [language, ...LANGUAGES].find((each) => facts[`title_${each}`] !== undefined) ?? language
  const blanks = { title: facts[`title_${written}`] ?? '', body: facts[`body_${written}`] ?? '' }
  return { key: 'house_message', blanks, reason: null }
}
