import type { Db, Tx } from '../database/db.ts'
import { COUNTS, LAWS } from './ledger.laws.store.ts'

/** One way in which the books do not agree, in words, with how many cases there are. */
export interface Breach {
  readonly law: string
  readonly cases: number
}

/** Try the ledger law inside a snapshot; what it answers is what is broken, so that nothing is good. */
export async function checkLedgerLaw(tx: Tx): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const [law, statement] of LAWS) {
    const [row] = await tx.run<{ cases: bigint }>(statement)
    if (row?.cases !== 0n) breaches.push({ law, cases: Number(row?.cases ?? -1) })
  }
  return breaches
}

export interface Verified {
  readonly breaches: readonly Breach[]
  readonly laws: number
  readonly counts: Readonly<Record<'customers' | 'balances' | 'entries' | 'house' | 'orders' | 'fills', number>>
}

/** Rebuild every balance from its entries and try the whole ledger law, in one snapshot. Changes nothing. */
export async function verifyLedger(db: Db): Promise<Verified> {
  return db.read(async (tx) => {
    const breaches = await checkLedgerLaw(tx)
    const [row = {}] = await tx.run<Record<string, bigint>>(COUNTS)
    const counts = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)]))
    return { breaches, laws: LAWS.length, counts: counts as Verified['counts'] }
  })
}
