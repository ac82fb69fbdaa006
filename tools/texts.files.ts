import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@lonja/core/base/language'
import { modulesOf, type Module } from './tidy.modules.ts'
import { catalogueBreaches, spokenBreaches, type Catalogues } from './texts.ts'
import { filesIn } from './tidy.ts'

/** The catalogues of a room: one file a language. */
export function cataloguesIn(root: string, room: 'app' | 'staff' | 'server'): Catalogues {
  const read = (language: string): unknown =>
    JSON.parse(readFileSync(join(root, room, 'texts', `${language}.json`), 'utf8')) as unknown
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as Catalogues
}

/**
 * The files whose sentences come from a room's catalogues, and those whose lists name keys: of the app all of the kit, whose
 * words it has; of the console its own and what they import.
 */
export function speakersIn(root: string, own: 'app' | 'staff' = 'app'): Module[] {
  const byPath = new Map(modulesOf(filesIn(root)).map((module) => [module.path, module]))
  const found = new Set(
    [...byPath.values()].filter(
      ({ room, path }) =>
        path.startsWith(`${own}/src/`) || (own === 'app' && ['kit', 'core'].includes(room) && path.includes('/src/')),
    ),
  )
  // A set is gone through to its end, however it grows meanwhile.
  for (const { imports } of found) {
    for (const { to } of imports) {
      const module = to === null ? undefined : byPath.get(to)
      if (module && !module.forTests) found.add(module)
    }
  }
  return [...found]
}

/** Everything that is wrong with the words of the app and of the console, in sentences: the build fails on one. */
export function textBreaches(root: string): string[] {
  return (['app', 'staff'] as const).flatMap((room) => {
    const catalogues = cataloguesIn(root, room)
    const breaches = [
      ...catalogueBreaches(catalogues),
      ...spokenBreaches(catalogues['tur'] ?? {}, speakersIn(root, room)),
    ]
    return breaches.map((breach) => `${room}: ${breach}`)
  })
}
