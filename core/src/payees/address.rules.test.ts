import { expect, test } from 'vitest'
import { decideAddress } from './address.rules.ts'
import type { Chain } from './chains.ts'

const resultOf = (chain: Chain, text: string): string => {
  const answer = decideAddress(chain, text)
  return 'refused' in answer ? answer.refused : answer.address
}

// The addresses of BIP 173, BIP 350, EIP-55 and Tron's documentation, each also with one error.
// prettier-ignore
test.each<[string, Chain, string, string]>([
  // BIP 173 and BIP 350, test network.
  ['version 0, key', 'bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['all capitals are the same address', 'bitcoin', 'TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['version 0, script', 'bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
  ['version 1', 'bitcoin', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
  ['capitals and small letters mixed', 'bitcoin', 'tb1Qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'address_checksum'],
  ['one letter wrong', 'bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy', 'address_checksum'],
  ['a later version with the check of version 0', 'bitcoin', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'address_form'],
  ['version 0 with the check of version 1', 'bitcoin', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'address_form'],
  ['a letter that bech32 has not', 'bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzbo', 'address_form'],
  ['the main network', 'bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address_real_network'],
  ['the main network, version 1', 'bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'address_real_network'],
  // Base58check.
  ['a key of the test network', 'bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['a script of the test network', 'bitcoin', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['one letter wrong in base58', 'bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm', 'address_checksum'],
  ['a key of the main network', 'bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'address_real_network'],
  ['a script of the main network', 'bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'address_real_network'],
  ['an address of Ethereum', 'bitcoin', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_form'],
  // EIP-55.
  ['normal', 'ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['the same form on Polygon', 'polygon', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['with spaces round it', 'ethereum', ' 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB\n', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['all capitals by its check', 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['all small by its check', 'ethereum', '0xde709f2102306220921060314715629080e2fb77', '0xde709f2102306220921060314715629080e2fb77'],
  ['all small without its check', 'ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'address_unchecked'],
  ['one capital wrong', 'ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_checksum'],
  ['one digit short', 'ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'address_form'],
  // Tron.
  ['a contract of Tron', 'tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['one letter wrong on Tron', 'tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'address_checksum'],
  ['an address of Bitcoin', 'tron', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'address_form'],
  ['a zero, which base58 has not', 'tron', 'T07NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'address_form'],
  ['nothing', 'tron', '', 'address_form'],
])('%s', (_line, chain, text, answer) => {
  expect(resultOf(chain, text)).toBe(answer)
})

// An error in one letter is always found: every position of every form, replaced by every other letter of its alphabet.
test.each<[Chain, string, string]>([
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'],
])('%s: no slip of one letter of %s is taken', (chain, address, alphabet) => {
  for (let at = chain === 'bitcoin' && address.startsWith('tb') ? 4 : 1; at < address.length; at += 1) {
    for (const letter of alphabet) {
      const slipped = address.slice(0, at) + letter + address.slice(at + 1)
      if (slipped !== address)
        expect([slipped, resultOf(chain, slipped)]).toEqual([slipped, expect.stringMatching(/^address_/)])
    }
  }
})
