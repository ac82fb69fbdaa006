// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { listSeatFilters, removeSeatFilter, saveSeatFilter } from '@lonja/core/review/filters.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'
import { countNone, waiting } from './queue.testing.ts'

const wire = withConsole()
const SAVED = { id: newId(), kind: 'withdrawal', name: 'Mis tardías', query: 'late=yes&whose=mine' }
const OTHER = { ...SAVED, id: newId(), kind: 'deposit', name: 'De depósitos' }

async function openQueue(query = '', rows = [SAVED, OTHER]): Promise<Page> {
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [waiting(eur(1_00n))], cursor: null, count: 1 })
  wire.house.answer(listSeatFilters, { rows })
  enter()
  return openPage(`/withdrawals${query}`)
}

test('a saved filter of this queue narrows it by one press; those of others do not stand here', async () => {
  const page = await openQueue()
  const link = await page.findByRole('link', { name: 'Mis tardías' })
  expect(link.closest('details')).toBeNull()
  expect(link.getAttribute('href')).toBe('#/withdrawals?late=yes&whose=mine')
  expect(page.queryByRole('link', { name: 'De depósitos', hidden: true })).toBeNull()
})

test('the present filter is saved under a name, and a refusal is said where it happened', async () => {
  const page = await openQueue('?whose=mine&least=100', [])
  wire.house.answer(saveSeatFilter, no('too_many_filters', 'Ya tienes 30 vistas guardadas'))
  await page.user.type(await page.findByRole('textbox', { name: 'Nombre de la vista' }), 'Grandes{Enter}')
  expect(await page.findByText('Ya tienes 30 vistas guardadas')).toBeTruthy()
  wire.house.answer(saveSeatFilter, ({ input }) => input)
  await page.user.click(page.getByRole('button', { name: 'Guardar la vista' }))
  await expect.poll(() => wire.house.asked(saveSeatFilter)).toHaveLength(2)
  expect(wire.house.asked(saveSeatFilter)[1]?.input).toMatchObject({
    kind: 'withdrawal',
    name: 'Grandes',
    query: 'least=100&whose=mine',
  })
})

test('the filter that is on can be removed, and is not saved twice', async () => {
  const page = await openQueue('?whose=mine&late=yes')
  expect((await page.findByRole('link', { name: 'Mis tardías' })).getAttribute('aria-current')).toBe('true')
  expect(page.queryByRole('textbox', { name: 'Nombre de la vista' })).toBeNull()
  wire.house.answer(removeSeatFilter, ({ input }) => input)
  await page.user.click(page.getByRole('button', { name: 'Quitar' }))
  await expect.poll(() => wire.house.asked(removeSeatFilter)[0]?.input).toEqual({ id: SAVED.id })
})
