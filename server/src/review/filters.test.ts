import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSeatFilters, removeSeatFilter, saveSeatFilter } from '@lonja/core/review/filters.staff.contract'
import { FILTERS_MOST } from '@lonja/core/review/filters.rules'
import { newId } from '../base/ids.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const MINE = { kind: 'deposit', name: 'Mine', query: 'late=yes&whose=mine' }
const save = ({ token }: TestSeat, fields: object = {}) =>
  house.ask(saveSeatFilter, { id: newId(), ...MINE, ...fields }, { token })
const saved = async ({ token }: TestSeat) =>
  (await house.ask(listSeatFilters, {}, { token })).data.rows as { id: string; name: string; query: string }[]

test('each seat has its own filters, by name, and the same name replaces the one before', async () => {
  const [seat, other] = [await house.seat(), await house.seat()]
  await save(seat, { name: 'Zeta' })
  await save(seat)
  expect((await saved(seat)).map(({ name }) => name)).toEqual(['Mine', 'Zeta'])
  expect(await saved(other)).toEqual([])
  await save(seat, { query: 'whose=second' })
  expect((await saved(seat)).map(({ query }) => query)).toEqual(['whose=second', MINE.query])
  await save(seat, { kind: 'withdrawal' })
  expect(await saved(seat)).toHaveLength(3)
})

test('a seat removes its own and nobody else’s, once or twice', async () => {
  const [seat, other] = [await house.seat(), await house.seat()]
  await save(seat)
  const [one] = await saved(seat)
  const remove = ({ token }: TestSeat) => house.ask(removeSeatFilter, { id: one?.id }, { token })
  await remove(other)
  expect(await saved(seat)).toHaveLength(1)
  expect([(await remove(seat)).code, (await remove(seat)).code]).toEqual([1, 1])
  expect(await saved(seat)).toEqual([])
})

test('a seat saves so many, and no text that is no filter', async () => {
  const seat = await house.seat()
  for (let n = 0; n < FILTERS_MOST; n += 1) expect((await save(seat, { name: `N${n}` })).code).toBe(1)
  expect((await save(seat)).error).toBe('too_many_filters')
  for (const fields of [{ query: 'x' }, { query: 'a=b&' }, { kind: 'A' }]) {
    expect((await save(seat, fields)).error).toBe('bad_input')
  }
  expect((await save(seat, { name: ' ' })).error).toBe('missing_information')
})
