import { FOREIGN_READS } from './tidy.exceptions.ts'
import { SQL_FOLDERS } from './tidy.house.ts'
import { dotted, isNode, lineAt, stringsOf, walk, type Files, type Module, type Node } from './tidy.modules.ts'
import type { Breach } from './tidy.walls.ts'

const SQL =
  /^\s*(with\s+[\w"]+\s*(\(|as\b)|select\s|insert\s+into\s|update\s+[\w"${}]+\s+((as\s+)?\w+\s+)?set\s|delete\s+from\s|merge\s+into\s|truncate\s|copy\s+\w+\s*\()/i

/** Tables that migrations create, by name, with the migration. */
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

/** SQL belongs in stores and in the base; a table is written by exactly one file, and table names are never composed. */
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
  return [...breaches, ...modules.flatMap(handDecoding), ...foreignReads(modules, files)]
}

/** A table of another feature that a file's SQL reads. */
export interface ForeignRead {
  readonly path: string
  readonly table: string
  readonly owner: string
}

/** Every read of another feature's table: in stores, and in the folders that hold SQL without being stores. */
export function foreignReadsIn(modules: readonly Module[], files: Files): ForeignRead[] {
  const owners = ownersOf(modules, files)
  return modules.flatMap((module) => {
    const { path, feature, role, room, forTests } = module
    if (room !== 'server' || forTests || feature === null) return []
    if (role !== 'store' && !SQL_FOLDERS.includes(feature)) return []
    const read = new Set(stringsOf(module).flatMap(namedIn))
    return [...read].flatMap((table) => {
      const owner = owners.get(table)
      return owner === undefined || owner === feature ? [] : [{ path, table, owner }]
    })
  })
}

function foreignReads(modules: readonly Module[], files: Files): Breach[] {
  return foreignReadsIn(modules, files)
    .filter((read) => !FOREIGN_READS.some(({ path, tables }) => path === read.path && tables.includes(read.table)))
    .map(({ path, table, owner }) => ({
      rule: 'stores read their own tables',
      path,
      sentence: `${table} belongs to ${owner}: ask its store, or list the read with its reason in tools/tidy.exceptions.ts`,
    }))
}

/** The feature of each table: its writer's. A view belongs to the feature of the first table that it reads. */
function ownersOf(modules: readonly Module[], files: Files): Map<string, string> {
  const features = new Map(modules.map(({ path, feature }) => [path, feature]))
  const owners = new Map<string, string>()
  for (const [table, paths] of writersOf(modules)) {
    const [owner] = [...paths].flatMap((path) => features.get(path) ?? [])
    if (owner !== undefined) owners.set(table, owner)
  }
  for (const [path, text] of files) {
    if (!/^server\/migrations\/.*\.sql$/.test(path)) continue
    for (const [, view = '', body = ''] of text.replace(/--.*$/gm, '').matchAll(VIEW)) {
      const owner = namedIn(body).flatMap((table) => owners.get(table) ?? [])[0]
      if (owner !== undefined) owners.set(view, owner)
    }
  }
  return owners
}

const VIEW = /create\s+(?:or\s+replace\s+)?view\s+"?(\w+)"?[^;]*?\bas\b([^;]*)/gi
const READ =
  /\b(?:from|join)\s+((?:only\s+|lateral\s+)?"?\w+"?(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*"?\w+"?(?:\s+(?:as\s+)?\w+)?)*)/gi

/** Names that a statement may read: all names after `from`, `join` or a comma between them. */
function namedIn(text: string): string[] {
  return [...text.matchAll(READ)].flatMap(([, list = '']) =>
    list.split(',').map((part) => (/^\s*(?:only\s+|lateral\s+)?"?(\w+)/i.exec(part)?.[1] ?? '').toLowerCase()),
  )
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

/** Names of the tables that a statement writes, wherever in it, also after `with … as (`. */
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

/** Names by which code calls what the database returned. */
const UNREAD = new Set(['row', 'rows', 'raw', 'cells'])

/**
 * Rows are read by the codecs of a table or shape. The folder of the codecs itself, and the archive beside them that
 * knows its columns only at run time, read cells.
 */
function handDecoding(module: Module): Breach[] {
  if (module.room !== 'server' || module.forTests || module.feature === 'database') return []
  return walk(module.program)
    .filter(({ node }) => isTypedRun(node) || isCastRow(node, module) || readsByPlace(node))
    .map(({ node }) => ({
      rule: 'rows are read by codecs',
      path: module.path,
      sentence: `line ${lineAt(module, node.start)}: give the statement a table or a shape`,
    }))
}

const isRun = (node: unknown): boolean =>
  isNode(node) && node.type === 'CallExpression' && dotted(node['callee'])?.endsWith('.run') === true

/** `tx.run<{ id: string }>(…)` */
const isTypedRun = (node: Node): boolean => isRun(node) && isNode(node['typeArguments'])

/** `row as …` in a store, `(await tx.run(…)) as …` */
function isCastRow(node: Node, { role }: Module): boolean {
  const cast = node['expression']
  if (node.type !== 'TSAsExpression' || !isNode(cast)) return false
  return (
    (role === 'store' && UNREAD.has(dotted(cast) ?? '')) || (cast.type === 'AwaitExpression' && isRun(cast['argument']))
  )
}

/** `loadSet(…, ([id]) => …, …)` */
function readsByPlace(node: Node): boolean {
  if (node.type !== 'CallExpression' || dotted(node['callee']) !== 'loadSet') return false
  const read = (node['arguments'] as Node[])[2]
  return isNode(read) && Array.isArray(read['params']) && (read['params'] as Node[])[0]?.type === 'ArrayPattern'
}
