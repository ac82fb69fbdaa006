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
import { personIn, sceneOf, twoFrames, visit, type Scene, type Way } from '../scenes.ts'
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

/** One screen of each page in its full state; `npm run test:long` checks every screen in every state. */
const states: readonly State[] = LONG ? STATES : ['full']
const pathOf = ({ path }: PictureScreen): string => path.replace(/\?.*/, '')
const has = (screen: PictureScreen, state: State): boolean => screen.states?.includes(state) ?? true
const screens = LONG
  ? SCREENS
  : SCREENS.filter((screen) => SCREENS.find((one) => has(one, 'full') && pathOf(one) === pathOf(screen)) === screen)

test.each(
  screens.flatMap((screen) =>
    states.filter((state) => has(screen, state)).map((state) => [screen.name, state, screen] as const),
  ),
)(
  'axe finds nothing on %s, %s, all of it is worked by keys, and nothing is cut off at twice the size of text',
  async (_name, state, screen) => {
    const [person, way] = await somebody(screen, state)
    const { page } = person
    // Nothing is cut off either: the page never scrolls sideways.
    const tooWide = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    await visit(scene, person, screen, state, way)
    const findings = [await axeFindings(page), await focusFindings(page), await cutFindings(page), await tooWide()]
    expect(findings).toEqual([[], [], [], 0])
    if (state === 'full' && !screen.served) {
      await sizeText(page, '200')
      expect([LONG ? await axeFindings(page) : [], await cutFindings(page), await tooWide()]).toEqual([[], [], 0])
      await sizeText(page, '100')
    }
    keep(person, screen, state)
  },
)

interface Viewer {
  readonly person: Person
  readonly shown: PictureScreen
}

/** The viewers of full screens, one after the other in the same window. A viewer whose page had a fault is replaced. */
const viewers = new Map<PictureScreen['who'], Viewer>()

async function somebody(screen: PictureScreen, state: State): Promise<[person: Person, way: Way]> {
  const viewer = state === 'full' ? viewers.get(screen.who) : undefined
  viewers.delete(screen.who)
  if (!viewer) return [await personIn(scene, screen, state, PHONE), 'opened']
  return [viewer.person, isNear(viewer.shown, screen) ? 'from another' : 'opened']
}

/** The app can go from one screen to the other: both are its own, with the answers of the house as they are. */
const isNear = (from: PictureScreen, to: PictureScreen): boolean =>
  pathOf(from) !== pathOf(to) && [from, to].every(({ alters, served }) => !alters && !served)

function keep(person: Person, shown: PictureScreen, state: State): void {
  if (state === 'full') viewers.set(shown.who, { person, shown })
  else void person.context.close()
}

/** Change the text size on the current page, as if another window had chosen it. */
async function sizeText(page: Page, size: '100' | '200'): Promise<void> {
  // The app follows other windows only once it has loaded: tell it until it hears.
  await page.waitForFunction((chosen) => {
    localStorage.setItem('textSize', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'textSize', newValue: chosen }))
    return (document.documentElement.dataset['textScale'] ?? '100') === chosen
  }, size)
  await twoFrames(page)
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
