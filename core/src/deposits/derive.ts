import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58, bech32, createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { assert } from '../base/assert.ts'
import { checkedCapitals } from '../payees/address.rules.ts'
import type { Chain } from '../payees/chains.ts'

/** The faults of an extended public key. `private`: it could spend and must not be on a server. */
export type KeyProblem = 'form' | 'checksum' | 'private'

/** The first four bytes of an extended key: its version prefix, and whether it is private (BIP 32, SLIP 132). */
const VERSIONS: Readonly<Record<number, 'public' | 'private'>> = {
  0x0488b21e: 'public', // xpub
  0x0488ade4: 'private', // xprv
  0x04b24746: 'public', // zpub
  0x04b2430c: 'private', // zprv
  0x043587cf: 'public', // tpub
  0x04358394: 'private', // tprv
  0x045f1cf6: 'public', // vpub
  0x045f18bc: 'private', // vprv
}

const KEY_BYTES = 78

/**
 * Read an extended public key (xpub, zpub, tpub or vpub) to derive addresses from, or report its fault: its form, its
 * checksum (a typing error), or that it is private.
 */
export function readExtendedKey(text: string): { key: HDKey } | { problem: KeyProblem } {
  if (!/^[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(text)) return { problem: 'form' }
  const bytes = base58.decode(text)
  if (bytes.length !== KEY_BYTES + 4) return { problem: 'form' }
  const [payload, check] = [bytes.slice(0, KEY_BYTES), bytes.slice(KEY_BYTES)]
  const right = sha256(sha256(payload))
  if (!check.every((byte, at) => byte === right[at])) return { problem: 'checksum' }
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0)
  const side = VERSIONS[version]
  if (side === undefined) return { problem: 'form' }
  if (side === 'private') return { problem: 'private' }
  try {
    return { key: HDKey.fromExtendedKey(text, { public: version, private: 0 }) }
  } catch {
    // The checksum fits but the key is invalid: a point off the curve, or a root with a parent.
    return { problem: 'form' }
  }
}

/** The number of addresses of one key: BIP 32 numbers them below 2^31. */
const MOST_ADDRESSES = 2 ** 31

/**
 * The receiving address with a number, child `0/number` of the key, on a chain: Bitcoin as P2WPKH on the test network
 * (BIP 84), Ethereum and Polygon with EIP-55 capitals, Tron in base58check. The addresses are for test networks only.
 */
export function depositAddress(key: HDKey, chain: Chain, number: number): string {
  assert(Number.isInteger(number) && number >= 0 && number < MOST_ADDRESSES, 'an address has a number')
  const child = key.deriveChild(0).deriveChild(number)
  assert(child.publicKey !== null && child.pubKeyHash !== undefined, 'a child of a public key is a public key')
  if (chain === 'bitcoin') return bech32.encode('tb', [0, ...bech32.toWords(child.pubKeyHash)])
  const account = accountOf(child.publicKey)
  if (chain === 'tron') return tronCheck.encode(Uint8Array.from([0x41, ...account]))
  return `0x${checkedCapitals(bytesToHex(account))}`
}

const tronCheck = createBase58check(sha256)

/** The last 20 bytes of the Keccak hash of the uncompressed point: an account on Ethereum and Tron. */
const accountOf = (compressed: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.Point.fromBytes(compressed).toBytes(false).slice(1)).slice(-20)

/**
 * A short fingerprint of a key, stored with its addresses: the first eight bytes of the hash of its point and chain
 * code.
 */
export function keyName(key: HDKey): string {
  assert(key.publicKey !== null && key.chainCode !== null, 'a key has a point and a chain code')
  return bytesToHex(sha256(Uint8Array.from([...key.publicKey, ...key.chainCode]))).slice(0, 16)
}
