/**
 * Nobody can steer a price or an outcome: every column whose name suggests one is listed here with its one writer and
 * the reason. A column missing from the list fails the build, and so does a listed column that no longer exists.
 */
export interface SteeringColumn {
  readonly table: string
  readonly column: string
  /** The one file that writes it, or `migration` for rows that exist from the start. */
  readonly writer: string
  /** `never`: the server's own database role has no right to change it afterwards. */
  readonly changes: 'never' | 'as the reason says'
  readonly because: string
}

export interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  /** The server's role may update it. */
  readonly updatable: boolean
}

/** Words of a name, between underscores, that suggest a price, a rate, odds, a result, or an input to them. */
const SPEAKING =
  /^(price|rate|odd|result|outcome|winner|won|win|lost|bid|ask|quote|seed|secret|strike|payout|limit|worst|best|last|realised|proceed|high|low|open|close|spread|markup|margin|drift|volatility|chance|probability|weight|rank|draw|allotted|yield|discount|bps|e4|e6|collar|speed|source|hours|function|replay)s?$/

/** Opaque values could hold a price under an innocent name. */
const OPAQUE = ['json', 'jsonb', 'bytea', 'xml', 'ARRAY']

export const suggestsPrice = ({ column, type }: Column): boolean =>
  OPAQUE.includes(type) || column.split('_').some((word) => SPEAKING.test(word))

/** The faults of a database's columns, given the list and the writers of each table. */
export function columnBreaches(
  columns: readonly Column[],
  listed: readonly SteeringColumn[],
  writers: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const nameOf = ({ table, column }: { table: string; column: string }): string => `${table}.${column}`
  const entries = new Map(listed.map((entry) => [nameOf(entry), entry]))
  const existing = new Map(columns.map((column) => [nameOf(column), column]))
  const unlisted = columns.filter((column) => suggestsPrice(column) && !entries.has(nameOf(column)))
  const problems = unlisted.map((column) => `${nameOf(column)} is not in the list of tools/columns.list.ts`)
  for (const entry of listed) {
    const name = nameOf(entry)
    const column = existing.get(name)
    if (!column) problems.push(`${name} is in the list, but in no table`)
    const others = [...(writers.get(entry.table) ?? [])].filter((path) => path !== entry.writer)
    if (others.length > 0) problems.push(`${name} is also written by ${others.join(', ')}`)
    if (entry.writer !== 'migration' && !writers.get(entry.table)?.has(entry.writer)) {
      problems.push(`${name} is not written by ${entry.writer}, as the list says`)
    }
    if (column?.updatable && entry.changes === 'never') problems.push(`${name} can be changed by the server's role`)
    if (column && !column.updatable && entry.changes !== 'never')
      problems.push(`${name} never changes: the list should say so`)
  }
  return problems
}
