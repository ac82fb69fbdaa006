// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enter, named, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket } from './market.testing.ts'

const wire = withApp()

// A phone: our keys stand in for its keyboard.
beforeEach(() => {
  const fine = globalThis.matchMedia
  vi.stubGlobal('matchMedia', (media: string) => ({ ...fine(media), matches: media === '(pointer: coarse)' }))
})
afterEach(() => vi.unstubAllGlobals())

const ticket = `/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=100`
const pad = (page: Page) => page.findByRole('group', { name: 'Teclado numérico' })
const acts = async (page: Page) =>
  [...(await pad(page)).querySelectorAll('button')].map((key) => key.textContent).filter((text) => /%|Máx/.test(text))

test('the keys have the shares of the most beside the number of shares alone, and digits beside every field', async () => {
  openMarket(wire.house)
  enter()
  const page = await openPage(ticket)
  await page.user.click(await page.findByRole('radio', named('Límite')))
  const shares = page.getByRole<HTMLInputElement>('spinbutton', { name: /^Acciones/ })
  const limit = page.getByRole<HTMLInputElement>('textbox', { name: 'Precio límite' })

  await page.user.click(shares)
  expect(await acts(page)).toEqual(['25%', '50%', '75%', 'Máx'])
  await page.user.click(limit)
  await expect.poll(() => acts(page)).toEqual(['-0,50%'])
  await page.user.clear(limit)
  for (const key of ['1', '7', ',', '5']) {
    await page.user.click((await pad(page)).querySelectorAll('button')[key === ',' ? 9 : Number(key) - 1]!)
  }
  expect([limit.value, shares.value]).toEqual(['17,5', '100'])

  await page.user.click(page.getByRole('radio', { name: 'Importe' }))
  await page.user.click(page.getByRole('textbox', { name: /^Importe/ }))
  expect(await acts(page)).toEqual([])
})

test('beside a price the keys have the prices of now, one half a per cent from them, and the next field', async () => {
  openMarket(wire.house)
  enter()
  const page = await openPage(ticket)
  const field = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name })
  const keys = async () => [...(await pad(page)).querySelectorAll('button')].slice(-4).map((key) => key.textContent)
  const tap = async (n: number) => page.user.click([...(await pad(page)).querySelectorAll('button')].slice(-4)[n]!)
  await page.user.click(await page.findByRole('radio', named('Stop límite')))
  await page.user.click(field('Precio límite'))
  await expect.poll(keys).toEqual(['Venta 17,47', 'Último 17,47', '-0,50%', 'Siguiente'])
  const limit = () => field('Precio límite').value
  await tap(0)
  expect(limit()).toBe('17,47')
  await tap(2)
  expect(limit()).toBe('17,38')
  // The form ends with the limit; its first field has the shares.
  await tap(3)
  await expect.poll(acts.bind(null, page)).toEqual(['25%', '50%', '75%', 'Máx'])
  await page.user.click(field('Precio de stop'))
  await expect.poll(keys).toEqual(['Venta 17,47', 'Último 17,47', '+0,50%', 'Siguiente'])
  await tap(2)
  expect(field('Precio de stop').value).toBe('17,55')
  await tap(3)
  expect(document.activeElement).toBe(field('Precio límite'))
})

test('while one types the dock has one line and the button, and the line opens the rest', async () => {
  openMarket(wire.house)
  enter()
  const page = await openPage(ticket)
  const shares = await page.findByRole('spinbutton', { name: /^Acciones/ })
  const fees = () => page.queryAllByText('Comisión')
  expect(fees()).toHaveLength(1)
  await page.user.click(shares)
  await pad(page)
  await expect.poll(fees).toEqual([])
  await page.user.click(page.getByRole('button', { name: /^Pones .*Te quedan/, expanded: false }))
  expect(fees()).toHaveLength(1)
  expect(page.getByRole('button', { name: /^Comprar 100/ })).toBeTruthy()
})
