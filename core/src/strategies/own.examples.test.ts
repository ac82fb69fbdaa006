import { expect, test } from 'vitest'
import { OWN_EXAMPLES, OWN_TYPES } from './own.examples.ts'
import { OWN_HISTORY_MOST, OWN_MEMBERS, OWN_SETTINGS } from './own.rules.ts'

test.each([...Object.values(OWN_MEMBERS).flat(), ...OWN_SETTINGS])('the types have %s', (name) => {
  expect(OWN_TYPES).toMatch(new RegExp(`\\n +${name}\\??[:(]`))
})

test('the types say the most that a text may look back on', () => {
  expect(OWN_TYPES).toContain(`from 1 to ${OWN_HISTORY_MOST}.`)
})

test('each example begins with its import, and exports a strategy', () => {
  for (const text of Object.values(OWN_EXAMPLES))
    expect(text).toMatch(/^import { strategy } from 'lonja'\n[^]*\nexport default strategy\({\n/)
})
