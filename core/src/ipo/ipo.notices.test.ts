import { expect, test } from 'vitest'
import type { Facts } from '../notices/notices.rules.ts'
import { ipoWords } from './ipo.notices.ts'

const WON: Facts = { company: 'Marisma', count: '50', asset: 'EUR', units: '62000' }
const wordsOf = (facts: Facts) =>
  ipoWords.application_won({ code: 'application_won', facts, language: 'en', nameOf: (listing) => listing })

test('allotted shares say when they trade, and a notice from before that was said stays whole', () => {
  const { blanks, also } = wordsOf({ ...WON, lists: String(Date.UTC(2026, 10, 30, 8)) })
  expect([blanks['lists'], also]).toEqual(['30/11/2026 09:00:00', ['application_won.lists']])
  expect(wordsOf(WON)).toEqual({
    key: 'application_won',
    blanks: { company: 'Marisma', count: '50', amount: '€620.00' },
    reason: null,
  })
})
