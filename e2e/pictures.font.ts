import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { LocalBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'

const PACKAGE = '@fontsource-variable/noto-sans-sc'
const PLACE = '/font-for-the-pictures/'

/** A Chinese font given to pages on a machine without one. */
export interface Font {
  readonly sheet: string
  readonly folder: string
}

/**
 * A Chinese font for the pictures if the browser has none: fetched once from npm into the cache folder. Null if the
 * browser has one, or if the fetch fails (Chinese is then drawn as boxes, and a message says so).
 */
export function chineseFont({ env }: Pick<LocalBrowser, 'env'>): Font | null {
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

/** Whether this browser's font path has one. A browser that comes with its own fonts does not see the machine's. */
const browserHasOne = ({ FONTCONFIG_PATH }: LocalBrowser['env']): boolean => {
  if (process.platform === 'darwin' || process.platform === 'win32') return true // They include one.
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], {
    encoding: 'utf8',
    env: { ...process.env, ...(FONTCONFIG_PATH && { FONTCONFIG_PATH }) },
  })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

/** The font in its small parts, under the two names that the app's Chinese falls back to. */
function sheetOf(folder: string): string {
  const sheet = readFileSync(join(folder, 'index.css'), 'utf8').replaceAll('./files/', PLACE)
  return ['SC', 'TC']
    .map((script) => sheet.replace(/font-family: ?'[^']+'/g, `font-family: 'Noto Sans ${script}'`))
    .join('')
}

/** Serve the font's parts as if the house had them. The context must allow a style from outside. */
export const offerFont = (context: BrowserContext, { folder }: Font): Promise<unknown> =>
  context.route(`**${PLACE}*`, (route) => route.fulfill({ path: join(folder, basename(route.request().url())) }))

/** Write the font's stylesheet into a loaded page. */
export const wearFont = (page: Page, { sheet }: Font): Promise<unknown> => page.addStyleTag({ content: sheet })
