import type { Db, Tx } from '../database/db.ts'
import { heldLaw } from './ledger.laws.verify.ts'
import { countOf, type Books, type Law } from './laws.verify.ts'

/** A row against a law: whose it is, the number of the entry or posting, its cause, and in figures what does not agree. */
export interface AgainstLaw {
  /** Null for a row of the house. */
  readonly customer: string | null
  readonly number: number | null
  readonly causeKind: string | null
  readonly cause: string | null
  readonly differs: string
}

/** A broken law, with how many rows are against it and the first of them. */
export interface Breach {
  readonly code: string
  readonly law: string
  readonly cases: number
  readonly rows: readonly AgainstLaw[]
}

/** The laws of all these features, and the one over what they hold. */
export const lawsOf = (books: readonly Books[]): Law[] => [
  ...books.flatMap(({ laws }) => laws),
  heldLaw(books.flatMap(({ holds }) => holds ?? [])),
]

/** Tries the laws of the books inside a snapshot and answers those that are broken. */
export async function checkLaws(tx: Tx, books: readonly Books[]): Promise<Breach[]> {
  interface Raw {
    cases: bigint
    customer: string | null
    number: bigint | null
    cause_kind: string | null
    cause: string | null
    differs: string
  }
  const breaches: Breach[] = []
  for (const { code, law, statement } of lawsOf(books)) {
    const rows = await tx.run<Raw>(statement)
    const [first] = rows
    if (!first) continue
    const named = rows.map(({ customer, number, cause_kind, cause, differs }): AgainstLaw => ({
      customer,
      number: number === null ? null : Number(number),
      causeKind: cause_kind,
      cause,
      differs,
    }))
    breaches.push({ code, law, cases: Number(first.cases), rows: named })
  }
  return breaches
}

export interface Verified {
  readonly breaches: readonly Breach[]
  readonly laws: number
  /** Rows of the tables that were looked at, by the name that their feature gives them. */
  readonly counts: Readonly<Record<string, number>>
}

/** Rebuilds every balance from its entries and tries every law of the books, in one snapshot. Changes nothing. */
export async function verifyLedger(db: Db, books: readonly Books[]): Promise<Verified> {
  const counted = Object.assign({}, ...books.map((each) => each.counted)) as Record<string, string>
  return db.read(async (tx) => {
    const breaches = await checkLaws(tx, books)
    const [row = {}] = await tx.run<Record<string, bigint>>(countOf(counted))
    const counts = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)]))
    return { breaches, laws: lawsOf(books).length, counts }
  })
}
