import { hash, type KeyObject } from 'node:crypto'
import { checkChain, type ChainFault, type StoredHead } from '@lonja/core/audit/audit.check'
import { UNLIKE_ACTS_MOST } from '@lonja/core/audit/audit.rules'
import type { Instant } from '@lonja/core/base/instant'
import type { Db, Tx } from '../database/db.ts'
import { linesIn } from './audit.jobs.ts'
import { roundIn, type SigningRound } from './audit.signing.ts'
import { listChains, listHeads, listStoredRows, listRounds, listUnlike, listVanished } from './audit.store.ts'

export interface AuditKeys {
  readonly key: KeyObject
  /** The file of signed heads. It is missing on a node that never signed. */
  readonly file: string
}

/** The signed heads by chain, from the table and the file, and the faults of the rounds themselves. */
export interface SignedHeads {
  readonly heads: ReadonlyMap<string, readonly StoredHead[]>
  readonly wrong: readonly string[]
  /**
   * True if each round is signed by this house, numbered without a gap and bound to the one before, in table and file.
   */
  readonly roundsWhole: boolean
  readonly signedAt: Instant | null
}

/**
 * Reads every signed round, and checks its signature, its number, its link to the one before, and that table and file
 * agree.
 */
export async function readSigned(tx: Tx, { key, file }: AuditKeys): Promise<SignedHeads> {
  const table = (await listRounds(tx)).map(({ line }) => line)
  const inFile = linesIn(file)
  const wrong = [...brokenRounds(key, table, 'the table'), ...brokenRounds(key, inFile, 'the file')]
  const roundsWhole = wrong.length === 0
  const [ofTable, ofFile] = [new Set(table), new Set(inFile)]
  if (inFile.some((line) => !ofTable.has(line))) wrong.push('a signed round stands in the file and not in the table')
  if (inFile.length > 0 && table.some((line) => !ofFile.has(line)))
    wrong.push('a signed round stands in the table and not in the file')
  const heads = new Map<string, StoredHead[]>()
  let signedAt: Instant | null = null
  for (const line of new Set([...table, ...inFile])) {
    const round = roundIn(key, line)
    if (!round) continue
    signedAt = Math.max(signedAt ?? 0, round.at)
    for (const head of round.heads) heads.set(head.chain, [...(heads.get(head.chain) ?? []), head])
  }
  return { heads, wrong, roundsWhole, signedAt }
}

function brokenRounds(key: KeyObject, lines: readonly string[], where: string): string[] {
  let before: { line: string; round: SigningRound } | null = null
  for (const line of lines) {
    const round = roundIn(key, line)
    if (!round) return [`a round in ${where} is not signed by this house`]
    const expected: number = before ? before.round.n + 1 : 1
    if (round.n !== expected) return [`round ${expected} is missing in ${where}`]
    if (round.previous !== (before ? hash('sha256', before.line) : ''))
      return [`round ${expected} in ${where} is not bound to the one before`]
    before = { line, round }
  }
  return []
}

const AT_ONCE = 50

export interface ChainCheck {
  readonly chains: number
  readonly rows: number
  readonly broken: readonly ChainFault[]
  /** The place where the next call continues; null when all chains are checked. */
  readonly cursor: string | null
}

/**
 * Checks the next chains after one, or one alone. A chain with a signed head but no rows left is broken from its first
 * row on; the first page reports such chains, or the chain's own check does.
 */
export async function checkChains(
  tx: Tx,
  { heads: signed }: Pick<SignedHeads, 'heads'>,
  after: string | null,
  only: string | null,
): Promise<ChainCheck> {
  const chains = await listChains(tx, after, only, AT_ONCE)
  const heads = new Map((await listHeads(tx, chains)).map((head) => [head.chain, head]))
  const rowsOf = await listStoredRows(tx, chains)
  const known = only === null ? [...signed.keys()] : signed.has(only) ? [only] : []
  const gone = after === null ? await listVanished(tx, known) : []
  const broken = gone.map((chain): ChainFault => ({ chain, n: 1, why: 'missing' }))
  for (const [chain, rows] of rowsOf) {
    const fault = checkChain(chain, rows, heads.get(chain) ?? null, signed.get(chain) ?? [])
    if (fault) broken.push(fault)
  }
  const rows = [...rowsOf.values()].reduce((sum, each) => sum + each.length, 0)
  return { chains: chains.length, rows, broken, cursor: chains.length < AT_ONCE ? null : (chains.at(-1) ?? null) }
}

export interface AuditVerdict {
  readonly chains: number
  readonly rows: number
  readonly broken: readonly ChainFault[]
  readonly wrong: readonly string[]
}

/** Checks the whole audit log: every chain row by row, both rows of every act, and every signed head. */
export const verifyAudit = (db: Db, keys: AuditKeys): Promise<AuditVerdict> =>
  db.read(async (tx) => {
    const signed = await readSigned(tx, keys)
    const broken: ChainFault[] = []
    let [chains, rows, cursor]: [number, number, string | null] = [0, 0, null]
    do {
      const checked: ChainCheck = await checkChains(tx, signed, cursor, null)
      broken.push(...checked.broken)
      chains += checked.chains
      rows += checked.rows
      cursor = checked.cursor
    } while (cursor !== null)
    const unlike = (await listUnlike(tx, UNLIKE_ACTS_MOST)).map(({ chain, n }) => ({
      chain,
      n,
      why: 'changed' as const,
    }))
    return { chains, rows, broken: [...broken, ...unlike], wrong: signed.wrong }
  })
