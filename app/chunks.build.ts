import { join } from 'node:path'
import type { Rolldown } from 'vite'

/*
 * Groups the app's modules into files. Each file is a request and a task before the first page. One file holds the
 * modules without which the app cannot open; a second holds the modules that a visit's first pages share with other
 * pages; a third holds the calls and rules among those, because they change with the contract and not with the screens.
 * The bundler decides the rest: one file per page.
 */

type Ask = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const room = import.meta.dirname
const ENTRY = join(room, 'index.html')
const MAIN = join(room, 'src/main.tsx')
const BEGINNINGS = ['Home', 'Market', 'InstrumentDetail'].map((name) => join(room, `src/discover/${name}.tsx`))
/**
 * The first reads of those pages. The file is requested by name when the app opens, so it need not block anything then.
 */
const EARLY = join(room, 'src/discover/early.ts')
/** The index of their library brings these modules into the base. Only pages that write, or read a list by pages, use them. */
const LATER = /\/@tanstack\/[\w-]+\/.*\/(?:mutationObserver|infiniteQueryObserver|useMutation|useInfiniteQuery)\.js$/
/** It imports nothing from the app, so neither file can wait for the other in a circle. */
const CORE = join(room, '../core/src/')

/** The file of a module; null to let the bundler decide. Scans the whole build once. */
export function filesByNeed(): (id: string, ask: Ask) => string | null {
  let fileByModule: ReadonlyMap<string, string> | undefined
  return (id, ask) => {
    fileByModule ??= filesOf(ask)
    return fileByModule.get(id) ?? null
  }
}

function filesOf(ask: Ask): Map<string, string> {
  const base = neededBy(ask, ENTRY)
  const lazy = new Set([...base].flatMap((id) => ask.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
  const lost = BEGINNINGS.find((page) => !lazy.has(page))
  if (lost) throw new Error(`The app has no page ${lost}.`)
  const needs = new Map([...lazy].map((page) => [page, neededBy(ask, page)]))
  const files = new Map<string, string>()
  for (const page of BEGINNINGS) {
    for (const id of needs.get(page) ?? []) {
      const pages = [...needs.values()].filter((needed) => needed.has(id)).length
      if (pages > 1 && !lazy.has(id)) files.set(id, id.startsWith(CORE) ? 'calls' : 'screens')
    }
  }
  if (!lazy.has(EARLY)) throw new Error(`The app asks nothing early: there is no ${EARLY}.`)
  files.set(EARLY, 'screens')
  for (const id of base) if (!LATER.test(id)) files.set(id, 'base')
  // They are the file that the page names.
  for (const id of [ENTRY, MAIN]) files.delete(id)
  return files
}

/** A module and all its static imports. */
function neededBy(ask: Ask, id: string, modules = new Set<string>()): Set<string> {
  if (modules.has(id)) return modules
  modules.add(id)
  for (const each of ask.getModuleInfo(id)?.importedIds ?? []) neededBy(ask, each, modules)
  return modules
}
