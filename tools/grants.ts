import { stringsOf, type Module } from './tidy.modules.ts'

/** A right of the server's role: `insert into entries`, `delete from lots`, `update of balances.free`. */
export type Right = string

/** A granted right that no statement shows, with the reason. */
export interface UnseenRight {
  readonly right: Right
  readonly because: string
}

/** The rights that the statements of the server's modules need, except reading. */
export function rightsUsed(modules: readonly Module[]): Set<Right> {
  const used = new Set<Right>()
  for (const module of modules) {
    if (module.room !== 'server' || module.forTests) continue
    for (const text of stringsOf(module)) for (const right of rightsIn(text.toLowerCase())) used.add(right)
  }
  return used
}

/** The rights that one statement needs. */
export function rightsIn(text: string): Right[] {
  const inserts = [...text.matchAll(/\binsert\s+into\s+(\w+)/g)]
  const rights = inserts.map(([, table]) => `insert into ${table}`)
  for (const [, table] of text.matchAll(/\bdelete\s+from\s+(\w+)/g)) rights.push(`delete from ${table}`)
  for (const match of text.matchAll(/\bupdate\s+(\w+)\s+(?:(?:as\s+)?(?!set\b)\w+\s+)?set\b/g)) {
    rights.push(...columnsSet(text.slice(match.index + match[0].length), match[1] ?? ''))
  }
  for (const match of text.matchAll(/\bdo\s+update\s+set\b/g)) {
    const into = inserts.findLast(({ index }) => index < match.index)?.[1]
    rights.push(...columnsSet(text.slice(match.index + match[0].length), into ?? ''))
  }
  return rights
}

/**
 * The columns that a `set` assigns: the names before `=`, separated by commas, up to the end of the clause, outside
 * brackets.
 */
function columnsSet(after: string, table: string): Right[] {
  let depth = 0
  let flat = ''
  for (const sign of after) {
    if (sign === ')') depth -= 1
    if (depth < 0) break // The end of a `with … as (update …)`.
    if (depth === 0) flat += sign
    if (sign === '(') depth += 1
  }
  const [clause = ''] = flat.split(/\b(?:from|where|returning)\b/)
  return clause.split(',').flatMap((grant) => {
    const column = /^\s*"?(\w+)"?\s*=/.exec(grant)?.[1]
    return column === undefined ? [] : [`update of ${table}.${column}`]
  })
}

/** Differences between granted and used rights, and errors in the list of unseen ones. */
export function grantBreaches(
  granted: ReadonlySet<Right>,
  used: ReadonlySet<Right>,
  unseen: readonly UnseenRight[],
): string[] {
  const excused = new Set(unseen.map(({ right }) => right))
  return [
    ...[...granted]
      .filter((right) => !used.has(right) && !excused.has(right))
      .map((right) => `${right}: granted, and used by no statement`),
    ...[...used].filter((right) => !granted.has(right)).map((right) => `${right}: used, and not granted`),
    ...unseen.filter(({ right }) => !granted.has(right)).map(({ right }) => `${right}: in the list, and not granted`),
    ...unseen
      .filter(({ right }) => used.has(right))
      .map(({ right }) => `${right}: in the list, and a statement shows it`),
  ]
}
