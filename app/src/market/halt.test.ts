import { expect, test } from 'vitest'
import { isHalted } from './halt.ts'

// prettier-ignore
test.each([
  // case                                    the session                               the newest quote  halted
  ['an open market',                      { state: 'open', resumesAt: null },       5_000,            false],
  ['a closed one',                        { state: 'closed', resumesAt: null },     undefined,        false],
  ['halted, no quote off the stream',     { state: 'halted', resumesAt: 10_000 },   undefined,        true],
  ['halted, the quote of before it',      { state: 'halted', resumesAt: 10_000 },   9_999,            true],
  ['halted, the reopening auction came',  { state: 'halted', resumesAt: 10_000 },   10_000,           false],
  ['halted, nobody knows until when',     { state: 'halted', resumesAt: null },     10_000,           true],
] as const)('%s', (_known, session, quotedAt, halted) => {
  expect(isHalted(session, quotedAt)).toBe(halted)
})
