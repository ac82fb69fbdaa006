import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { cutFindings } from '../cut.ts'
import { focusFindings } from '../focus.ts'
import type { Person } from '../person.ts'
import { STATES, type PictureScreen, type State } from '../pictures.entry.ts'
import { SCREENS } from '../pictures.screens.ts'
import { signNow } from '../scenes.proof.ts'
import { personIn, sceneOf, show, type Scene } from '../scenes.ts'
import { house } from '../journeys.house.ts'

const PHONE = { language: 'tur', width: 375, height: 812 } as const
/** Five customers and two seats act, and all their requests are decided. */
const SCENE_MS = 400_000
const LONG = process.env['LONJA_LONG'] === '1'

let browser: Browser
let scene: Scene
beforeAll(async () => {
  browser = await startBrowser()
  scene = await sceneOf(house, browser)
  await signNow(house.dataDir)
}, SCENE_MS)
afterAll(() => browser.close())

/**
 * The full state only; `npm run test:long` checks every state, and runs axe on every screen in large text instead of
 * each third.
 */
const states: readonly State[] = LONG ? STATES : ['full']

test.each(
  SCREENS.filter(({ sameParts }) => !sameParts || states.length > 1).flatMap((screen) =>
    states
      .filter((state) => screen.states?.includes(state) ?? true)
      .map((state) => [screen.name, state, screen] as const),
  ),
)(
  'axe finds nothing on %s, %s, all of it is worked by keys, and nothing is cut off at twice the size of text',
  async (_name, state, screen) => {
    const person = await somebody(screen, state)
    const { page } = person
    // Nothing is cut off either: the page never scrolls sideways.
    const tooWide = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    await show(scene, person, screen, state)
    const findings = [await axeFindings(page), await focusFindings(page), await cutFindings(page), await tooWide()]
    expect(findings).toEqual([[], [], [], 0])
    if (state === 'full' && !screen.served) {
      await sizeText(page, '200')
      // Larger text needs less contrast, never more, so the slowest check is not repeated.
      const looksAgain = LONG || SCREENS.indexOf(screen) % 3 === 0
      const again = looksAgain ? await axeFindings(page, LONG ? [] : ['color-contrast']) : []
      expect([again, await cutFindings(page), await tooWide()]).toEqual([[], [], 0])
      await sizeText(page, '100')
    }
    keep(person, screen, state)
  },
)

/** The viewers of full screens, one after the other in the same window. A viewer whose page had a fault is replaced. */
const viewers = new Map<PictureScreen['who'], Person>()

async function somebody(screen: PictureScreen, state: State): Promise<Person> {
  const before = state === 'full' ? viewers.get(screen.who) : undefined
  viewers.delete(screen.who)
  return before ?? personIn(scene, screen, state, PHONE)
}

function keep(person: Person, { who }: PictureScreen, state: State): void {
  if (state === 'full') viewers.set(who, person)
  else void person.context.close()
}

/** Change the text size on the current page, as if another window had chosen it. */
async function sizeText(page: Page, size: '100' | '200'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('textSize', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'textSize', newValue: chosen }))
  }, size)
  if (size === '100') return
  await page.locator('[data-text-scale="200"]').waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
}

test('what is pressed by a pointer alone, and what hides its focus, is found', async () => {
  const page = await browser.newPage()
  await page.setContent(`<style>:focus { outline: none } a:focus-visible { outline: 2px solid }</style>
    <a href="#">Fine</a> <label style="cursor: pointer"><input type="checkbox" hidden> By a field that is not there</label>
    <div style="cursor: pointer">By a pointer</div> <button>Hidden focus</button>`)
  const findings = await focusFindings(page)
  expect(findings.map((line) => line.replace(/<.*> /, ''))).toEqual([
    'cannot be reached by keys: By a field that is not there',
    'cannot be reached by keys: By a pointer',
    'does not show its focus: Hidden focus',
  ])
  await page.close()
})
