import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'

/*
 * The check of rows against the signed root of their day, which anybody can run on a proof: a second implementation that
 * imports base only. It walks from a leaf up to the root, as RFC 9162 (section 2.1.3.2) does, and shares no code with
 * the house's tree.
 */

/** A row with its way to the root, in hex. */
export interface RowProof {
  readonly text: string
  readonly salt: string
  readonly leaf: string
  readonly at: number
  readonly path: readonly string[]
}

/** The publications of a house for a day: the signed line, and the key that verifies it. */
export interface RootPublication {
  readonly line: string
  readonly publicKey: string
}

export interface Proof extends RootPublication {
  readonly day: string
  /** The line of the root before; null for the first root of a house. */
  readonly before: string | null
  readonly rows: readonly RowProof[]
}

/** `leaf`: text and salt give the leaf. `path`: it leads to the root. `signature`: of the house. `chain`: to the root before. */
export const STEPS = ['leaf', 'path', 'signature', 'chain'] as const
export type Step = (typeof STEPS)[number]

/** The content of a signed line. */
const Content = z.object({
  day: z.string(),
  from: z.int(),
  until: z.int(),
  leaves: z.int(),
  root: z.string(),
  previous: z.string(),
  at: z.int(),
})
export type RootContent = Readonly<z.output<typeof Content>>

export interface LeafCheck {
  /** The steps that do not hold. */
  readonly wrong: readonly Step[]
  /** The content of the signed line; null for a text that is not a root's. */
  readonly content: RootContent | null
}

/**
 * Check the rows of a proof: that each gives its leaf, that each leaf leads to the root of its day, that the key of the
 * house signed the root, and that it follows the root before. `published` is what the house tells everybody; a proof
 * with another line or key fails at the signature.
 */
export function checkLeaves(proof: Proof, published: RootPublication): LeafCheck {
  const content = contentOf(proof.line)
  const holds: Record<Step, boolean> = {
    leaf: proof.rows.length > 0 && proof.rows.every(givesLeaf),
    path: content !== null && proof.rows.every((row) => leadsTo(content, row) && isWithin(content, row)),
    signature: content?.day === proof.day && isPublished(proof, published) && isSigned(proof.line, proof.publicKey),
    chain: content !== null && isChained(content, proof),
  }
  return { wrong: STEPS.filter((step) => !holds[step]), content }
}

/** The content of a signed line, whoever signed it; null for a text that is not a root's. */
export function contentOf(line: string): RootContent | null {
  try {
    return z.parse(Content, JSON.parse(line.slice(0, Math.max(0, line.lastIndexOf(' ')))))
  } catch {
    return null
  }
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** A leaf and a root of SHA-256 have 64 digits; no other text is read as bytes. */
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const isHex = (text: string): boolean => /^([0-9a-f]{2})+$/.test(text)

const givesLeaf = ({ text, salt, leaf }: RowProof): boolean =>
  isHex(salt) && bytesToHex(sha256(concatBytes(LEAF, hexToBytes(salt), utf8ToBytes(text)))) === leaf

/** Walk from a leaf to the root: the bits of its place say on which side each hash stands. */
function leadsTo({ leaves, root }: RootContent, { leaf, at, path }: RowProof): boolean {
  if (!isHash(leaf) || !path.every(isHash) || !Number.isSafeInteger(at) || at < 0 || at >= leaves) return false
  let place = at
  let last = leaves - 1
  let node = hexToBytes(leaf)
  for (const hex of path) {
    if (last === 0) return false
    const beside = hexToBytes(hex)
    const isRight = place % 2 === 1 || place === last
    node = sha256(isRight ? concatBytes(NODE, beside, node) : concatBytes(NODE, node, beside))
    // The last node of a level without a neighbour went up as it was.
    if (isRight) while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 && bytesToHex(node) === root
}

/** The time of a row stands last in its text. It lies in the stretch of the root. */
function isWithin({ from, until }: RootContent, { text }: RowProof): boolean {
  const at = Number(/(\d+)\]$/.exec(text)?.[1] ?? NaN)
  return at >= from && at < until
}

const isPublished = (proof: RootPublication, published: RootPublication): boolean =>
  proof.line === published.line && proof.publicKey === published.publicKey

/** A line is its text, a space, and the Ed25519 signature of the text in base64url. */
function isSigned(line: string, publicKey: string): boolean {
  const at = line.lastIndexOf(' ')
  try {
    const signature = base64urlnopad.decode(line.slice(at + 1))
    return ed25519.verify(signature, utf8ToBytes(line.slice(0, at)), hexToBytes(publicKey), { zip215: false })
  } catch {
    return false
  }
}

/** A root begins where the one before ended, and holds the hash of its line. The first of a house has none before. */
function isChained({ from, previous }: RootContent, { before, publicKey }: Proof): boolean {
  if (before === null) return previous === '' && from === 0
  const content = contentOf(before)
  const isBound = bytesToHex(sha256(utf8ToBytes(before))) === previous
  return isBound && content?.until === from && isSigned(before, publicKey)
}
