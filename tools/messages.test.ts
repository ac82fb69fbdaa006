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

/** Each message of the spec (section 8) in its English words, with a text that begins with it. The two removals have words of ours. */
// prettier-ignore
const SPEC_MESSAGES = [
  ['Passwords do not match',                                       'app/accounts/passwordsDiffer'],
  ['Password must be at least 6 characters',                       'app/accounts/passwordShort'],
  ['Phone number must be 7~11 digits',                             'app/accounts/phoneDigits'],
  ['Insufficient account balance',                                 'app/orders/insufficientBalance'],
  ['Minimum withdrawal amount: {min}',                             'app/withdrawals/belowMinimum'],
  ['Minimum application amount: {min}',                            'app/ipo/minimum'],
  ['Recharge amount must be greater than 0',                       'app/deposits/amountPositive'],
  ['Missing information, please complete',                         'app/loans/missing'],
  ['KYC passed, please do not resubmit',                           'server/kyc/kyc_passed'],
  ['Insufficient loan amount',                                     'app/loans/outside'],
  ['Please contact customer service',                              'server/base/account_restricted'],
  ['Please read and agree to the loan agreement first',            'app/loans/agreeFirst'],
  ['Please enter a positive integer',                              'app/orders/positiveInteger'],
  ['You do not meet the application requirements, please reapply', 'server/loans/loan_requirements'],
  ['You do not meet the application requirements, please reapply', 'server/loans/loan_unverified'],
  ['You do not meet the application requirements, please reapply', 'app/blocks/outside'],
  ['Login successful',                                             'app/accounts/loggedIn'],
  ['Registration successful',                                      'app/accounts/registered'],
  ['Password changed successfully',                                'app/accounts/passwordChanged'],
  ['Information submitted successfully',                           'app/kyc/done'],
  ['Front upload successful',                                      'app/kyc/frontDone'],
  ['Back upload successful',                                       'app/kyc/backDone'],
  ['Deleted successfully',                                         'app/payees/deleted'],
  ['Added successfully',                                           'app/payees/added'],
  ['Submitted successfully, please wait for staff confirmation',   'app/deposits/sent'],
  ['Application successful',                                       'app/ipo/done'],
  ['Loan application submitted successfully',                      'app/loans/done'],
  ['Repayment application successful',                             'app/loans/repayDone'],
  ['Copy successful',                                              'app/shell/copied'],
  ['Refresh successful',                                           'app/shell/refreshed'],
  ['Added to Favorites',                                           'app/watchlist/watched'],
  ['Removed from Favorites',                                       'app/watchlist/removed'],
  ['Are you sure you want to sell?',                               'app/orders/confirmSell'],
  ['Are you sure you want to cancel the execution order?',         'app/orders/confirmCancel'],
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

test.each(SPEC_MESSAGES)('the message of the spec “%s” is in the words of %s', (sentence, place) => {
  expect(readIn('en')(place)[0]).toMatch(new RegExp(`^${sentence.replaceAll(/[{}?]/g, String.raw`\$&`)}`))
  for (const language of LANGUAGES) expect(readIn(language)(place)).not.toEqual([])
})
