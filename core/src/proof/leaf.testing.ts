import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { leafFor, pathFrom, rootBuilder } from '../base/roots.ts'
import type { LeafProof } from './leaf.contract.ts'

/** Signed roots and proofs as a house makes them. */

export const DAY_BEGINS = Date.UTC(2026, 10, 25)
const DAY_ENDS = DAY_BEGINS + 86_400_000
const KEY = new Uint8Array(32).fill(7)

export const signed = (text: string, key = KEY): string =>
  `${text} ${base64urlnopad.encode(ed25519.sign(utf8ToBytes(text), key))}`

const hashOf = (line: string): string => bytesToHex(sha256(utf8ToBytes(line)))

const saltFor = (text: string): Uint8Array => sha256(utf8ToBytes(`salt of ${text}`))

export const OTHER_KEY = new Uint8Array(32).fill(8)

const BEFORE = signed(
  JSON.stringify({ day: '2026-11-24', from: 0, until: DAY_BEGINS, leaves: 0, root: '', previous: '', at: DAY_BEGINS }),
)

/** The proof of some rows among those of a day, with the root of all of them. */
export function proofFor(texts: readonly string[], chosen: readonly number[], change: object = {}): LeafProof {
  const leaves = texts.map((text) => leafFor(saltFor(text), text))
  const builder = rootBuilder()
  for (const leaf of leaves) builder.add(leaf)
  const content = {
    day: '2026-11-25',
    from: DAY_BEGINS,
    until: DAY_ENDS,
    leaves: leaves.length,
    root: bytesToHex(builder.root().hash),
    previous: hashOf(BEFORE),
    at: DAY_ENDS + 900_000,
    ...change,
  }
  return {
    format: 'lonja day root 1',
    day: '2026-11-25',
    line: signed(JSON.stringify(content)),
    before: BEFORE,
    publicKey: bytesToHex(ed25519.getPublicKey(KEY)),
    rows: chosen.map((at) => {
      const text = texts[at] ?? ''
      const leaf = leafFor(saltFor(text), text)
      return {
        text,
        salt: bytesToHex(saltFor(text)),
        leaf: bytesToHex(leaf),
        at,
        path: pathFrom(leaves, at).map(bytesToHex),
      }
    }),
  }
}
