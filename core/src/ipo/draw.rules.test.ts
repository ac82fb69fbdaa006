import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  allot,
  allottedOf,
  drawFor,
  leafOf,
  listRoot,
  markOf,
  orderOf,
  rankFor,
  rowText,
  seedFor,
  wholeList,
} from './draw.rules.ts'
import { TERMS, calmFacts, customersFrom, dice, hashOf, seedOn } from './draw.testing.ts'
import { termsHash, wholeLots, type Lots } from './terms.text.ts'

const asking = (lots: readonly number[]): { readonly lots: Lots }[] =>
  lots.map((each) => ({ lots: wholeLots(BigInt(each)) }))

const partsOf = (offered: number, lots: readonly number[]): string[] =>
  allot(wholeLots(BigInt(offered)), asking(lots)).map(({ ballot, proRata, byPlace }) =>
    [ballot, proRata, byPlace].join('+'),
  )

describe('lots are allotted to applications in the order of their ranks', () => {
  // Each figure is the lots of an application; each answer its lots of the ballot, pro rata, and by its place.
  // prettier-ignore
  test.each<[string, offered: number, asked: readonly number[], allotted: readonly string[]]>([
    ['nobody applies',                              5,  [],            []],
    ['all fit: in full, the rest stays unsold',     10, [3, 1, 2],     ['1+2+0', '1+0+0', '1+1+0']],
    ['all fit to the lot',                          6,  [3, 1, 2],     ['1+2+0', '1+0+0', '1+1+0']],
    ['one lot too few: the first who lacks one gets it',   5,  [3, 1, 2],     ['1+1+1', '1+0+0', '1+0+0']],
    ['one lot each, and none more',                 3,  [3, 1, 2],     ['1+0+0', '1+0+0', '1+0+0']],
    ['fewer lots than applications: the first',     2,  [3, 1, 2],     ['1+0+0', '1+0+0', '0+0+0']],
    ['one lot',                                     1,  [20, 20],      ['1+0+0', '0+0+0']],
    ['pro rata without a remainder',                8,  [5, 9],        ['1+2+0', '1+4+0']],
    ['what rounding leaves goes by place',          9,  [5, 5, 5],     ['1+2+0', '1+2+0', '1+2+0']],
    ['two left over',                               11, [5, 5, 5],     ['1+2+1', '1+2+1', '1+2+0']],
    ['who asked for one lot is passed over',        11, [1, 5, 5, 5],  ['1+0+0', '1+2+1', '1+2+0', '1+2+0']],
    ['nobody gets more than they asked for',        9,  [2, 2, 2, 4],  ['1+0+1', '1+0+1', '1+0+1', '1+2+0']],
  ])('%s', (_case, offered, sizes, allotted) => {
    expect(partsOf(offered, sizes)).toEqual(allotted)
  })
})

test('nobody is allotted a lot for an application of none', () => {
  expect(() => allot(wholeLots(5n), asking([1, 0]))).toThrow('an application asks for one lot or more')
})

test('every lot is allotted once, at most what was asked, and one lot each comes first', () => {
  const roll = dice('allotments')
  for (let n = 0; n < 2_000; n++) {
    const most = [1, 3, 20, 100_000][roll(4)] ?? 1
    const sizes = Array.from({ length: roll(30) }, () => 1 + roll(most))
    const demand = sizes.reduce((sum, lots) => sum + lots, 0)
    const offered = 1 + roll(Math.max(1, Math.floor(demand * 1.3)))
    const got = allot(wholeLots(BigInt(offered)), asking(sizes)).map((each) => Number(allottedOf(each)))
    const sum = got.reduce((total, lots) => total + lots, 0)
    expect(sum).toBe(Math.min(offered, demand))
    expect(got.every((lots, at) => lots <= (sizes[at] ?? 0))).toBe(true)
    const without = got.indexOf(0)
    expect(without === -1 || (got.every((lots) => lots <= 1) && without === offered)).toBe(true)
    // Nobody is more than a lot away from the share that is exactly theirs.
    const exact = (lots: number): number =>
      demand <= offered ? lots : 1 + ((lots - 1) * (offered - sizes.length)) / (demand - sizes.length)
    expect(offered <= sizes.length || got.every((lots, at) => Math.abs(lots - exact(sizes[at] ?? 0)) <= 1)).toBe(true)
  }
})

test('a draw does not depend on the order in which its list was read from a database', () => {
  const facts = calmFacts({ beacon: { kind: 'seeds' } })
  const { seed, drawn } = drawFor(facts)
  const shuffled = drawn.toSorted((a, b) => ((a.place * 7) % 17) - ((b.place * 7) % 17))
  expect(orderOf(seed, shuffled).map(({ ticket }) => ticket)).toEqual(
    drawn.toSorted((a, b) => a.place - b.place).map(({ ticket }) => ticket),
  )
})

describe('formulas, written out', () => {
  const row = { ticket: 7, lots: wholeLots(3n), mark: markOf('019a9000-0000-7000-8000-000000000001') }

  test('the mark, the row and the leaf of an application', () => {
    expect(row.mark).toBe(bytesToHex(sha256(utf8ToBytes('lonja application 019a9000-0000-7000-8000-000000000001'))))
    expect(rowText(row)).toBe(`7 3 ${row.mark}`)
    expect(rowText({ ...row, mark: null })).toBe('7 3 crowd')
    expect(leafOf('7 3 crowd')).toEqual(sha256(utf8ToBytes('\u00007 3 crowd')))
  })

  test('the root has the terms for its first leaf', () => {
    const leaf = (text: string): Uint8Array => sha256(utf8ToBytes(`\0${text}`))
    const terms = leaf(`terms ${termsHash(TERMS)}`)
    expect(listRoot(TERMS, [])).toEqual({ leaves: 1, hash: terms })
    expect(listRoot(TERMS, [row])).toEqual({
      leaves: 2,
      hash: sha256(concatBytes(Uint8Array.of(1), terms, leaf(rowText(row)))),
    })
  })

  test('seed and rank', () => {
    const root = hashOf('root')
    const random = hashOf('random')
    const seed = seedFor(root, TERMS.offer, random)
    expect(seed).toEqual(sha256(concatBytes(root, utf8ToBytes(TERMS.offer), random)))
    expect(rankFor(seed, 258)).toEqual(sha256(concatBytes(seed, hexToBytes('0000000000000102'))))
  })
})

test('the crowd’s tickets follow the last of the customers', () => {
  const customers = customersFrom(dice('tickets'), 4, 20n)
  const seed = seedOn('2026-11-28')
  const list = wholeList(TERMS, customers, seed)
  const last = customers.at(-1)?.ticket ?? 0
  expect(list.slice(0, 4)).toEqual(customers)
  expect(list.slice(4).map(({ ticket, mark }) => [ticket, mark])).toEqual(
    list.slice(4).map((_row, n) => [last + 1 + n, null]),
  )
  expect(wholeList(TERMS, [], seed)[0]).toMatchObject({ ticket: 1, mark: null })
  expect(wholeList({ ...TERMS, crowd: false }, customers, null)).toEqual(customers)
  expect(() => wholeList(TERMS, customers, null)).toThrow('a crowd has a seed')
})
