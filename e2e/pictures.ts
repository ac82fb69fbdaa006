import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import type { Language } from '@lonja/core/base/language'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { axeFindings } from './axe.ts'
import { findBrowser, startBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'
import { chineseFont } from './pictures.font.ts'
import { askFor } from './client.ts'
import { newCustomer, newTrader, type Customer } from './customers.ts'
import { openHouse, type Welcome } from './house.ts'
import { newPerson, type Person } from './person.ts'
import { SCREENS, SIZES, STATES, type Shown, type State } from './pictures.screens.ts'

/** Which pictures are taken; everything that is left out is all of it. */
export interface Wanted {
  readonly screens?: readonly string[]
  readonly languages?: readonly Language[]
  readonly widths?: readonly number[]
  readonly states?: readonly State[]
  /** Ask axe about each as well, and print what it finds. */
  readonly axe?: boolean
}

interface Scene {
  readonly house: Welcome
  readonly browser: Browser
  readonly nobody: Customer
  readonly trader: Customer
  readonly fillIn: (path: string) => string
  readonly font: string | null
}

interface Taken {
  readonly screen: string
  readonly file: string
  readonly caption: string
}

/** Take a picture of every screen in every state, width and language wanted, with a contact sheet beside them. */
export async function takePictures(wanted: Wanted = {}): Promise<void> {
  const folder = join(cacheFolder, 'pictures')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const house = await openHouse()
  const found = findBrowser()
  const browser = await startBrowser(found)
  try {
    const scene = await sceneOf(house, browser)
    const taken: Taken[] = []
    for (const screen of SCREENS.filter(({ name }) => wanted.screens?.includes(name) ?? true)) {
      taken.push(...(await picturesOf(scene, screen, wanted, folder)))
      console.log(`  ${screen.name}`)
    }
    await contactSheets(browser, folder, taken)
    console.log(`${taken.length} pictures: ${join(folder, 'index.html')}`)
  } finally {
    await browser.close()
    await house.stop()
    house.remove()
    if (found.leftBehind) console.log(`Left behind on this machine: ${found.leftBehind}.`)
  }
}

async function sceneOf(house: Welcome, browser: Browser): Promise<Scene> {
  const [nobody, trader] = [await newCustomer(house), await newTrader(house)]
  const shares = await askFor(house.url, listInstruments, { list: 'active', venue: 'XMAD', limit: 1 })
  const indices = await askFor(house.url, listInstruments, { list: 'indices', limit: 1 })
  const { rows } = await askFor(house.url, listOrders, { which: 'filled' }, { token: trader.token })
  const names: Readonly<Record<string, string | undefined>> = {
    share: shares.listing[0],
    index: indices.listing[0],
    order: rows[0]?.id,
  }
  const fillIn = (path: string): string => path.replace(/\{(\w+)\}/g, (_blank, name: string) => names[name] ?? '')
  return { house, browser, nobody, trader, fillIn, font: await chineseFont() }
}

async function picturesOf(scene: Scene, screen: Shown, wanted: Wanted, folder: string): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const language of wanted.languages ?? (['tur', 'cn'] as const)) {
    for (const size of SIZES.filter(({ width }) => wanted.widths?.includes(width) ?? true)) {
      for (const state of wanted.states ?? STATES) {
        const file = `${screen.name}-${state}-${language}-${size.width}.png`
        const person = await personIn(scene, screen, state, { language, ...size })
        try {
          await show(scene, person, screen, state)
          await person.page.screenshot({ path: join(folder, file) })
          const caption = `${screen.name} · ${state} · ${language} · ${size.width}`
          taken.push({ screen: screen.name, file, caption })
          if (wanted.axe) for (const finding of await axeFindings(person.page)) console.log(`  ${caption}: ${finding}`)
          for (const fault of person.faults) console.log(`  ${caption}: ${fault}`)
        } finally {
          await person.context.close()
        }
      }
    }
  }
  return taken
}

interface Looks {
  readonly language: Language
  readonly width: number
  readonly height: number
}

async function personIn(scene: Scene, screen: Shown, state: State, looks: Looks): Promise<Person> {
  const person = await newPerson(scene.browser, scene.house.url, looks)
  if (screen.who === 'person') {
    const { token, userId } = state === 'empty' ? scene.nobody : scene.trader
    await person.context.addInitScript(
      (session) => {
        localStorage.setItem('token', session.token)
        localStorage.setItem('userId', session.userId)
      },
      { token, userId },
    )
  }
  return person
}

async function show(
  { fillIn, font }: Scene,
  { page, goTo, words }: Person,
  screen: Shown,
  state: State,
): Promise<void> {
  if (state === 'loading') await page.route('**/api/**', () => new Promise(() => {}))
  if (state === 'failed') await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: 'away' }))
  await goTo(fillIn(screen.path))
  await page
    .getByRole('main')
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined)
  if (screen.press) {
    const [feature, key] = screen.press
    await page
      .getByText(words(feature, key), { exact: false })
      .first()
      .click({ timeout: 3_000 })
      .catch(() => undefined)
  }
  if (font) await page.addStyleTag({ content: font })
  await settled(page, state)
}

/** Give what is still on its way a moment: data where there is some, the lines of a chart, fonts. */
async function settled(page: Page, state: State): Promise<void> {
  if (state === 'full' || state === 'empty') {
    const busy = page.locator('main [aria-busy="true"]')
    await busy
      .first()
      .waitFor({ state: 'detached', timeout: 4_000 })
      .catch(() => undefined)
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(state === 'loading' ? 700 : 500)
}

/** One page with every picture, and one picture a screen that shows all of its own. */
async function contactSheets(browser: Browser, folder: string, taken: readonly Taken[]): Promise<void> {
  const screens = [...new Set(taken.map(({ screen }) => screen))]
  writeFileSync(join(folder, 'index.html'), sheetOf(taken))
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  for (const screen of screens) {
    const file = join(folder, `sheet-${screen}.html`)
    writeFileSync(file, sheetOf(taken.filter((each) => each.screen === screen)))
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path: join(folder, `sheet-${screen}.png`), fullPage: true })
    rmSync(file)
  }
  await page.close()
}

function sheetOf(taken: readonly Taken[]): string {
  const figures = taken.map(
    ({ file, caption }) => `<figure><img src="${file}" alt=""><figcaption>${caption}</figcaption></figure>`,
  )
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px;font:12px sans-serif;background:#ddd}figure{margin:0}img{height:520px;background:#fff}'
  return `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>${style}</style>${figures.join('')}`
}
