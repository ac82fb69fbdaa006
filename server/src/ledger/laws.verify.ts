import { createHash } from 'node:crypto'
import type { NameIn } from '@lonja/core/base/lists'
import { sql } from '../database/db.ts'
import type { Statement } from '../database/statement.ts'

/** The most rows against one law that a check lists. */
export const NAMED_MOST = 5

/**
 * A law of the books: its code and sentence, and a statement that counts the rows against it and returns the first of
 * them.
 */
export interface Law {
  /** The key of its sentence in the five languages. */
  readonly code: string
  readonly law: string
  readonly statement: Statement
}

/** The part of a feature in the check of the books. */
export interface Books {
  readonly laws: readonly Law[]
  /** A query for the amounts that the feature's own records hold: customer, cause_kind, cause, asset, units. */
  readonly holds?: string
  /**
   * By code of the joined lists of what stops a customer from starting over or closing: a query for the rows of the
   * customer `$1` that do.
   */
  readonly against?: Readonly<Partial<Record<NameIn<'againstStartOver'> | NameIn<'againstClosing'>, string>>>
  /** Tables whose rows a check counts, so that a check of empty books can be recognised. */
  readonly counted: Readonly<Record<string, string>>
}

/** The columns of a row against a law that concerns no customer. */
export const OF_THE_HOUSE =
  'null::uuid as customer, null::int8 as number, null::text as cause_kind, null::uuid as cause'

/**
 * Makes a law from its query for the rows against it. The query returns customer, number (of an entry or a posting),
 * cause_kind, cause, and `differs`, the differing figures.
 */
export const lawOf = (code: string, law: string, against: string): Law => ({
  code,
  law,
  statement: byText(
    `law_${code}`,
    `select count(*) over () as cases, customer, number, cause_kind, cause, differs
     from (${against}) as against order by customer, number, cause, differs limit ${NAMED_MOST}`,
  ),
})

/** Counts rows of the tables that features name. */
export const countOf = (tables: Readonly<Record<string, string>>): Statement =>
  byText(
    'count_books',
    `select ${Object.entries(tables)
      .map(([name, table]) => `(select count(*) from ${table}) as ${name}`)
      .join(', ')}`,
  )

/**
 * A statement whose name has a digest of its text, because the text follows from the features whose books are checked,
 * and one process may check those of some and those of all.
 */
const byText = (name: string, text: string): Statement =>
  sql(`${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text)
