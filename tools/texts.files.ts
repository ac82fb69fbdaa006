import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { joinedCatalogue } from '@lonja/core/base/catalogue'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { joinedTexts, textFilesOf } from '@lonja/server/base/texts'
import { modulesOf, type Module } from './tidy.modules.ts'
import { catalogueBreaches, spokenBreaches, spokenOf, type Catalogue, type Catalogues } from './texts.ts'
import { filesIn } from './tidy.ts'

/** The catalogues of a room: one per language, joined from the files of all features. */
export function cataloguesIn(root: string, room: 'app' | 'staff' | 'server'): Catalogues {
  const read = (language: Language) => joinedTexts(join(root, room, 'src'), language)
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]))
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

/** The files of texts of one room in one language, by their path. */
export function textFilesIn(
  root: string,
  room: 'app' | 'staff' | 'server',
  language: Language,
): Map<string, Catalogue> {
  const paths = textFilesOf(join(root, room, 'src'), language).map((path) => relative(root, path))
  return new Map(paths.map((path) => [path, JSON.parse(readFileSync(join(root, path), 'utf8')) as Catalogue]))
}

/** Keys that two files of one room define: load order would decide which of the two is shown. */
export function doubleKeys(files: ReadonlyMap<string, Catalogue>): string[] {
  const places = new Map<string, string[]>()
  for (const [path, sections] of files) {
    for (const [section, sentences] of Object.entries(sections)) {
      for (const key of Object.keys(sentences)) {
        const name = `${section}.${key}`
        places.set(name, [...(places.get(name) ?? []), path])
      }
    }
  }
  return [...places].flatMap(([name, paths]) => (paths.length > 1 ? [`${name} stands in ${paths.join(' and ')}`] : []))
}

/** Sentences of the later part that a first page says: it would show their keys until that part is here. */
function lateBreaches(root: string): string[] {
  const later = [...textFilesIn(root, 'app', 'tur')].filter(([path]) => !path.includes('/first.'))
  const pages = firstPagesIn(modulesOf(filesIn(root)))
  return spokenOf(joinedCatalogue(later.map(([, file]) => file)), pages).map(
    (stem) => `a first page says ${stem}: it belongs to first.*.json of its feature`,
  )
}

const OWN = /^app\/src\/([\w-]+)\/.*\/own\.tur\.json$/

/** Sentences of a feature's own part that another feature says: it would show their keys where that part is not fetched. */
export function ownBreaches(files: ReadonlyMap<string, Catalogue>, modules: readonly Module[]): string[] {
  const owners = new Set([...files.keys()].flatMap((path) => OWN.exec(path)?.[1] ?? []))
  return [...owners].flatMap((feature) => {
    const own = [...files].filter(([path]) => OWN.exec(path)?.[1] === feature).map(([, file]) => file)
    const others = modules.filter((module) => !module.path.startsWith(`app/src/${feature}/`))
    return spokenOf(joinedCatalogue(own), others).map(
      (stem) => `another feature says ${stem}: it belongs to tur.json of its own`,
    )
  })
}

const ROUTES = 'app/src/routes.ts'
/** As `FIRST_FEATURE` of `app/src/route.ts`. */
const FIRST_PAGES = 'app/src/discover/'

/** The modules of the app's first pages: all imports, late ones too, but for the pages that the routes list. */
export function firstPagesIn(modules: readonly Module[]): Module[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const destinations = (path: string) =>
    (byPath.get(path)?.imports ?? []).flatMap(({ to, typeOnly }) => (to !== null && !typeOnly ? [to] : []))
  const first = destinations(ROUTES).filter((path) => path.startsWith(FIRST_PAGES))
  const paths = new Set(['app/src/main.tsx', ...first])
  // Iterating over a set also visits the elements added meanwhile.
  for (const path of paths) if (path !== ROUTES) for (const to of destinations(path)) paths.add(to)
  return [...paths].flatMap((path) => byPath.get(path) ?? []).filter(({ forTests }) => !forTests)
}

/** Every fault in the texts of the app and of the console, as sentences: one fails the build. */
export function textBreaches(root: string): string[] {
  return (['app', 'staff'] as const).flatMap((room) => {
    const catalogues = cataloguesIn(root, room)
    const breaches = [
      ...catalogueBreaches(catalogues),
      ...spokenBreaches(catalogues['tur'] ?? {}, speakersIn(root, room)),
    ]
    const late =
      room === 'app'
        ? [...lateBreaches(root), ...ownBreaches(textFilesIn(root, 'app', 'tur'), modulesOf(filesIn(root)))]
        : []
    return [...breaches, ...doubleBreaches(root, room), ...late].map((breach) => `${room}: ${breach}`)
  })
}

export const doubleBreaches = (root: string, room: 'app' | 'staff' | 'server'): string[] =>
  LANGUAGES.flatMap((language) => doubleKeys(textFilesIn(root, room, language)))
