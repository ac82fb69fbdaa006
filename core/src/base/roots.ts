import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * Roots over rows: a Merkle tree as in RFC 6962. The leaf of a secret row has a salt of its own, so nobody can guess
 * another customer's row from a hash beside their own.
 */

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The hash of a row's text with its salt; the salt of a public row is empty. */
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

/** The hashes beside the way from the leaf `at` up to the root of these leaves, the lowest first. */
export function pathFrom(leaves: readonly Uint8Array[], at: number): Uint8Array[] {
  const path: Uint8Array[] = []
  let level = leaves
  for (let place = at; level.length > 1; place = Math.floor(place / 2)) {
    const beside = level[place % 2 === 0 ? place + 1 : place - 1]
    if (beside) path.push(beside)
    level = levelAbove(level)
  }
  return path
}

/** A last node without a neighbour goes up as it is. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = []
  for (let n = 0; n < level.length; n += 2) {
    const [left, right] = [level[n], level[n + 1]]
    if (left) above.push(right ? joined(left, right) : left)
  }
  return above
}
