// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { exportQueue, listQueue } from '@lonja/core/reviews.contract'
import { no } from '@lonja/kit/house.testing'
import { here } from '@lonja/kit/nav'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'
import { countNone } from './queue.testing.ts'

const wire = withConsole()

async function openFilters(url: string): Promise<Page> {
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  enter()
  const page = await openPage(url)
  await page.user.click(await page.findByText('Filtros'))
  return page
}

const flags = (page: Page) => page.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)

test('a queue of what concerns the house asks nothing about a customer', async () => {
  expect(flags(await openFilters('/offer-decisions'))).toEqual(['Fuera de plazo'])
})

test('a queue of customers can be narrowed to new and to restricted ones', async () => {
  const page = await openFilters('/withdrawals')
  expect(flags(page)).toEqual(['Fuera de plazo', 'Cliente nuevo', 'Cliente limitado'])
  await page.user.click(page.getByRole('checkbox', { name: 'Cliente limitado' }))
  await expect.poll(() => wire.house.asked(listQueue).at(-1)?.input).toMatchObject({ restricted: 'yes' })
})

test('what is exported is in the state that the list shows', async () => {
  const page = await openFilters('/withdrawals')
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Filtro' }), 'Rechazadas')
  wire.house.answer(exportQueue, no('unavailable', 'Ahora no se exporta'))
  await page.user.click(page.getByRole('button', { name: 'Exportar' }))
  await expect.poll(() => wire.house.asked(exportQueue)[0]?.input).toEqual({ kind: 'withdrawal', state: 'refused' })
})

test('the order that a queue has by itself stands in no address', async () => {
  const page = await openFilters('/withdrawals')
  const order = page.getByRole('combobox', { name: 'Ordenar por' })
  await page.user.selectOptions(order, 'Primero el mayor importe')
  await expect.poll(() => here().query).toBe('sort=largest')
  await page.user.selectOptions(order, 'Primero lo que vence')
  await expect.poll(() => here().query).toBe('')
})
