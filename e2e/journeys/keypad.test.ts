import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { findListings, newCustomer } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { chooseKind } from '../kinds.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/*
 * Our keys take a half of a small phone. The field and the sentence about it stay in sight above them, whole, and so do the
 * button and every key.
 */

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** The names of the parts that are cut or out of sight, with their places. */
async function cutParts({ page }: Person, parts: Readonly<Record<string, string>>): Promise<string[]> {
  return page.evaluate((selectors) => {
    const dock = document.querySelector('[data-dock]')?.getBoundingClientRect()
    const above = dock?.top ?? 0
    return Object.entries(selectors).flatMap(([name, selector]) => {
      const boxes = [...document.querySelectorAll(selector)].map((part) => ({
        box: part.getBoundingClientRect(),
        bottom: part.closest('[data-dock]') ? innerHeight : above,
        top: part.closest('[data-dock]') ? above : 0,
      }))
      const whole = boxes.every(
        ({ box, top, bottom }) =>
          box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1 && box.right <= innerWidth,
      )
      return boxes.length > 0 && whole ? [] : [`${name} ${JSON.stringify({ boxes, above })}`]
    })
  }, parts)
}

const PRICE = 'main input:not([role=spinbutton])[data-keypad]'

test.each([
  [320, 640, 100],
  [375, 667, 100],
  [375, 812, 100],
  [320, 640, 200],
  [375, 812, 200],
])(
  'beside the keys a limit, its sentence, the sum and the button are whole: %i by %i, text at %i per cent',
  async (...looks) => {
    const [width, height, textSize] = looks
    const person = await newPerson(browser, house.url, { width, height })
    const { page, goTo, words } = person
    await signInAs(person, await newCustomer(house))
    await page.context().addInitScript((size) => {
      if (location.protocol !== 'about:') localStorage.setItem('textSize', String(size))
    }, textSize)
    const [share] = await findListings(house, 'XMAD', 1)
    await goTo(`/subPackages/home/socketDetail/place?listing=${share}&side=buy`)
    await chooseKind(page, 'limit')
    await page.locator(PRICE).tap()
    await page.getByRole('group', { name: words('orders', 'numberPad'), exact: true }).waitFor()
    const parts = {
      field: PRICE,
      // On the smallest phone in the largest text there is no room for it too; it is below the field.
      ...(width === 320 && textSize === 200 ? {} : { sentence: 'main [data-sentence]' }),
      sum: '[data-dock] button[aria-expanded]',
      button: '[data-dock] [data-look=filled]',
      keys: '[data-keys] button',
    }
    await expect.poll(() => cutParts(person, parts)).toEqual([])
    expect(person.faults).toEqual([])
    await person.context.close()
  },
)
