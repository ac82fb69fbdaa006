import { expect, test } from 'vitest'
import { configuredKey, newPracticeKey } from './deposits.key.ts'

test('the operator’s key must be a public one; the refusal of another does not print it', () => {
  const own = newPracticeKey()
  expect(own).toMatch(/^tpub/)
  expect(newPracticeKey()).not.toBe(own)
  expect(configuredKey(null)).toBeNull()
  expect(configuredKey(` ${own}\n`)?.key.publicExtendedKey).toBe(own)
  const secret =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
  for (const [text, message] of [
    [secret, /private key/],
    [`${own.slice(0, -1)}${own.endsWith('2') ? '3' : '2'}`, /checksum/],
    ['nonsense', /no extended public key/],
  ] as const) {
    expect(() => configuredKey(text)).toThrow(message)
    expect(() => configuredKey(text)).not.toThrow(text)
  }
})
