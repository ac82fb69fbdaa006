import { expect, test } from 'vitest'
import { AcceptanceField } from './documents.contract.ts'

const SHA256 = '0123456789abcdef'.repeat(4)

// prettier-ignore
test.each<[line: string, field: unknown, fits: boolean]>([
  ['a text by version, language and hash', { version: 1, language: 'tur', sha256: SHA256 },                   true],
  ['version 0',                            { version: 0, language: 'tur', sha256: SHA256 },                   false],
  ['another language',                     { version: 1, language: 'de', sha256: SHA256 },                    false],
  ['a hash that is cut off',               { version: 1, language: 'tur', sha256: SHA256.slice(1) },          false],
  ['a hash in capitals',                   { version: 1, language: 'tur', sha256: SHA256.toUpperCase() },     false],
  ['a name, which the call gives',         { version: 1, language: 'tur', sha256: SHA256, name: 'a_name' },   false],
])('%s', (_line, field, fits) => {
  expect(AcceptanceField.safeParse(field).success).toBe(fits)
})
