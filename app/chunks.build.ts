import { join } from 'node:path'
import type { Rolldown } from 'vite'

/*
 * Which modules of the app go in one file. Each file is a request, and a task of its own before the first page: what the app cannot open
 * without is one; what the pages that a visit begins with share with any other is a second; the calls and rules among that are a third, since they
 * change with the contract and not with how a screen looks. Everything else is left to the bundler: a file for a page.
 */

type Ask = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const room = import.meta.dirname
const ENTRY = join(room, 'index.html')
const MAIN = join(room, 'src/main.tsx')
const BEGINNINGS = ['Home', 'Market', 'InstrumentDetail'].map((name) => join(room, `src/discover/${name}.tsx`))
/** What those pages ask first: asked for by name when the app opens, and not to be waited for then. */
const EARLY = join(room, 'src/discover/early.ts')
/** It imports nothing of the app: neither file ever waits for the other in a circle. */
const CORE = join(room, '../core/src/')

/** Names the file of a module; null where the bundler decides. Looks through the whole build once. */
export function filesByNeed(): (id: string, ask: Ask) => string | null {
  let known: ReadonlyMap<string, string> | undefined
  return (id, ask) => {
    known ??= filesOf(ask)
    return known.get(id) ?? null
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
  for (const id of base) files.set(id, 'base')
  // They are the file that the page names.
  for (const id of [ENTRY, MAIN]) files.delete(id)
  return files
}

/** A module, and all that it cannot run without. */
function neededBy(ask: Ask, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const each of ask.getModuleInfo(id)?.importedIds ?? []) neededBy(ask, each, found)
  return found
}
