import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * The check of the audit log, which anybody can run on its rows: a second implementation, on base alone. It reads what is
 * stored and shares no code with what wrote it.
 */

/** A row as it is stored; hashes in hex. */
export interface KeptRow {
  readonly chain: string
  readonly n: number
  readonly id: string
  readonly act: string
  readonly customer: string | null
  readonly seat: string | null
  readonly seatNumber: number | null
  readonly role: string | null
  readonly aboutKind: string | null
  readonly aboutId: string | null
  readonly detail: string
  readonly at: number
  readonly previous: string
  readonly hash: string
}

/** The end of a chain that was kept or signed: its last row's number and hash. */
export interface KeptHead {
  readonly chain: string
  readonly n: number
  readonly hash: string
}

/** The first row of a chain that is not as it was written, and in a word why. */
export interface Broken {
  readonly chain: string
  readonly n: number
  readonly why: 'missing' | 'changed' | 'not_linked' | 'head_differs' | 'signed_head_differs'
}

const NOTHING = '0'.repeat(64)

const quoted = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text))

/** The hash that a row must have by what it says. */
function hashFor(row: KeptRow): string {
  const before = [row.id, row.act, row.customer, row.seat].map(quoted)
  const after = [row.role, row.aboutKind, row.aboutId, row.detail].map(quoted)
  const texts = [...before, String(row.seatNumber), ...after]
  const payload = `[${quoted(row.chain)},${row.n},${texts.join(',')},${row.at},${quoted(row.previous)}]`
  return bytesToHex(sha256(utf8ToBytes(payload)))
}

/**
 * Checks one chain: its rows in the order of their numbers, the head that is kept beside it, and every signed head of it, from wherever
 * those were kept. Null where all of it is as it was written; else the first row that is not.
 */
export function checkChain(
  chain: string,
  rows: readonly KeptRow[],
  head: KeptHead | null,
  signed: readonly KeptHead[],
): Broken | null {
  const signedAt = new Map<number, Set<string>>()
  for (const { n, hash } of signed) signedAt.set(n, (signedAt.get(n) ?? new Set()).add(hash))
  let previous = NOTHING
  let expected = 1
  for (const row of rows) {
    if (row.n !== expected) return { chain, n: expected, why: 'missing' }
    if (row.chain !== chain || hashFor(row) !== row.hash) return { chain, n: expected, why: 'changed' }
    if (row.previous !== previous) return { chain, n: expected, why: 'not_linked' }
    const signatures = signedAt.get(expected)
    if (signatures && (signatures.size > 1 || !signatures.has(row.hash))) {
      return { chain, n: expected, why: 'signed_head_differs' }
    }
    previous = row.hash
    expected += 1
  }
  const last = Math.max(0, ...signedAt.keys())
  if (last >= expected) return { chain, n: expected, why: 'missing' }
  const isHead = head === null ? rows.length === 0 : head.n === expected - 1 && head.hash === previous
  if (!isHead && head !== null && head.n >= expected) return { chain, n: expected, why: 'missing' }
  return isHead ? null : { chain, n: Math.max(1, expected - 1), why: 'head_differs' }
}
