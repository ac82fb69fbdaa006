import { refuse, type Refused } from './refusal.ts'

/** The form of a password that is hashed. Normalising gives one form for every way a keyboard composes the letters. */
export const plainPassword = (written: string): string => written.normalize('NFKC')

/** The length of a password in characters as a person counts them. */
export const passwordLength = (password: string): number => [...plainPassword(password)].length

const BRAND = 'lonja'
/** The letters that must stay beside the house's name. */
const BESIDE_BRAND = 6
const PHONE_PART_LEAST = 6

/**
 * True for a password that is guessed from what everybody knows (OWASP ASVS 6.2): the phone number or a part of it, the
 * house's name with little beside it, or characters that mostly repeat or follow one another. `phone` is in digits; null
 * or empty if there is none.
 */
export function isGuessable(password: string, phone: string | null): boolean {
  const plain = plainPassword(password).toLowerCase()
  return isOfPhone(plain, phone ?? '') || isOfBrand(plain) || isRepeated(plain) || isSequence(plain)
}

function isOfPhone(plain: string, phone: string): boolean {
  const digits = plain.replace(/[\s().+/-]/g, '')
  if (phone.length < PHONE_PART_LEAST || digits.length < PHONE_PART_LEAST) return false
  return digits.includes(phone) || phone.includes(digits)
}

const isOfBrand = (plain: string): boolean =>
  plain.includes(BRAND) && [...plain.replaceAll(BRAND, '')].length < BESIDE_BRAND

/** A short piece again and again: `aaaaaa`, `abcabc`, `passpass`. */
function isRepeated(plain: string): boolean {
  const letters = [...plain]
  const isPeriod = (length: number): boolean =>
    letters.length % length === 0 && letters.every((letter, at) => letter === letters[at % length])
  return letters.some((_letter, at) => at > 0 && at <= letters.length / 2 && isPeriod(at))
}

/** Fewer than half of its characters are a step of their own: `123456`, `987654321`, `aabbcc`, `890123`. */
function isSequence(plain: string): boolean {
  const codes = [...plain].map((letter) => letter.codePointAt(0) ?? 0)
  const isNine = (one: number, next: number): boolean => one === 0x39 && next === 0x30
  const follows = (one: number, next: number): boolean =>
    Math.abs(one - next) <= 1 || isNine(one, next) || isNine(next, one)
  const steps = codes.filter((code, at) => at === 0 || !follows(codes[at - 1]!, code))
  return codes.length > 1 && steps.length * 2 < codes.length
}

/** The refusals of a customer's new password, in the order in which they are tried. */
export const NEW_PASSWORD_REFUSALS = [
  'password_short',
  'password_common',
  'password_guessable',
  'passwords_differ',
] as const

/** The facts about a new password that its text alone does not tell. */
export interface PasswordFacts {
  /** The owner's phone number in digits; null if it is unknown. */
  readonly phone: string | null
  /** The password is in the house's list of common passwords. */
  readonly isCommon: boolean
}

/** Refuse a new password that is tried among the first. */
export function checkStrength(
  password: string,
  { phone, isCommon }: PasswordFacts,
): Refused<'password_common' | 'password_guessable'> | null {
  if (isGuessable(password, phone)) return refuse('password_guessable', {}, 'password')
  return isCommon ? refuse('password_common', {}, 'password') : null
}
