import { PHONE_DIGITS } from './accounts.contract.ts'

/** The country codes of two digits; 1 and 7 have one digit, all others three (ITU-T E.164). */
const CODES_OF_TWO = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

const codeLength = (digits: string): number => {
  if (digits.startsWith('1') || digits.startsWith('7')) return 1
  return CODES_OF_TWO.has(digits.slice(0, 2)) ? 2 : 3
}

/**
 * The countries of the house's languages, whose code may be left out. Their national numbers have a fixed length and do not
 * begin with 0. `added`: the code and the number fit a stored number, and no other country's number looks the same.
 */
const COUNTRIES = [
  { code: '34', digits: 9, added: true },
  { code: '33', digits: 9, added: true },
  { code: '44', digits: 10, added: false },
  { code: '86', digits: 11, added: false },
  { code: '886', digits: 9, added: false },
  { code: '1', digits: 10, added: false },
] as const

/** The characters between the digits of a written phone number. */
const WRITTEN = /^\+?[\d\s().\-/\u2010-\u2015]+$/u

/**
 * The stored forms that a written phone number may have: with and without its country code (`+34`, `0034`, `34`) and the 0 that
 * some countries dial first. Empty for a text that is no whole number. A form is never a part of a number.
 */
export function phonesFor(written: string): string[] {
  const plain = written.trim()
  if (!WRITTEN.test(plain)) return []
  const digits = plain.replace('(0)', '').replace(/\D/g, '')
  const international = plain.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null
  const forms = international === null ? localForms(digits) : internationalForms(international)
  return [...new Set(forms)].filter((form) => form.length >= PHONE_DIGITS.least && form.length <= PHONE_DIGITS.most)
}

function internationalForms(digits: string): string[] {
  const national = digits.slice(codeLength(digits))
  return [digits, national, `0${national}`]
}

function localForms(digits: string): string[] {
  const coded = COUNTRIES.filter(
    ({ code, digits: most }) => digits.startsWith(code) && digits.length === code.length + most,
  )
  const bare = coded.flatMap(({ code }) => [digits.slice(code.length), `0${digits.slice(code.length)}`])
  const national = digits.startsWith('0') ? digits.slice(1) : digits
  const whole = COUNTRIES.filter(({ digits: most }) => national.length === most && !national.startsWith('0'))
  const added = whole.filter((country) => country.added).map(({ code }) => code + national)
  return [digits, ...bare, ...(whole.length > 0 ? [national, `0${national}`] : []), ...added]
}
