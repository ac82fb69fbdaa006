import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * The root of a day: a Merkle tree as in RFC 6962 over the day's rows. A leaf has a salt of its own, so nobody can guess
 * another customer's row from a hash beside their own.
 */

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The hash of a row's text with its salt. */
export const leafFor = (salt: Uint8Array, text: string): Uint8Array =>
  sha256(concatBytes(LEAF, salt, utf8ToBytes(text)))

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(NODE, left, right))

export interface Root {
  readonly leaves: number
  readonly hash: Uint8Array
}

/** Takes leaves one after the other, with one hash in memory for each level of the tree. */
export interface RootBuilder {
  add(leaf: Uint8Array): void
  root(): Root
}

export function rootBuilder(): RootBuilder {
  // Whole subtrees, the largest first: one for each bit of the number of leaves.
  const whole: Uint8Array[] = []
  let leaves = 0
  return {
    add: (leaf) => {
      leaves += 1
      let node = leaf
      for (let size = leaves; size % 2 === 0; size /= 2) node = joined(whole.pop() ?? node, node)
      whole.push(node)
    },
    root: () => ({ leaves, hash: whole.reduceRight<Uint8Array | null>((right, left) => (right ? joined(left, right) : left), null) ?? sha256(new Uint8Array()) }), // prettier-ignore
  }
}
