import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { Language } from '@lonja/core/base/language'
import { axeFindings } from './axe.ts'
import { findBrowser, startBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'
import { cutFindings } from './cut.ts'
import { openHouse } from './house.ts'
import { chineseFont } from './pictures.font.ts'
import { STATES, type PictureScreen, type State } from './pictures.entry.ts'
import { SCREENS } from './pictures.screens.ts'
import { SIZES, sizeOf, type Size } from './pictures.sizes.ts'
import type { Person } from './person.ts'
import { signNow } from './scenes.proof.ts'
import { newPayer, newSaver, personIn, sceneOf, show, type Scene } from './scenes.ts'

/** The pictures to take; an omitted field means all. */
export interface PictureSelection {
  readonly screens?: readonly string[]
  readonly languages?: readonly Language[]
  readonly widths?: readonly number[]
  readonly states?: readonly State[]
  /** Look for the findings of axe and for cut texts on each as well, and print them. */
  readonly axe?: boolean
  /** Text size in per cent; 100 by default. */
  readonly textSize?: number
}

/** One picture to take. */
interface Shot {
  readonly screen: PictureScreen
  readonly language: Language
  readonly size: Size
  readonly state: State
}

interface Picture {
  readonly shot: Shot
  readonly file: string
  readonly caption: string
}

/** The number taken at once: most of a picture's time is waiting until the screen is stable. */
const LANES = 3
/** A long screen is shown whole up to this height. */
const MOST_HEIGHT = 3_000

/** Take a picture of every screen in every state, width and language wanted, with contact sheets beside them. */
export async function takePictures(options: PictureSelection = {}): Promise<void> {
  const folder = join(cacheFolder, 'pictures')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // One ready payee beside one that waits: the first ones are added to a house without a wait.
  const open = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  const early = { payer: await newPayer(open), saver: await newSaver(open) }
  await open.stop()
  await signNow(open.dataDir)
  const house = await openHouse({ dataDir: open.dataDir })
  const program = findBrowser()
  const browser = await startBrowser(program)
  try {
    const scene = await sceneOf(house, browser, { font: chineseFont(program), early })
    const pictures = await takeAll(scene, shotsOf(options), folder, options)
    await contactSheets(browser, folder, pictures)
    console.log(`${pictures.length} pictures: ${join(folder, 'index.html')}`)
  } finally {
    await browser.close()
    await house.stop()
    house.remove()
    if (program.leftBehind) console.log(`Left behind on this machine: ${program.leftBehind}.`)
  }
}

function shotsOf({ screens, languages = ['tur', 'cn'], widths, states = STATES }: PictureSelection): Shot[] {
  return SCREENS.filter(({ name }) => screens?.includes(name) ?? true).flatMap((screen) =>
    (widths?.map(sizeOf) ?? SIZES).flatMap((size) =>
      languages.flatMap((language) =>
        states
          .filter((state) => screen.states?.includes(state) ?? true)
          .map((state) => ({ screen, language, size, state })),
      ),
    ),
  )
}

/** The shots of one viewer with one state, language and width. They share a window, so that the app loads fast. */
function eyesOf(shots: readonly Shot[]): Shot[][] {
  const eyes = new Map<string, Shot[]>()
  for (const shot of shots) {
    const key = [shot.screen.who, shot.state, shot.language, shot.size.width].join()
    eyes.set(key, [...(eyes.get(key) ?? []), shot])
  }
  return [...eyes.values()]
}

/** Take them all, a few windows at a time. A failed one is reported, and the rest continue. */
async function takeAll(
  scene: Scene,
  shots: readonly Shot[],
  folder: string,
  { axe = false, textSize = 100 }: PictureSelection,
): Promise<Picture[]> {
  const pictures: Picture[] = []
  const waiting = eyesOf(shots).values()
  const lane = async (): Promise<void> => {
    for (const [first, ...others] of waiting) {
      if (!first) continue
      const { screen, state, language, size } = first
      const person = await personIn(scene, screen, state, { language, textSize, ...size })
      for (const shot of [first, ...others]) {
        try {
          pictures.push(...(await take(scene, person, shot, folder)))
          for (const finding of axe ? [...(await axeFindings(person.page)), ...(await cutFindings(person.page))] : [])
            console.log(`  ${captionOf(shot)}: ${finding}`)
        } catch (error) {
          process.exitCode = 1
          console.log(`  ${captionOf(shot)}: not taken: ${error instanceof Error ? error.message : String(error)}`)
        }
        for (const fault of person.faults.splice(0)) console.log(`  ${captionOf(shot)}: ${fault}`)
      }
      await person.context.close()
      console.log(`  ${pictures.length} taken: ${language}, ${size.width} wide, ${state}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return pictures.toSorted((one, other) => shots.indexOf(one.shot) - shots.indexOf(other.shot))
}

const captionOf = ({ screen, state, language, size }: Shot): string =>
  [screen.name, state, language, size.width].join(' · ')

async function take(scene: Scene, person: Person, shot: Shot, folder: string): Promise<Picture[]> {
  const { screen, size, state } = shot
  const pictures: Picture[] = []
  const picture = async (caption: string): Promise<void> => {
    const file = `${caption.replaceAll(' · ', '-')}.png`
    await person.page.screenshot({ path: join(folder, file) })
    pictures.push({ shot, file, caption })
  }
  await person.page.setViewportSize(size)
  await show(scene, person, screen, state)
  await picture(captionOf(shot))
  if (state === 'full' && (await grow(person.page, size))) await picture(`${captionOf(shot)} · whole`)
  return pictures
}

/** Make the window as high as a long screen's content. False if everything was visible already. */
async function grow(page: Page, { width, height }: Size): Promise<boolean> {
  const hidden = await page.evaluate(() => {
    const scrollers = [...document.querySelectorAll('main, main *, dialog *')].filter(
      (one) => one.clientHeight > 0 && getComputedStyle(one).overflowY === 'auto',
    )
    return Math.max(0, ...scrollers.map((one) => one.scrollHeight - one.clientHeight))
  })
  if (hidden === 0) return false
  await page.setViewportSize({ width, height: Math.min(height + hidden, MOST_HEIGHT) })
  await page.waitForTimeout(400)
  return true
}

/** A page with every picture, and one picture per screen and width that shows all of its own, one language per row. */
async function contactSheets(browser: Browser, folder: string, shots: readonly Picture[]): Promise<void> {
  writeFileSync(join(folder, 'index.html'), sheetOf(shots))
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  const nameOf = ({ shot }: Picture): string => `sheet-${shot.screen.name}-${shot.size.width}`
  for (const name of new Set(shots.map(nameOf))) {
    const pictures = shots.filter((each) => nameOf(each) === name)
    const file = join(folder, `${name}.html`)
    writeFileSync(file, sheetOf(pictures))
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    rmSync(file)
  }
  await page.close()
}

function sheetOf(pictures: readonly Picture[]): string {
  const figures = pictures.map(
    ({ file, caption }) => `<figure><img src="${file}" alt=""><figcaption>${caption}</figcaption></figure>`,
  )
  const style =
    'body{display:grid;grid-template-columns:repeat(5,1fr);align-items:start;gap:16px;font:12px sans-serif;background:#ddd}' +
    'figure{margin:0}img{width:100%;background:#fff}'
  return `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>${style}</style>${figures.join('')}`
}
