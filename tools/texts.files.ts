import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@lonja/core/base/language'
import { modulesOf, type Module } from './tidy.modules.ts'
import { catalogueBreaches, spokenBreaches, type Catalogues } from './texts.ts'
import { filesIn } from './tidy.ts'

/** The catalogues of a room: one file a language. */
export function cataloguesIn(root: string, room: 'app' | 'server'): Catalogues {
  const read = (language: string): unknown =>
    JSON.parse(readFileSync(join(root, room, 'texts', `${language}.json`), 'utf8')) as unknown
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as Catalogues
}

/** The files whose sentences come from the app's catalogues, and those whose lists name keys. */
export function speakersIn(root: string): Module[] {
  return modulesOf(filesIn(root)).filter(
    ({ room, path }) => ['app', 'kit', 'core'].includes(room) && path.includes('/src/'),
  )
}

/** Everything that is wrong with the words of the app, in sentences: the build fails on one. */
export function appTextBreaches(root: string): string[] {
  const catalogues = cataloguesIn(root, 'app')
  return [...catalogueBreaches(catalogues), ...spokenBreaches(catalogues['tur'] ?? {}, speakersIn(root))]
}
