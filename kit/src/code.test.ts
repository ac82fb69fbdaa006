// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { withCode } from './code.ts'

const FROM = 'http://localhost/assets/page.js'
const sheet = () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!

afterEach(() => document.head.replaceChildren())

test('a page waits for its style sheet', async () => {
  const load = vi.fn(() => Promise.resolve('the page'))
  const page = withCode(load, ['./early.css'], FROM)
  expect(sheet().href).toBe('http://localhost/assets/early.css')
  expect(load).not.toHaveBeenCalled()
  sheet().onload?.(new Event('load'))
  expect(await page).toBe('the page')
})

test('a page whose style sheet does not come is not drawn without it, and asks for it anew', async () => {
  const load = vi.fn(() => Promise.resolve('the page'))
  const page = withCode(load, ['./late.css'], FROM)
  sheet().onerror?.(new Event('error'))
  await expect(page).rejects.toThrow('Not all of the code has come')
  expect(load).not.toHaveBeenCalled()
  expect(sheet()).toBeNull()
  const again = withCode(load, ['./late.css'], FROM)
  sheet().onload?.(new Event('load'))
  expect(await again).toBe('the page')
})

test('a page whose list of files is on its way waits for the list, and then for the files', async () => {
  const load = vi.fn(() => Promise.resolve('the page'))
  const page = withCode(load, Promise.resolve(['./listed.css']), FROM)
  await expect.poll(sheet).not.toBeNull()
  expect(load).not.toHaveBeenCalled()
  sheet().onload?.(new Event('load'))
  expect(await page).toBe('the page')
})
