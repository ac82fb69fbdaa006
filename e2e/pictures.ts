import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import type { Language } from '@lonja/core/base/language'
import { axeFindings } from './axe.ts'
import { findBrowser, startBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'
import { openHouse } from './house.ts'
import { chineseFont } from './pictures.font.ts'
import { SCREENS, SIZES, STATES, type Shown, type State } from './pictures.screens.ts'
import { personIn, sceneOf, show, type Scene } from './scenes.ts'

/** Which pictures are taken; everything that is left out is all of it. */
export interface Wanted {
  readonly screens?: readonly string[]
  readonly languages?: readonly Language[]
  readonly widths?: readonly number[]
  readonly states?: readonly State[]
  /** Ask axe about each as well, and print what it finds. */
  readonly axe?: boolean
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
    const scene = await sceneOf(house, browser, await chineseFont())
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
