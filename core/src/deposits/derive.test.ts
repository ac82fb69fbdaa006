import { hexToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { bech32, createBase58check, base58 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { decideAddress } from '../payees/address.rules.ts'
import { CHAINS } from '../payees/chains.ts'
import { depositAddress, keyName, readExtendedKey } from './derive.ts'

/**
 * The seed of BIP 39's first phrase (eleven times `abandon`, then `about`) without a password, the start of BIP 84's
 * vectors.
 */
const SEED = hexToBytes(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
)
const BIP84_ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

function keyOf(text: string): HDKey {
  const read = readExtendedKey(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.key
}

const accountOf = (path: string): HDKey => keyOf(HDKey.fromMasterSeed(SEED).derive(path).publicExtendedKey)

/** The witness program of a Bitcoin address on any network. */
const programOf = (address: string) => bech32.decode(address as `bc1${string}`).words

test('BIP 84: the account key of the vector gives its receiving addresses, on the test network', () => {
  const key = keyOf(BIP84_ZPUB)
  const vectors = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g']
  vectors.forEach((vector, number) => {
    const address = depositAddress(key, 'bitcoin', number)
    expect(address).toMatch(/^tb1q/)
    expect(programOf(address)).toEqual(programOf(vector))
  })
})

test('the known accounts of the same seed on Ethereum and on Tron', () => {
  expect(depositAddress(accountOf("m/44'/60'/0'"), 'ethereum', 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(depositAddress(accountOf("m/44'/60'/0'"), 'polygon', 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  expect(depositAddress(accountOf("m/44'/195'/0'"), 'tron', 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
})

// BIP 32, test vector 1: m/0' and its public child 1.
test('BIP 32: a child of a public key is the public key of the child', () => {
  const parent =
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw'
  const child =
    'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ'
  expect(keyOf(parent).deriveChild(1).publicExtendedKey).toBe(child)
})

test('whatever the key, addresses are of test networks, right by their checks, and none is another customer’s', () => {
  const seen = new Set<string>()
  for (const key of [keyOf(BIP84_ZPUB), accountOf("m/84'/1'/0'")]) {
    for (let number = 0; number < 40; number += 1) {
      for (const chain of ['bitcoin', 'ethereum', 'tron'] as const) {
        const address = depositAddress(key, chain, number)
        expect(decideAddress(chain, address)).toEqual({ address })
        seen.add(address)
      }
    }
  }
  expect(seen.size).toBe(2 * 40 * 3)
  expect(CHAINS.map((chain) => depositAddress(keyOf(BIP84_ZPUB), chain, 0)[0])).toEqual(['t', '0', '0', 'T'])
})

const check = createBase58check(sha256)
/** The same key under another version prefix. */
const rewritten = (text: string, version: number[]): string =>
  check.encode(Uint8Array.from([...version, ...check.decode(text).slice(4)]))

// BIP 32, test vector 5, and keys of every version that SLIP 132 names.
// prettier-ignore
test.each<[string, string, string | null]>([
  ['zpub', BIP84_ZPUB, null],
  ['xpub', rewritten(BIP84_ZPUB, [0x04, 0x88, 0xb2, 0x1e]), null],
  ['tpub', rewritten(BIP84_ZPUB, [0x04, 0x35, 0x87, 0xcf]), null],
  ['vpub', rewritten(BIP84_ZPUB, [0x04, 0x5f, 0x1c, 0xf6]), null],
  ['another coin’s key', rewritten(BIP84_ZPUB, [0x01, 0x9d, 0xa4, 0x62]), 'form'],
  ['a private key', HDKey.fromMasterSeed(SEED).privateExtendedKey, 'private'],
  ['a private key of the test network', rewritten(HDKey.fromMasterSeed(SEED).privateExtendedKey, [0x04, 0x35, 0x83, 0x94]), 'private'],
  ['a letter changed', `${BIP84_ZPUB.slice(0, -1)}t`, 'checksum'],
  ['a letter lost', BIP84_ZPUB.slice(0, -1), 'form'],
  ['a letter that base58 has not', `0${BIP84_ZPUB.slice(1)}`, 'form'],
  ['nothing', '', 'form'],
  ['a phrase', 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about', 'form'],
  ['vector 5: a public version with a private key', 'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm', 'form'],
  ['vector 5: an unknown prefix of the point', 'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4', 'form'],
  ['vector 5: depth zero with a number', 'xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ', 'form'],
  ['vector 5: a wrong checksum', 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHL', 'checksum'],
])('%s', (_line, text, problem) => {
  const read = readExtendedKey(text)
  expect('problem' in read ? read.problem : null).toBe(problem)
})

test('however a key is written, it is the same key', () => {
  const names = [0x0488b21e, 0x043587cf, 0x045f1cf6].map((version) => {
    const bytes = [24, 16, 8, 0].map((bits) => (version >>> bits) & 255)
    return keyName(keyOf(rewritten(BIP84_ZPUB, bytes)))
  })
  expect(new Set([...names, keyName(keyOf(BIP84_ZPUB))]).size).toBe(1)
  expect(base58.decode(BIP84_ZPUB)).toHaveLength(82)
})
