import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { leafFor, rootBuilder } from '../base/roots.ts'
import { BLOCK_LEAVES } from './roots.rules.ts'

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const builder = rootBuilder()
  for (const leaf of leaves) builder.add(leaf)
  return builder.root().hash
}

test.each([1, BLOCK_LEAVES - 1, BLOCK_LEAVES, BLOCK_LEAVES + 1, 3 * BLOCK_LEAVES, 3 * BLOCK_LEAVES + 77])(
  'the tree over the blocks of %i leaves has the root of the leaves',
  (count) => {
    const leaves = Array.from({ length: count }, (_leaf, n) => leafFor(utf8ToBytes('salt'), `row ${n}`))
    const blocks: Uint8Array[] = []
    for (let n = 0; n < count; n += BLOCK_LEAVES) blocks.push(rootOf(leaves.slice(n, n + BLOCK_LEAVES)))
    expect(rootOf(blocks)).toEqual(rootOf(leaves))
  },
)
