import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * The check of the audit log, which anybody can run on its rows: a second implementation that imports base only. It
 * reads the stored rows and shares no code with their writer.
 */

/** A stored row, with hashes in hex. */
export interface StoredRow {
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

/** The stored or signed head of a chain: its last row's number and hash. */
export interface StoredHead {
  readonly chain: string
  readonly n: number
  readonly hash: string
}

/** The first row of a chain that was changed, and the reason code. */
export interface ChainFault {
  readonly chain: string
  readonly n: number
  readonly why: 'missing' | 'changed' | 'not_linked' | 'head_differs' | 'signed_head_differs'
}

const NOTHING = '0'.repeat(64)

const quoted = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text))

/** The hash that a row's content requires. */
function hashFor(row: StoredRow): string {
  const before = [row.id, row.act, row.customer, row.seat].map(quoted)
  const after = [row.role, row.aboutKind, row.aboutId, row.detail].map(quoted)
  const texts = [...before, String(row.seatNumber), ...after]
  const payload = `[${quoted(row.chain)},${row.n},${texts.join(',')},${row.at},${quoted(row.previous)}]`
  return bytesToHex(sha256(utf8ToBytes(payload)))
}

/**
 * Check one chain: its rows in order of number, its stored head, and all its signed heads, wherever those were kept.
 * Null if all of it is intact; otherwise the first broken row.
 */
export function checkChain(
  chain: string,
  rows: readonly StoredRow[],
  head: StoredHead | null,
  signed: readonly StoredHead[],
): ChainFault | null {
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
