import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { leafFor, pathFrom, rootBuilder } from './roots.ts'

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

/** The root that a leaf and the hashes beside its way lead to, by the recursive definition of RFC 6962. */
function rootBy(leaf: Uint8Array, at: number, count: number, path: readonly Uint8Array[]): Uint8Array {
  if (count === 1) return leaf
  let split = 1
  while (split * 2 < count) split *= 2
  const [beside, lower] = [path.at(-1) ?? new Uint8Array(), path.slice(0, -1)]
  return at < split
    ? sha256(concatBytes(Uint8Array.of(1), rootBy(leaf, at, split, lower), beside))
    : sha256(concatBytes(Uint8Array.of(1), beside, rootBy(leaf, at - split, count - split, lower)))
}

test('every leaf has a path to the root, for every number of leaves', () => {
  const leaves = Array.from({ length: 37 }, (_leaf, n) => leafFor(utf8ToBytes('salt'), `row ${n}`))
  for (let count = 1; count <= leaves.length; count++) {
    const some = leaves.slice(0, count)
    for (const [at, leaf] of some.entries()) {
      expect(rootBy(leaf, at, count, pathFrom(some, at))).toEqual(rootOf(some))
    }
  }
})
