import { expect, test } from 'vitest'
import { aLot } from '../base/ids.testing.ts'
import { takenBy, type ByHand } from './takeover.rules.ts'

const [a, b] = [aLot('a'), aLot('b')]
/** Newest first: five shares of any lot, ten of the first, twenty of the second. */
const exits = [
  { name: 'any', lot: null, left: 5n },
  { name: 'a', lot: a, left: 10n },
  { name: 'b', lot: b, left: 20n },
]

// prettier-ignore
test.each<[string, ByHand, string[]]>([
  ['nothing while enough is free',             { shares: 7n,  lot: null, free: 7n, lotFree: 0n },  []],
  ['one share that is missing, of the newest', { shares: 8n,  lot: null, free: 7n, lotFree: 0n },  ['any 1']],
  ['all of the newest',                        { shares: 12n, lot: null, free: 7n, lotFree: 0n },  ['any 5']],
  ['then of the one before',                   { shares: 13n, lot: null, free: 7n, lotFree: 0n },  ['any 5', 'a 1']],
  ['all there is',                             { shares: 42n, lot: null, free: 7n, lotFree: 0n },  ['any 5', 'a 10', 'b 20']],
  ['no more than there is',                    { shares: 99n, lot: null, free: 7n, lotFree: 0n },  ['any 5', 'a 10', 'b 20']],
  ['of its own lot first',                     { shares: 8n,  lot: b,    free: 7n, lotFree: 9n },  ['b 1']],
  ['of its own lot, though others are free',   { shares: 8n,  lot: b,    free: 9n, lotFree: 7n },  ['b 1']],
  ['what its lot gives counts for all',        { shares: 8n,  lot: b,    free: 6n, lotFree: 7n },  ['b 2']],
  ['nothing of other lots for its lot',        { shares: 40n, lot: a,    free: 40n, lotFree: 0n }, ['a 10']],
  ['of others once its own lot is through',    { shares: 15n, lot: a,    free: 3n, lotFree: 12n }, ['a 10', 'any 2']],
])('a sell by hand takes %s', (_what, byHand, expected) => {
  expect(takenBy(exits, byHand).map(({ exit, shares }) => `${exit.name} ${shares}`)).toEqual(expected)
})

// prettier-ignore
test.each<[string, bigint, string[]]>([
  ['of the lot that it names no more than it has in it', 8n,  ['of a buy 4 of 4', 'a 4 of 4']],
  ['of its other lots for shares of any lot',            12n, ['of a buy 8 of 4', 'a 6 of 6']],
])('a sell of a lot takes from the exit of a buy %s', (_what, shares, expected) => {
  const ofBuy = { name: 'of a buy', lot: null, left: 9n, inLot: 4n }
  const free = shares === 8n ? 8n : 0n
  const lotFree = shares === 8n ? 0n : 2n
  const takeovers = takenBy([ofBuy, { name: 'a', lot: a, left: 6n }], { shares: shares === 8n ? 8n : 14n, lot: a, free, lotFree })
  expect(takeovers.map(({ exit, shares: all, ofLot }) => `${exit.name} ${all} of ${ofLot}`)).toEqual(expected)
})
