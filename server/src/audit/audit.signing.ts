import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { StoredHead } from '@lonja/core/audit/audit.check'
import type { Instant } from '@lonja/core/base/instant'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'

/*
 * Signed heads. Every round is one line of JSON: its number, its time, the hash of the line before it, and the heads
 * that moved since. It is signed with Ed25519 by a key derived from the house's secret. The same line is stored in
 * a table and in a file of the data folder: a change of one of them, or of both without the secret, is detected.
 */

/** The PKCS #8 bytes before the 32 bytes of an Ed25519 key (RFC 8410). */
const BEFORE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The house's key that signs heads of the audit log, or roots of days. */
export function signingKeyOf(secret: HouseSecret, purpose: 'audit heads' | 'day roots' = 'audit heads'): KeyObject {
  const der = Buffer.concat([BEFORE_KEY, keyFor(secret, purpose)])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** The content of a round, without its signature. */
export interface SigningRound {
  readonly n: number
  readonly at: Instant
  /** SHA-256 of the line before, in hex; empty for the first. */
  readonly previous: string
  readonly heads: readonly StoredHead[]
}

const textOf = ({ n, at, previous, heads }: SigningRound): string =>
  JSON.stringify({ n, at, previous, heads: heads.map(({ chain, n: row, hash }) => [chain, row, hash]) })

/** A text with its signature, in one line. */
export const signedLine = (key: KeyObject, text: string): string =>
  `${text} ${sign(null, Buffer.from(text), key).toString('base64url')}`

/** The text of a line with a valid signature of the house; null for anything else. */
export function textIn(key: KeyObject, line: string): string | null {
  const at = line.lastIndexOf(' ')
  const text = line.slice(0, Math.max(0, at))
  const signature = Buffer.from(line.slice(at + 1), 'base64url')
  return verify(null, Buffer.from(text), createPublicKey(key), signature) ? text : null
}

/** The line of a round, with its signature. */
export const lineFor = (key: KeyObject, round: SigningRound): string => signedLine(key, textOf(round))

/** The content of a line with a valid signature of the house; null for anything else. */
export function roundIn(key: KeyObject, line: string): SigningRound | null {
  const text = textIn(key, line)
  if (text === null) return null
  const round = JSON.parse(text) as { n: number; at: number; previous: string; heads: [string, number, string][] }
  return { ...round, heads: round.heads.map(([chain, n, hash]) => ({ chain, n, hash })) }
}
