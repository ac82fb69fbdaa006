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
  await expect.poll(() => acts(page)).toEqual([])
  await page.user.clear(limit)
  for (const key of ['1', '7', ',', '5']) {
    await page.user.click((await pad(page)).querySelectorAll('button')[key === ',' ? 9 : Number(key) - 1]!)
  }
  expect([limit.value, shares.value]).toEqual(['17,5', '100'])

  await page.user.click(page.getByRole('radio', { name: 'Importe' }))
  await page.user.click(page.getByRole('textbox', { name: /^Importe/ }))
  expect(await acts(page)).toEqual([])
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
