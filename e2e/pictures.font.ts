import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { Found } from './browser.ts'
import { cacheFolder } from './checkout.ts'

const PACKAGE = '@fontsource-variable/noto-sans-sc'
const PLACE = '/font-for-the-pictures/'

/** A Chinese font that a page is given where the machine has none. */
export interface Font {
  readonly sheet: string
  readonly folder: string
}

/**
 * A Chinese font for the pictures, where the browser has none: fetched once from npm into the cache folder. Null where it
 * has one, or where it cannot be fetched (then Chinese is drawn as boxes, and that is said).
 */
export function chineseFont({ env }: Pick<Found, 'env'>): Font | null {
  if (browserHasOne(env)) return null
  const home = join(cacheFolder, 'fonts')
  const folder = join(home, 'node_modules', ...PACKAGE.split('/'))
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true })
    const fetched = spawnSync('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', PACKAGE])
    if (fetched.status !== 0) {
      console.log('No Chinese font for the browser, and none could be fetched: Chinese is drawn as boxes.')
      return null
    }
  }
  return { sheet: sheetOf(folder), folder: join(folder, 'files') }
}

/** Whether there is one where this browser looks for fonts: one that came with its own fonts does not see the machine's. */
const browserHasOne = ({ FONTCONFIG_PATH }: Found['env']): boolean => {
  if (process.platform === 'darwin' || process.platform === 'win32') return true // They bring one.
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], {
    encoding: 'utf8',
    env: { ...process.env, ...(FONTCONFIG_PATH && { FONTCONFIG_PATH }) },
  })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

/** The font in its small parts, under the two names that the app falls back to for Chinese. */
function sheetOf(folder: string): string {
  const sheet = readFileSync(join(folder, 'index.css'), 'utf8').replaceAll('./files/', PLACE)
  return ['SC', 'TC']
    .map((script) => sheet.replace(/font-family: ?'[^']+'/g, `font-family: 'Noto Sans ${script}'`))
    .join('')
}

/** Hand out the font's parts as if the house had them. The context must let a style from outside in. */
export const offerFont = (context: BrowserContext, { folder }: Font): Promise<unknown> =>
  context.route(`**${PLACE}*`, (route) => route.fulfill({ path: join(folder, basename(route.request().url())) }))

/** Write the font's sheet into a page that has loaded. */
export const wearFont = (page: Page, { sheet }: Font): Promise<unknown> => page.addStyleTag({ content: sheet })
