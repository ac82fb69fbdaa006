import type { Browser } from 'playwright-core'
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

/** The full state at the usual size and with letters of twice the size; `npm run test:long` looks at every state. */
const looks: readonly (readonly [state: State, textSize: number])[] = [
  ...(process.env['LONJA_LONG'] === '1' ? STATES : (['full'] as const)).map((state) => [state, 100] as const),
  ['full', 200],
]

test.each(
  SCREENS.flatMap((screen) =>
    looks
      .filter(([state]) => screen.states?.includes(state) ?? true)
      .map(([state, size]) => [screen.name, state, size, screen] as const),
  ),
)('axe finds nothing on %s, %s, text at %i %%', async (_name, state, textSize, screen) => {
  const person = await personIn(scene, screen, state, { ...PHONE, textSize })
  try {
    await show(scene, person, screen, state)
    expect(await axeFindings(person.page)).toEqual([])
    // Nothing is cut off: the page never scrolls sideways.
    expect(await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  } finally {
    await person.context.close()
  }
})
