import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { WATCHES_MAX, WATCHLISTS_MAX } from './watchlist.contract.ts'
import {
  decideArrangement,
  decideMove,
  decideName,
  decideNewList,
  decideRemoval,
  decideWatch,
  withListing,
  type Watchlist,
} from './watchlist.rules.ts'

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

// prettier-ignore
test.each<[ListingId[], number | undefined, ListingId[]]>([
  [[],     undefined, [A]],
  [[B],    undefined, [B, A]],
  [[B],    0,         [A, B]],
  [[B],    1,         [B, A]],
  [[B],    9,         [B, A]],
  [[A, B], 1,         [B, A]],
])('%o with one more at %s', (watched, place, becomes) => expect(withListing(watched, A, place)).toEqual(becomes))

test.each<[string, Parameters<typeof decideMove>, object]>([
  ['to an empty list', [A, [A], []], { moved: true }],
  ['to one that has it', [A, [A], [A]], { moved: true }],
  ['from one that has it not', [A, [B], []], { refused: 'not_on_the_list' }],
  ['to the last place', [A, [A], full.slice(1)], { moved: true }],
  ['to a full list', [A, [A], full], { refused: 'watchlist_full' }],
  ['to a full list that has it', [full[0] as ListingId, [full[0] as ListingId], full], { moved: true }],
])('moving: %s', (_line, facts, answer) => expect(decideMove(...facts)).toMatchObject(answer))

const defaultList = { id: 'own', name: null }
const chips = { id: 'chips', name: 'Chips' }
const energy = { id: 'energy', name: 'Energía' }
const many = [
  defaultList,
  ...Array.from({ length: WATCHLISTS_MAX - 1 }, (_one, at) => ({ id: `${at}`, name: `List ${at}` })),
]

test.each<[string, Parameters<typeof decideNewList>, object]>([
  ['the second', ['Chips', [defaultList]], { name: 'Chips' }],
  ['the last there is room for', ['Chips', many.slice(1)], { name: 'Chips' }],
  ['one more', ['Chips', many], { refused: 'too_many_watchlists' }],
  ['a name that is taken', ['Chips', [defaultList, chips]], { refused: 'watchlist_name_taken' }],
  ['in other letters', ['CHIPS', [defaultList, chips]], { refused: 'watchlist_name_taken' }],
  ['in other signs for the same', ['Energi\u0301a', [defaultList, energy]], { refused: 'watchlist_name_taken' }],
  ['a name that only looks near', ['Energia', [defaultList, energy]], { name: 'Energia' }],
])('making a list: %s', (_line, facts, answer) => expect(decideNewList(...facts)).toMatchObject(answer))

test.each<[string, Parameters<typeof decideName>, object]>([
  ['another', ['chips', 'Semis', [defaultList, chips]], { name: 'Semis' }],
  ['its own, in other letters', ['chips', 'CHIPS', [defaultList, chips]], { name: 'CHIPS' }],
  ['the own list', ['own', 'Mía', [defaultList, chips]], { name: 'Mía' }],
  ['another list’s', ['own', 'chips', [defaultList, chips]], { refused: 'watchlist_name_taken' }],
  ['of a list that is not there', ['gone', 'X', [defaultList, chips]], { refused: 'unknown_watchlist' }],
])('naming: %s', (_line, facts, answer) => expect(decideName(...facts)).toMatchObject(answer))

// prettier-ignore
test.each<[string, string, boolean, Watchlist[], Watchlist[], object]>([
  ['one that is there',           'chips', true,  [defaultList, chips], [],      { changes: true }],
  ['one that is gone',            'chips', true,  [defaultList],        [chips], { changes: false }],
  ['one that never was',          'none',  true,  [defaultList],        [chips], { refused: 'unknown_watchlist' }],
  ['the own one',                 'own',   true,  [defaultList, chips], [],      { refused: 'own_watchlist_stays' }],
  ['back',                        'chips', false, [defaultList],        [chips], { changes: true }],
  ['back, but it is there',       'chips', false, [defaultList, chips], [],      { changes: false }],
  ['back, beyond the room',       'chips', false, many,         [chips], { refused: 'too_many_watchlists' }],
  ['the own one back',            'own',   false, [defaultList],        [],      { changes: false }],
])('removing: %s', (_line, id, removed, lists, gone, answer) =>
  expect(decideRemoval({ id, removed }, { own: 'own', lists, removed: gone })).toMatchObject(answer))
