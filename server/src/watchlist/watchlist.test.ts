import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import {
  isWatched,
  listWatches,
  listWatchlists,
  makeWatchlist,
  moveWatch,
  orderWatches,
  removeWatchlist,
  renameWatchlist,
  toggleWatch,
} from '@lonja/core/watchlist/watchlist.contract'
import { WATCHLISTS_MAX } from '@lonja/core/watchlist/watchlist.rules'
import { newId } from '../base/ids.ts'
import { migrate, migrationsIn } from '../database/migrate.ts'
import { emptyDatabase } from '../testing/database.ts'
import { purgeLists } from './watchlist.store.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { ABC, ESP, INDEX } from '../orders/orders.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

interface Row {
  readonly listing: ListingId
}
const somebody = async () => {
  const { id, token } = await house.customer()
  const how = { token }
  const make = async (name: string): Promise<string> => {
    const list = newId()
    expect((await house.ask(makeWatchlist, { id: list, name }, how)).error).toBeUndefined()
    return list
  }
  const on = async (list?: string): Promise<ListingId[]> =>
    (await house.ask(listWatches, list === undefined ? {} : { list }, how)).data.rows.map(({ listing }: Row) => listing)
  const lists = async () => (await house.ask(listWatchlists, {}, how)).data.rows
  return { id, how, make, on, lists }
}

test('everybody has a default list; others are made, and each holds its own listings', async () => {
  const { id, how, make, on, lists } = await somebody()
  expect(await lists()).toEqual([{ id, name: null, own: true, count: 0 }])
  const chips = await make('  Chips ')
  await house.ask(toggleWatch, { listing: ABC }, how)
  await house.ask(toggleWatch, { listing: ABC, list: chips }, how)
  await house.ask(toggleWatch, { listing: ESP, list: chips }, how)
  expect([await on(), await on(id), await on(chips)]).toEqual([[ABC], [ABC], [ABC, ESP]])
  expect(await lists()).toEqual([
    { id, name: null, own: true, count: 1 },
    { id: chips, name: 'Chips', own: false, count: 2 },
  ])
  expect((await house.ask(isWatched, { listing: ESP }, how)).data).toEqual({
    listing: ESP,
    watched: false,
    lists: [chips],
  })
  expect((await house.ask(orderWatches, { listings: [ESP, ABC], list: chips }, how)).error).toBeUndefined()
  expect([await on(), await on(chips)]).toEqual([[ABC], [ESP, ABC]])
})

test('a list is renamed, also the default one, and no two have the same name', async () => {
  const { id, how, make, lists } = await somebody()
  const chips = await make('Chips')
  expect(await house.ask(makeWatchlist, { id: newId(), name: 'chips' }, how)).toMatchObject({
    error: 'watchlist_name_taken',
  })
  expect((await house.ask(renameWatchlist, { id, name: 'Mía' }, how)).error).toBeUndefined()
  expect((await house.ask(renameWatchlist, { id: chips, name: 'MÍA' }, how)).error).toBe('watchlist_name_taken')
  expect((await house.ask(renameWatchlist, { id: chips, name: 'CHIPS' }, how)).error).toBeUndefined()
  expect((await lists()).map(({ name }: { name: string }) => name)).toEqual(['Mía', 'CHIPS'])
  for (const name of ['', '   ', '\u200b', 'x'.repeat(31), 'a\nb']) {
    const answer = await house.ask(makeWatchlist, { id: newId(), name }, how)
    const error = name.trim() === '' ? 'missing_information' : 'bad_input'
    expect([name, answer.error, answer.fields?.[0]?.field]).toEqual([name, error, 'name'])
  }
})

test('making a list twice under one key makes one list, and the number of lists is limited', async () => {
  const { how, make, lists } = await somebody()
  const id = newId()
  const both = await Promise.all([1, 2].map(() => house.ask(makeWatchlist, { id, name: 'Chips' }, how)))
  expect(both.map(({ data }) => data)).toEqual([
    { id, name: 'Chips' },
    { id, name: 'Chips' },
  ])
  for (let n = 2; n < WATCHLISTS_MAX; n += 1) await make(`List ${n}`)
  expect((await house.ask(makeWatchlist, { id: newId(), name: 'More' }, how)).error).toBe('too_many_watchlists')
  expect(await lists()).toHaveLength(WATCHLISTS_MAX)
})

test('a removed list is restored as it was, for a day', async () => {
  const { id, how, make, on, lists } = await somebody()
  const chips = await make('Chips')
  for (const listing of [ABC, ESP]) await house.ask(toggleWatch, { listing, list: chips }, how)
  await house.ask(removeWatchlist, { id: chips, removed: true }, how)
  expect((await house.ask(listWatches, { list: chips }, how)).error).toBe('unknown_watchlist')
  expect((await house.ask(toggleWatch, { listing: ABC, list: chips }, how)).error).toBe('unknown_watchlist')
  expect((await house.ask(isWatched, { listing: ABC }, how)).data.lists).toEqual([])
  expect((await house.ask(removeWatchlist, { id: chips, removed: false }, how)).error).toBeUndefined()
  expect(await on(chips)).toEqual([ABC, ESP])
  expect((await house.ask(removeWatchlist, { id, removed: true }, how)).error).toBe('own_watchlist_stays')

  await house.ask(removeWatchlist, { id: chips, removed: true }, how)
  const second = await make('Second')
  // A session does not last this long, so the purge is called in the store.
  await house.db.write((tx) => purgeLists(tx, id, house.clock.now() + HOUR))
  expect((await house.ask(removeWatchlist, { id: chips, removed: false }, how)).error).toBe('unknown_watchlist')
  expect((await lists()).map((list: { id: string }) => list.id)).toEqual([id, second])
})

test('a listing moves between lists in one step, and returns to its place', async () => {
  const { id, how, make, on } = await somebody()
  const chips = await make('Chips')
  for (const listing of [ABC, ESP, INDEX]) await house.ask(toggleWatch, { listing }, how)
  expect((await house.ask(moveWatch, { listing: ESP, from: id, to: chips }, how)).error).toBeUndefined()
  expect([await on(), await on(chips)]).toEqual([[ABC, INDEX], [ESP]])
  expect((await house.ask(moveWatch, { listing: ESP, from: id, to: chips }, how)).error).toBe('not_on_the_list')
  await house.ask(moveWatch, { listing: ESP, from: chips, to: id, place: 1 }, how)
  expect([await on(), await on(chips)]).toEqual([[ABC, ESP, INDEX], []])
  await house.ask(toggleWatch, { listing: ABC, watched: false }, how)
  await house.ask(toggleWatch, { listing: ABC, watched: true, place: 2 }, how)
  expect(await on()).toEqual([ESP, INDEX, ABC])
})

test('another customer’s list is unknown', async () => {
  const [mine, other] = [await somebody(), await somebody()]
  const chips = await mine.make('Chips')
  const asks = [
    house.ask(listWatches, { list: chips }, other.how),
    house.ask(toggleWatch, { listing: ABC, list: chips }, other.how),
    house.ask(toggleWatch, { listing: ABC, list: mine.id }, other.how),
    house.ask(moveWatch, { listing: ABC, from: other.id, to: chips }, other.how),
    house.ask(renameWatchlist, { id: mine.id, name: 'Mine' }, other.how),
    house.ask(removeWatchlist, { id: chips, removed: true }, other.how),
  ]
  for (const answer of await Promise.all(asks))
    expect([answer.status, answer.error]).toEqual([404, 'unknown_watchlist'])
  expect(await mine.on(chips)).toEqual([])
})

test('listings watched before there were several lists are on the default one, in their order', async () => {
  const here = await emptyDatabase()
  const role = /\/\/([^:]+):/.exec(here.url)?.[1] ?? ''
  const all = migrationsIn()
  const before = all.filter(({ number }) => number < 15)
  await migrate(here.ownerUrl, role, before)
  const owner = new pg.Client({ connectionString: here.ownerUrl })
  await owner.connect()
  const [one, other] = [newId(), newId()]
  await owner.query(
    `insert into watches (customer, listing, place, added_at)
     values ($1, 'XNYS:ABC', 2, 1), ($1, 'XMAD:ESP', 1, 2), ($2, 'XNYS:ABC', 1, 3)`,
    [one, other],
  )
  await migrate(here.ownerUrl, role, all)
  const { rows } = await owner.query('select customer, list, listing from watches order by customer, place')
  expect(rows).toEqual([
    { customer: one, list: one, listing: 'XMAD:ESP' },
    { customer: one, list: one, listing: 'XNYS:ABC' },
    { customer: other, list: other, listing: 'XNYS:ABC' },
  ])
  await owner.end()
  await here.drop()
})
