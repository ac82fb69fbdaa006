import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@lonja/core/base/language'
import { modulesOf, type Module } from './tidy.modules.ts'
import { catalogueBreaches, spokenBreaches, type Catalogues } from './texts.ts'
import { filesIn } from './tidy.ts'

/** The catalogues of a room: one file per language. */
export function cataloguesIn(root: string, room: 'app' | 'staff' | 'server'): Catalogues {
  const read = (language: string): unknown =>
    JSON.parse(readFileSync(join(root, room, 'texts', `${language}.json`), 'utf8')) as unknown
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as Catalogues
}

/**
 * The files whose texts come from a room's catalogues, and those whose lists name keys: for the app also all of the
 * kit, whose texts it has; for the console its own files and their imports.
 */
export function speakersIn(root: string, ownRoom: 'app' | 'staff' = 'app'): Module[] {
  const byPath = new Map(modulesOf(filesIn(root)).map((module) => [module.path, module]))
  const modulesOfRoom = new Set(
    [...byPath.values()].filter(
      ({ room, path }) =>
        path.startsWith(`${ownRoom}/src/`) ||
        (ownRoom === 'app' && ['kit', 'core'].includes(room) && path.includes('/src/')),
    ),
  )
  // Iterating over a set also visits the elements added meanwhile.
  for (const { imports } of modulesOfRoom) {
    for (const { to } of imports) {
      const module = to === null ? undefined : byPath.get(to)
      if (module && !module.forTests) modulesOfRoom.add(module)
    }
  }
  return [...modulesOfRoom]
}

/** Every fault in the texts of the app and of the console, as sentences: one fails the build. */
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
