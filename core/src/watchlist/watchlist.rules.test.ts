import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { WATCHES_MAX } from './watchlist.contract.ts'
import { decideArrangement, decideWatch } from './watchlist.rules.ts'

const A: ListingId = 'XNYS:A'
const B: ListingId = 'XMAD:B'
const full = Array.from({ length: WATCHES_MAX }, (_one, at): ListingId => `XNYS:F${at}`)

test.each<[string, Parameters<typeof decideWatch>, object]>([
  ['new', [A, undefined, [], true], { watched: true }],
  ['watched before: becomes the other', [A, undefined, [A], true], { watched: false }],
  ['wanted and watched: nothing changes', [A, true, [A], true], { watched: true }],
  ['not wanted and not watched', [A, false, [], true], { watched: false }],
  ['unknown', [A, true, [], false], { refused: 'unknown_listing' }],
  ['gone from the market, removed', [A, false, [A], false], { watched: false }],
  ['the last place', [A, true, full.slice(1), true], { watched: true }],
  ['one more than there is room for', [A, true, full, true], { refused: 'watchlist_full' }],
  ['a full list still holds what it holds', [full[0] as ListingId, true, full, true], { watched: true }],
])('watching: %s', (_line, facts, answer) => expect(decideWatch(...facts)).toMatchObject(answer))

test.each<[ListingId[], ListingId[], boolean]>([
  [[B, A], [A, B], true],
  [[], [], true],
  [[A], [A, B], false],
  [[A, A], [A, B], false],
  [[A, B, A], [A, B], false],
  [[A], [B], false],
])('%o orders %o: %s', (listings, watched, same) =>
  expect(decideArrangement(listings, watched)).toMatchObject(
    same ? { listings } : { refused: 'not_the_same_listings' },
  ),
)
