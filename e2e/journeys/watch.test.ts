import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWatches, listWatchlists, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings } from '../customers.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('a row of the market that is held opens its menu; from it the listing goes on the watchlist, and the toast takes it off again', async () => {
  const person = await newPerson(browser, house.url)
  const { page, words, goTo } = person
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const watched = async (list?: string): Promise<readonly string[]> =>
    (await askFor(house.url, listWatches, list === undefined ? {} : { list }, { token })).rows.map(
      ({ listing }) => listing,
    )

  await goTo('/pages/market/index')
  const href = await page.getByRole('listitem').getByRole('link').first().getAttribute('href')
  const listing = new URLSearchParams(href?.split('?')[1]).get('listing')
  // The list goes on living, so another row may be the first one by now.
  const row = page.getByRole('listitem').locator(`a[href*="listing=${listing}"]`).locator('visible=true')
  const onOwn = page.getByRole('checkbox', { name: new RegExp(`^${words('watchlist', 'ownList')}`) })
  await row.hover()
  await page.mouse.down()
  // Held until the menu is there: a starved page hears of the time late.
  await onOwn.waitFor()
  await page.mouse.up()
  await onOwn.click()
  // Pressed as soon as it appears: a toast goes after a while, and appears only once the server has answered.
  await page.getByRole('button', { name: words('watchlist', 'undo') }).dispatchEvent('click')
  await expect.poll(watched).toEqual([])
  await page.keyboard.press('Escape')

  // The same by keyboard. A long press is no tap, so the list stays open.
  await row.focus()
  await page.keyboard.press('Shift+F10')
  await onOwn.focus()
  // Wait until the page shows the removal: a press does the opposite of the visible state.
  await expect.poll(() => onOwn.isChecked()).toBe(false)
  await page.keyboard.press('Space')
  await expect.poll(watched).toEqual([listing])
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('/pages/market/index')

  // Create a second list, and move the listing to it from the first.
  await goTo('/pages/optional/index')
  await page.getByRole('button', { name: words('watchlist', 'newList') }).click()
  const focused = page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus'))
  await focused.waitFor()
  await page.keyboard.type('  Chips ')
  await page.getByRole('button', { name: words('watchlist', 'save') }).dblclick()
  await page.getByRole('tab', { name: /^Chips/, selected: true }).waitFor()
  const lists = async () => (await askFor(house.url, listWatchlists, {}, { token })).rows
  await expect
    .poll(async () => (await lists()).map(({ name, count }) => [name, count]))
    .toEqual([
      [null, 1],
      ['Chips', 0],
    ])
  await page.getByRole('tab', { name: new RegExp(`^${words('watchlist', 'ownList')}`) }).click()
  await page.getByRole('listitem').getByRole('link').first().focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('button', { name: words('watchlist', 'moveTo', { name: 'Chips' }) }).click()
  const chips = (await lists())[1]?.id
  await expect.poll(() => watched(chips)).toEqual([listing])
  await expect.poll(() => watched()).toEqual([])

  // From its own page: the lists are visible beside its name, and a new one is created with the listing in it.
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.getByRole('button', { name: words('watchlist', 'chooseLists') }).click()
  await page.getByRole('checkbox', { name: /^Chips/, checked: true }).waitFor()
  await page.getByRole('button', { name: words('watchlist', 'newList') }).click()
  await focused.waitFor()
  await page.keyboard.type('Otra')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: /^Otra/, checked: true }).waitFor()
  await expect.poll(async () => watched((await lists())[2]?.id)).toEqual([listing])
  expect(person.faults).toEqual([])
})

test('a list is put in order by a finger that does not keep to the handles, and by the keyboard', async () => {
  const person = await newPerson(browser, house.url)
  const { page, context, words, goTo } = person
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const order = async () => (await askFor(house.url, listWatches, {}, { token })).rows.map(({ listing }) => listing)
  for (const listing of await findListings(house, 'XMAD', 4)) {
    await askFor(house.url, toggleWatch, { listing, watched: true }, { token })
  }
  const [first = '', second = '', third = '', fourth = ''] = await order()

  await goTo('/pages/optional/index')
  await page.getByRole('button', { name: words('watchlist', 'edit') }).click()
  const handles = page.getByRole('button', { name: new RegExp(`^${words('watchlist', 'move').split('{')[0]}`) })
  const middleOf = async (at: number) => {
    const box = await handles.nth(at).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  await handles.nth(3).waitFor()
  const [from, to] = [await middleOf(0), await middleOf(2)]
  const cdp = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', from)
  for (const step of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: from.x - 120 * step, y: from.y + (to.y - from.y) * step })
  }
  await touch('touchEnd')
  await expect.poll(order).toEqual([second, third, first, fourth])

  await handles.nth(3).focus()
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await expect.poll(order).toEqual([second, fourth, third, first])
  await page.getByRole('button', { name: words('watchlist', 'done') }).click()
  await page.getByRole('listitem').getByRole('link').first().waitFor()
  expect(person.faults).toEqual([])
})
