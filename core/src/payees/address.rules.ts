import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m } from '@scure/base'
import { refuse, type Refused } from '../base/refusal.ts'
import { CHAIN_NAMES, type Chain } from './chains.ts'

/**
 * The faults of an address: it has none of its chain's forms, its checksum does not fit (a typing error), it has no
 * checksum, or it belongs to a network where coins have value.
 */
export type AddressRefusal = 'address_form' | 'address_checksum' | 'address_unchecked' | 'address_real_network'

/**
 * Accept an address in its chain's form, or report its fault. Bitcoin: base58check, bech32 (BIP 173) and bech32m (BIP
 * 350), test networks only. Ethereum and Polygon: EIP-55, whose capitals are the checksum. Tron: base58check.
 */
export function decideAddress(chain: Chain, text: string): { address: string } | Refused<AddressRefusal> {
  const answer = READ[chain](text.trim())
  return answer.startsWith('address_')
    ? refuse(answer as AddressRefusal, { chain: CHAIN_NAMES[chain] }, 'address')
    : { address: answer }
}

/** Returns the address in stored form, or a fault code. */
type Reader = (text: string) => string

const READ: Readonly<Record<Chain, Reader>> = { bitcoin, ethereum, polygon: ethereum, tron }

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{26,36}$/

function bitcoin(text: string): string {
  if (/^(bc|tb)1/i.test(text)) return segwit(text)
  if (!BASE58.test(text)) return 'address_form'
  const payload = base58check(text)
  if (payload === null || payload === 'checksum') return payload === null ? 'address_form' : 'address_checksum'
  const [version = -1] = payload
  if (payload.length !== 21) return 'address_form'
  if (version === 0x00 || version === 0x05) return 'address_real_network'
  return version === 0x6f || version === 0xc4 ? text : 'address_form'
}

/** Versions 0 and 1 only: later ones are undefined so far, and anybody could spend them. */
function segwit(text: string): string {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'address_checksum'
  if (!/^(bc|tb)1[02-9ac-hj-np-z]{6,87}$/i.test(text)) return 'address_form'
  const [first, later] = [bech32.decodeUnsafe(text, 90), bech32m.decodeUnsafe(text, 90)]
  const decoded = first ?? later
  if (!decoded) return 'address_checksum'
  const version = decoded.words[0]
  const program = bech32.fromWordsUnsafe(decoded.words.slice(1))
  if (!program) return 'address_form'
  const fits =
    (version === 0 && first !== undefined && (program.length === 20 || program.length === 32)) ||
    (version === 1 && later !== undefined && program.length === 32)
  if (!fits) return 'address_form'
  return decoded.prefix === 'tb' ? text.toLowerCase() : 'address_real_network'
}

function ethereum(text: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return 'address_form'
  const digits = text.slice(2)
  if (digits === checkedCapitals(digits)) return text
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() ? 'address_unchecked' : 'address_checksum'
}

function tron(text: string): string {
  if (!text.startsWith('T') || !BASE58.test(text)) return 'address_form'
  const payload = base58check(text)
  if (payload === 'checksum') return 'address_checksum'
  return payload?.length === 21 && payload[0] === 0x41 ? text : 'address_form'
}

/** The payload of base58check; `checksum` if its last four bytes do not fit, null if it is not base58. */
function base58check(text: string): Uint8Array | 'checksum' | null {
  const bytes = base58.decode(text)
  if (bytes.length < 5) return null
  const payload = bytes.slice(0, -4)
  const check = sha256(sha256(payload))
  return bytes.slice(-4).every((byte, at) => byte === check[at]) ? payload : 'checksum'
}

/** EIP-55: a letter is upper-case if the matching digit of the lower-case address's hash is 8 or more. */
export function checkedCapitals(digits: string): string {
  const small = digits.toLowerCase()
  const hash = keccak_256(utf8ToBytes(small))
  return Array.from(small, (letter, at) => {
    const byte = hash[at >> 1] ?? 0
    return (at % 2 === 0 ? byte >> 4 : byte & 15) >= 8 ? letter.toUpperCase() : letter
  }).join('')
}
