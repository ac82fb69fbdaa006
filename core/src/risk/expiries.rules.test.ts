import { describe, expect, test } from 'vitest'
import { MINUTE } from '../base/instant.ts'
import type { OpenOptions } from '../options/options.rules.ts'
import { expiriesOf } from './expiries.rules.ts'

const AT = Date.UTC(2026, 10, 27, 16)
const open = (change: Partial<OpenOptions>): OpenOptions => ({
  listing: 'XMAD:LGM',
  side: 'up',
  expiresAt: AT + 10_000,
  terms: 1,
  count: 1,
  staked: 100_00n,
  ...change,
})

describe('the most that the house can lose in a minute', () => {
  // prettier-ignore
  test.each([
    ['one guess',                                          [open({})],                                                       88_00n],
    ['both sides, which may both be right by their strikes', [open({}), open({ side: 'down' })],                             176_00n],
    ['guesses on two markets',                             [open({}), open({ listing: 'XNYS:LMR' })],                        176_00n],
    ['a payout that is no whole cent is rounded down',     [open({ staked: 1n })],                                           0n],
  ] as const)('%s', (_line, options, lossMost) => {
    expect(expiriesOf(options)).toMatchObject([{ minute: AT, lossMost }])
  })
})

test('the minutes come in their order, each with what expires in it', () => {
  const rows = expiriesOf([
    open({ expiresAt: AT + MINUTE, count: 3 }),
    open({ expiresAt: AT + MINUTE - 1, count: 2, staked: 50_00n }),
    open({ expiresAt: AT, side: 'down', listing: 'XNYS:LMR' }),
  ])
  expect(rows.map(({ minute, count, listings, staked }) => [minute - AT, count, listings, staked])).toEqual([
    [0, 3, 2, 150_00n],
    [MINUTE, 3, 1, 100_00n],
  ])
  expect(expiriesOf([])).toEqual([])
})
