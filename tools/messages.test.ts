import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { TEXT_FILES } from '@lonja/server/base/texts'
import { checkout } from '@lonja/e2e/checkout'

/*
 * The messages, most of them of the spec (section 8), that are said in more than one place. Each has one wording in a language, because a
 * customer can read two of them on one form.
 */

/** Each message by its first place, and the texts that say the same. */
const MESSAGES = [
  [
    'server/base/missing_information',
    ...[
      'accounts',
      'blocks',
      'deposits',
      'ipo',
      'kyc',
      'loans',
      'options',
      'payees',
      'portfolio',
      'resets',
      'withdrawals',
    ].map((feature) => `app/${feature}/missing`),
  ],
  ['server/accounts/phone_digits', ...['accounts', 'loans', 'resets'].map((feature) => `app/${feature}/phoneDigits`)],
  ['server/accounts/password_short', 'app/accounts/passwordShort'],
  ['server/base/passwords_differ', 'app/accounts/passwordsDiffer'],
  ['server/support/message_empty', 'app/support/messageEmpty'],
  [
    'server/base/insufficient_balance',
    'app/orders/insufficientBalance',
    ...['blocks', 'ipo', 'loans', 'options', 'strategies', 'withdrawals'].map(
      (feature) => `app/${feature}/insufficient`,
    ),
  ],
  ['server/base/positive_integer', 'app/blocks/positiveInteger', 'app/orders/positiveInteger'],
  ['server/ipo/minimum_application', 'app/ipo/minimum'],
  ['server/loans/loan_amount', 'app/loans/outside'],
  ['server/loans/agreement_unsigned', 'app/loans/signFirst'],
  [
    'app/orders/leftAvailable',
    ...['blocks', 'loans', 'options', 'strategies'].map((feature) => `app/${feature}/leftFree`),
  ],
  [
    'app/portfolio/showEntries',
    'app/portfolio/againEntries',
    ...['corporate', 'reversals'].map((feature) => `app/${feature}/see`),
    ...['deposits', 'ipo', 'options', 'orders', 'withdrawals'].map((feature) => `app/${feature}/seeEntries`),
  ],
] as const

/** Every text with a key in a file of texts, however deep it stands. */
const textsOf = (of: object, key: string): string[] =>
  Object.entries(of).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? textsOf(value, key) : name === key ? [String(value)] : [],
  )

const readIn = (language: Language) => (place: string) => {
  const [room = '', feature = '', key = ''] = place.split('/')
  const files = TEXT_FILES.map((file) => join(checkout, room, 'src', feature, 'texts', file(language)))
  return files.filter(existsSync).flatMap((file) => textsOf(JSON.parse(readFileSync(file, 'utf8')) as object, key))
}

test.each(LANGUAGES)('a message that several features say has one wording: in %s', (language) => {
  for (const places of MESSAGES) {
    const words = places.map(readIn(language))
    expect(words.every((sentences) => sentences.length > 0)).toBe(true)
    expect({ places, words: [...new Set(words.flat())] }).toMatchObject({ words: { length: 1 } })
  }
})
