import type { CustomerId } from '@lonja/core/base/ids'
import { group, instant, int8, orNull, shapeOf, uuid, word } from '../database/codecs.ts'
import type { Db, Tx } from '../database/db.ts'
import { heldLaw } from './ledger.laws.verify.ts'
import { countOf, type Books, type Law } from './laws.verify.ts'

/** A row against a law: its customer, the number of the entry or posting, its cause, and the differing figures. */
export interface AgainstLaw {
  /** Null for a row of the house. */
  readonly customer: CustomerId | null
  readonly number: number | null
  readonly causeKind: string | null
  readonly cause: string | null
  readonly differs: string
}

/** A broken law, with the number of rows against it and the first of them. */
export interface Breach {
  readonly code: string
  readonly law: string
  readonly cases: number
  readonly rows: readonly AgainstLaw[]
}

/** The laws of all these features, and the law over their holds. */
export const lawsOf = (books: readonly Books[]): Law[] => [
  ...books.flatMap(({ laws }) => laws),
  heldLaw(books.flatMap(({ holds }) => holds ?? [])),
]

const FOUND = shapeOf({
  cases: int8('cases'),
  row: group<AgainstLaw>({
    customer: orNull(uuid('customer')),
    number: orNull(instant('number')),
    causeKind: orNull(word('cause_kind')),
    cause: orNull(uuid('cause')),
    differs: word('differs'),
  }),
})

/** Checks the laws of the books inside a snapshot and returns the broken ones. */
export async function checkLaws(tx: Tx, books: readonly Books[]): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { code, law, statement } of lawsOf(books)) {
    const cases = (await tx.run(statement)).map(FOUND)
    const [first] = cases
    if (first) breaches.push({ code, law, cases: first.cases, rows: cases.map(({ row }) => row) })
  }
  return breaches
}

export interface VerifyReport {
  readonly breaches: readonly Breach[]
  readonly laws: number
  /** Row counts of the checked tables, by the name that their feature gives them. */
  readonly counts: Readonly<Record<string, number>>
}

/** Rebuilds every balance from its entries and checks every law of the books, in one snapshot. Changes nothing. */
export async function verifyLedger(db: Db, books: readonly Books[]): Promise<VerifyReport> {
  const counted = Object.assign({}, ...books.map((each) => each.counted)) as Record<string, string>
  return db.read(async (tx) => {
    const breaches = await checkLaws(tx, books)
    const names = Object.keys(counted)
    const countsFrom = shapeOf<Record<string, number>>(Object.fromEntries(names.map((name) => [name, int8(name)])))
    const [counts = {}] = (await tx.run(countOf(counted))).map(countsFrom)
    return { breaches, laws: lawsOf(books).length, counts }
  })
}
