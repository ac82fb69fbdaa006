import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { leafFor, rootBuilder } from './roots.rules.ts'

/** The root as RFC 6962 defines it: split at the largest power of two below the number of leaves. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array())
  if (leaves.length === 1) return leaves[0] ?? new Uint8Array()
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(concatBytes(Uint8Array.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))))
}

test('leaves taken one by one have the root of their tree, for every number of them', () => {
  const leaves = Array.from({ length: 70 }, (_leaf, n) => leafFor(utf8ToBytes('salt'), `row ${n}`))
  const builder = rootBuilder()
  for (let count = 0; count <= leaves.length; count++) {
    expect(builder.root()).toEqual({ leaves: count, hash: rootOf(leaves.slice(0, count)) })
    const leaf = leaves[count]
    if (leaf) builder.add(leaf)
  }
})

test('a leaf depends on its salt and its text, and no leaf is a node', () => {
  const [one, other] = [leafFor(utf8ToBytes('a'), 'row'), leafFor(utf8ToBytes('b'), 'row')]
  expect(one).not.toEqual(other)
  expect(leafFor(utf8ToBytes('a'), 'row 2')).not.toEqual(one)
  expect(one).toEqual(sha256(utf8ToBytes('\0arow')))
})
