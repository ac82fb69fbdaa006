import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { configFrom } from '@lonja/server/config/config'
import { openConsole } from '@lonja/server/lifecycle/console'
import { openHouse, type OpenHouse } from '@lonja/server/main'
import { checkout } from './checkout.ts'

/** The built app and a next build of it, in which every file has another name, as do all references to it. */
export interface Builds {
  readonly first: string
  readonly next: string
  remove(): void
}

const TEXT = new Set(['.js', '.css', '.html', '.json'])

export function makeBuilds(): Builds {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-builds-'))
  const [first, next] = [join(folder, 'first'), join(folder, 'next')]
  for (const build of [first, next]) {
    const plain = (path: string): boolean => !/\.(br|gz)$/.test(path)
    cpSync(join(checkout, 'app', 'dist'), build, { recursive: true, filter: plain })
  }
  renameAssets(next)
  return { first, next, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** `Home-DRKh-PB0.js` becomes `Home-DRKh-PBx.js`, in its name and in all references; a name that ends in x gets y. */
function renameAssets(build: string): void {
  const assets = join(build, 'assets')
  const renamed = readdirSync(assets)
    .filter((name) => /-[\w-]{7,8}\.\w+$/.test(name))
    .map(
      (name) =>
        [
          name,
          name.replace(/(.)(\.\w+)$/, (_all, last: string, ending: string) => `${last === 'x' ? 'y' : 'x'}${ending}`),
        ] as const,
    )
  for (const [before, after] of renamed) renameSync(join(assets, before), join(assets, after))
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.has(extname(name)))
  for (const file of files.map((name) => join(build, name))) {
    const text = renamed.reduce((all, [before, after]) => all.replaceAll(before, after), readFileSync(file, 'utf8'))
    writeFileSync(file, text)
  }
}

/** A house that serves one build, on the data and, if given, the port of an earlier one. */
export function openOn(app: string, dataDir: string, port = 0): Promise<OpenHouse> {
  const config = configFrom({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' })
  return openHouse(config, { app, terminal: openConsole(() => {}) })
}
