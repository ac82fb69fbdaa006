import { expect, test } from 'vitest'
import { AGAINST_CLOSING, AGAINST_START_OVER, FEATURE_LISTS } from '@lonja/core/lists'
import { BOOKS, againstOf } from './books.ts'
import { ENDS_WITH_ACCOUNT } from './leaving.ts'

/** Features that have nothing of a customer's open when the account is closed, each with the reason. */
const NOTHING_OPEN: Readonly<Record<string, string>> = {
  audit: 'is history',
  corporate: 'actions are of listings, and end with the shares',
  customers: 'only reads',
  discover: 'notes the first steps of a newcomer, which nothing waits for',
  documents: 'are history',
  interest: 'is charged for lots, which end with the account',
  ledger: 'keeps the entries; portfolio hands the cash back',
  margin: 'ends with the lots; its orders are cancelled by portfolio',
  news: 'belongs to the house',
  notices: 'is history; pushes end with the sessions',
  orders: 'are cancelled by portfolio, which hands the shares back',
  payees: 'stay with the withdrawals that name them',
  pictures: 'end with their record',
  portfolio: 'closes the account',
  restrictions: 'belong to the account: what is asked of a closed one changes nothing',
  review: 'ends with its record',
  risk: 'only reads',
  staff: 'belongs to the seats',
}

test('every feature stands against closing, ends with the account, or has nothing open', () => {
  const features = Object.entries(FEATURE_LISTS)
  const ending = Object.keys(ENDS_WITH_ACCOUNT)
  const against = features.flatMap(([feature, lists]) => ('againstClosing' in lists ? [feature] : []))
  const named = [...against, ...ending, ...Object.keys(NOTHING_OPEN)]
  expect(named.toSorted()).toEqual(features.map(([feature]) => feature).toSorted())
})

test('every reason against leaving has a query in the books, and no query has another code', () => {
  const codes = [...new Set([...Object.keys(AGAINST_START_OVER), ...Object.keys(AGAINST_CLOSING)])]
  expect(codes.length).toBeGreaterThan(1)
  const queries = BOOKS.flatMap(({ against = {} }) => Object.keys(against))
  expect(queries.toSorted()).toEqual(codes.toSorted())
  expect(() => againstOf(['tea_open'])).toThrow('tea_open')
})

test('what holds an amount is named before anything else that is under way', () => {
  expect(Object.keys(AGAINST_START_OVER).at(0)).toBe('withdrawal_under_way')
  expect(Object.keys(AGAINST_START_OVER).at(-1)).toBe('deposit_under_way')
  expect(Object.keys(AGAINST_CLOSING)[0]).toBe('withdrawal_under_way')
})
