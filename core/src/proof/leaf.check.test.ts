import { describe, expect, test } from 'vitest'
import { checkLeaves, contentOf, type Proof, type Step } from './leaf.check.ts'
import type { LeafProof } from './leaf.contract.ts'
import { DAY_BEGINS, OTHER_KEY, proofFor, signed } from './leaf.testing.ts'

const row = (n: number): string => `["entry", "ana", ${n}, ${DAY_BEGINS + n}]`
const ROWS = Array.from({ length: 11 }, (_row, n) => row(n))
const PROOF = proofFor(ROWS, [6, 10])

const wrongIn = (proof: Proof, published: Proof = proof): readonly Step[] => checkLeaves(proof, published).wrong

test('every row of every number of rows checks out', () => {
  for (let count = 1; count <= ROWS.length; count++) {
    for (let at = 0; at < count; at++) expect(wrongIn(proofFor(ROWS.slice(0, count), [at]))).toEqual([])
  }
  expect(checkLeaves(PROOF, PROOF)).toEqual({ wrong: [], content: contentOf(PROOF.line) })
})

const [FIRST, LAST] = PROOF.rows
const withRow = (change: object): LeafProof => ({ ...PROOF, rows: [{ ...FIRST!, ...change }, LAST!] })
const text = (line: string): string => line.slice(0, line.lastIndexOf(' '))
const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)

// prettier-ignore
describe('one thing is changed', () => {
  test.each<[string, Proof, readonly Step[]]>([
    ['a character of the text',             withRow({ text: FIRST!.text.replace('ana', 'eva') }),             ['leaf']],
    ['the salt',                            withRow({ salt: flipped(FIRST!.salt) }),                          ['leaf']],
    ['no salt',                             withRow({ salt: '' }),                                            ['leaf']],
    ['a salt that is no hex',               withRow({ salt: 'zz' }),                                          ['leaf']],
    ['the leaf',                            withRow({ leaf: flipped(FIRST!.leaf) }),                          ['leaf', 'path']],
    ['a hash of the path',                  withRow({ path: [flipped(FIRST!.path[0]!), ...FIRST!.path.slice(1)] }), ['path']],
    ['the end of the path',                 withRow({ path: FIRST!.path.slice(0, -1) }),                      ['path']],
    ['one hash too many',                   withRow({ path: [...FIRST!.path, FIRST!.leaf] }),                 ['path']],
    ['no path',                             withRow({ path: [] }),                                            ['path']],
    ['the place beside it',                 withRow({ at: 7 }),                                               ['path']],
    ['a place past the last',               withRow({ at: 11 }),                                              ['path']],
    ['a place before the first',            withRow({ at: -1 }),                                              ['path']],
    ['no row at all',                       { ...PROOF, rows: [] },                                           ['leaf']],
    ['a row of the day before',             proofFor([`["entry", ${DAY_BEGINS - 1}]`], [0]),                  ['path']],
    ['a row of the first instant',          proofFor([`["entry", ${DAY_BEGINS}]`], [0]),                      []],
    ['a row of the last instant',           proofFor([`["entry", ${DAY_BEGINS + 86_399_999}]`], [0]),         []],
    ['a row of the next midnight',          proofFor([`["entry", ${DAY_BEGINS + 86_400_000}]`], [0]),         ['path']],
    ['the signature of another house',      { ...PROOF, line: signed(text(PROOF.line), OTHER_KEY) },          ['signature']],
    ['no signature',                        { ...PROOF, line: `${text(PROOF.line)} ` },                       ['signature']],
    ['a root without its row',              { ...PROOF, line: proofFor(ROWS.slice(0, 6), [0]).line },         ['path']],
    ['another day',                         { ...PROOF, day: '2026-11-26' },                                  ['signature']],
    ['words instead of a root',             { ...PROOF, line: 'not a root' },                                 ['path', 'signature', 'chain']],
    ['a root before of another house',      { ...PROOF, before: signed(text(PROOF.before!), OTHER_KEY) },     ['chain']],
    ['no root before',                      { ...PROOF, before: null },                                       ['chain']],
    ['another root before',                 { ...PROOF, before: PROOF.line },                                 ['chain']],
    ['a gap to the root before',            proofFor(ROWS, [6], { from: DAY_BEGINS - 1 }),                    ['chain']],
    ['the first root of a house',           { ...proofFor(ROWS, [6], { from: 0, previous: '' }), before: null }, []],
    ['a key that is no hex',                { ...PROOF, publicKey: 'zz' },                                    ['signature', 'chain']],
  ])('%s', (_what, proof, wrong) => {
    expect(wrongIn(proof)).toEqual(wrong)
  })
})

test('another root or key than the house publishes is no root of the house', () => {
  expect(wrongIn(PROOF, { ...PROOF, line: proofFor(ROWS.slice(1), [0]).line })).toEqual(['signature'])
  expect(wrongIn(PROOF, { ...PROOF, publicKey: flipped(PROOF.publicKey) })).toEqual(['signature'])
})
