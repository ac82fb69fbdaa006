import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { SCREENS, STATES, type State } from '../pictures.screens.ts'
import { personIn, sceneOf, show, type Scene } from '../scenes.ts'

const house = inject('house')
const PHONE = { language: 'tur', width: 375, height: 812 } as const

let browser: Browser
let scene: Scene
beforeAll(async () => {
  browser = await startBrowser()
  scene = await sceneOf(house, browser)
})
afterAll(() => browser.close())

/** The full state; `npm run test:long` looks at every state. */
const states: readonly State[] = process.env['LONJA_LONG'] === '1' ? STATES : ['full']

test.each(
  SCREENS.flatMap((screen) =>
    states
      .filter((state) => screen.states?.includes(state) ?? true)
      .map((state) => [screen.name, state, screen] as const),
  ),
)(
  'axe finds nothing on %s, %s, at the usual size of text and, where it is full, at twice that',
  async (_name, state, screen) => {
    const person = await personIn(scene, screen, state, PHONE)
    const { page } = person
    // Nothing is cut off either: the page never scrolls sideways.
    const tooWide = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    try {
      await show(scene, person, screen, state)
      expect([await axeFindings(page), await tooWide()]).toEqual([[], 0])
      if (state !== 'full') return
      await enlarge(page)
      expect([await axeFindings(page), await tooWide()]).toEqual([[], 0])
    } finally {
      await person.context.close()
    }
  },
)

/** Letters of twice the size on the page as it stands: another window chose them, and this one follows. */
async function enlarge(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('textSize', '200')
    dispatchEvent(new StorageEvent('storage', { key: 'textSize', newValue: '200' }))
  })
  await page.locator('[data-text-scale="200"]').waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
}
