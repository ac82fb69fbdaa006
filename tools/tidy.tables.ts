import { SQL_FOLDERS } from './tidy.house.ts'
import { stringsOf, type Files, type Module } from './tidy.modules.ts'
import type { Breach } from './tidy.walls.ts'

const SQL =
  /^\s*(with\s+[\w"]+\s*(\(|as\b)|select\s|insert\s+into\s|update\s+[\w"${}]+\s+((as\s+)?\w+\s+)?set\s|delete\s+from\s|merge\s+into\s|truncate\s|copy\s+\w+\s*\()/i

/** Tables that a migration makes, by name, with the migration. */
export function tablesOf(files: Files): Map<string, string> {
  const tables = new Map<string, string>()
  for (const [path, text] of files) {
    if (!/^server\/migrations\/.*\.sql$/.test(path)) continue
    const bare = text.replace(/--.*$/gm, '')
    for (const [, name] of bare.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)) {
      if (name) tables.set(name, path)
    }
  }
  return tables
}

/** SQL stands in stores and in the base; a table is written by exactly one file, and no name of a table is put together. */
export function tableBreaches(modules: readonly Module[], files: Files): Breach[] {
  const tables = tablesOf(files)
  const writers = new Map<string, Set<string>>()
  const breaches: Breach[] = []
  for (const module of modules) {
    if (module.room !== 'server' || module.forTests) continue
    for (const text of stringsOf(module)) {
      if (SQL.test(text) && !mayHoldSql(module)) {
        breaches.push({ rule: 'SQL stands in stores', path: module.path, sentence: `"${text.trim().slice(0, 60)}"` })
      }
      for (const table of writtenIn(text)) {
        if (table.includes('$')) breaches.push(putTogether(module, text))
        else if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(module.path))
      }
    }
  }
  for (const [table, paths] of writers) if (paths.size > 1) breaches.push(...sharedTable(table, [...paths]))
  return breaches
}

function mayHoldSql({ role, feature }: Module): boolean {
  // Verifying reads all tables at once, and writes none.
  return role === 'store' || role === 'verify' || feature === null || SQL_FOLDERS.includes(feature)
}

const putTogether = ({ path }: Module, text: string): Breach => ({
  rule: 'names of tables are written out',
  path,
  sentence: `"${text.trim().slice(0, 60)}"`,
})

const sharedTable = (table: string, paths: readonly string[]): Breach[] =>
  paths.map((path) => ({
    rule: 'one table, one writer',
    path,
    sentence: `${table} is written by ${paths.join(' and ')}`,
  }))

/** Names of the tables that a statement writes: wherever the words stand, also after `with … as (`. */
export function writtenIn(text: string): string[] {
  const forms = [
    /\binsert\s+into\s+"?([\w${}]+)"?/gi,
    /\bupdate\s+(?:only\s+)?"?([\w${}]+)"?\s+(?:(?:as\s+)?\w+\s+)?set\b/gi,
    /\bdelete\s+from\s+(?:only\s+)?"?([\w${}]+)"?/gi,
    /\bmerge\s+into\s+"?([\w${}]+)"?/gi,
    /\btruncate\s+(?:table\s+)?"?([\w${}]+)"?/gi,
    /\bcopy\s+"?([\w${}]+)"?\s*\([^)]*\)\s+from\b/gi,
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].flatMap(([, table]) => (table ? [table.toLowerCase()] : [])))
}

/** Writers of each table, for the list of columns. */
export function writersOf(modules: readonly Module[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const module of modules) {
    if (module.room !== 'server' || module.forTests) continue
    for (const text of stringsOf(module)) {
      for (const table of writtenIn(text)) writers.set(table, (writers.get(table) ?? new Set()).add(module.path))
    }
  }
  return writers
}
