import { expect, test } from 'vitest'
import { application, NOW } from './offer.testing.ts'
import { newestOf, prospectusIn } from './offer.ts'

test('of a read and a reply the later one counts', () => {
  const own = application()
  const change = { ...own, changedAt: NOW + 5 }
  expect(newestOf(null, own)).toBe(own)
  expect(newestOf(own, change)).toBe(change)
  expect(newestOf(change, own)).toBe(change)
  const withdrawal = { ...own, withdrawnAt: NOW + 9 }
  expect(newestOf(withdrawal, change)).toBe(withdrawal)
})

test('a prospectus without languages is shown whole', () => {
  expect(prospectusIn('Texto sin partes', 'tur')).toBe('Texto sin partes')
  expect(prospectusIn('[tur]\nUno\n\n[en]\nOne\n', 'en')).toBe('One')
})
