import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './checkout.ts'

const PACKAGE = '@fontsource-variable/noto-sans-sc'

/**
 * A style sheet with a Chinese font for the pictures, where this machine has none: fetched once from npm into the cache
 * folder. Null where the machine has one, or where it cannot be fetched (then Chinese is drawn as boxes, and that is said).
 */
export async function chineseFont(): Promise<string | null> {
  if (machineHasOne()) return null
  const home = join(cacheFolder, 'fonts')
  const folder = join(home, 'node_modules', ...PACKAGE.split('/'))
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true })
    const fetched = spawnSync('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', PACKAGE])
    if (fetched.status !== 0) {
      console.log('No Chinese font on this machine, and none could be fetched: Chinese is drawn as boxes.')
      return null
    }
  }
  return styleOf(folder)
}

const machineHasOne = (): boolean => {
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

/** Every subset with its font inside, under the name that the app falls back to for Chinese. */
function styleOf(folder: string): string {
  const sheet = readFileSync(join(folder, 'index.css'), 'utf8')
  const fonts = new Map(readdirSync(join(folder, 'files')).map((name) => [name, join(folder, 'files', name)]))
  const inlined = sheet.replace(/url\(\.\/files\/([^)]+)\)/g, (_url, name: string) => {
    const file = fonts.get(name)
    return file ? `url(data:font/woff2;base64,${readFileSync(file).toString('base64')})` : 'url()'
  })
  return `${inlined.replace(/font-family: ?'[^']+'/g, "font-family: 'Noto Sans SC'")}\n:lang(zh-Hans-CN) { font-family: 'Hanken Grotesk Variable', 'Noto Sans SC'; }`
}
