// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { changeTextSize } from '@lonja/kit/session'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket } from './market.testing.ts'

const wire = withApp()
afterEach(() => changeTextSize(100))

async function openTicket(query: string): Promise<Page> {
  openMarket(wire.house)
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}${query}`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  return page
}

const docked = (page: Page): HTMLElement | undefined =>
  page.queryAllByRole('button', { expanded: false }).find((button) => button.closest('[data-dock]'))

test.each([
  ['buy', 'Pones 174,88 €Te quedan 825,12 € + 500,00 US$'],
  ['sell', 'Recibes 174,42 €Te quedan 90 BVE'],
])('in large text the dock of a %s has the money that moves and what is left; the rest opens', async (side, lines) => {
  changeTextSize(200)
  const page = await openTicket(`&side=${side}&shares=10`)
  const short = docked(page)
  expect(plain(short?.textContent)).toBe(lines)
  expect(page.queryByText('Comisión')).toBeNull()
  await page.user.click(short!)
  expect(figureOf('Comisión')).toBe('0,18 €')
  expect(short!.getAttribute('aria-expanded')).toBe('true')
  await page.user.click(short!)
  expect(page.queryByText('Comisión')).toBeNull()
})

test('in large text the kinds of orders are a menu, which puts the fields of a kind below it', async () => {
  changeTextSize(200)
  const page = await openTicket('&side=buy&shares=10')
  const menu = page.getByRole<HTMLSelectElement>('combobox', { name: 'Orden' })
  expect([...menu.options].map(({ text }) => text)).toEqual(['Mercado', 'Límite', 'Stop', 'Stop límite', 'Dinámica'])
  await page.user.selectOptions(menu, 'limit')
  expect(menu.value).toBe('limit')
  await page.findByRole('textbox', { name: 'Precio límite' })
  expect(page.queryByRole('radio', { name: 'Límite' })).toBeNull()
})

test.each([100, 125] as const)('at %s per cent all lines are docked', async (size) => {
  changeTextSize(size)
  const page = await openTicket('&side=buy&shares=10')
  expect(figureOf('Comisión')).toBe('0,18 €')
  expect(docked(page)).toBeUndefined()
  expect(page.getByRole<HTMLInputElement>('radio', { name: 'Mercado' }).checked).toBe(true)
})
