import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { pathFrom } from '@lonja/core/base/roots'
import { dayOf, DAY_MS } from '@lonja/core/calendar/days'
import type { LeafProof, readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { BLOCK_LEAVES } from '@lonja/core/proof/roots.rules'
import type { Tx } from '../database/db.ts'
import {
  compareKeys,
  keyOf,
  listBlocks,
  listTextsOf,
  textsFrom,
  type FillTexts,
  type RowKey,
  type Stretch,
} from './leaf.store.ts'
import { contentOf, leafOf, publicKeyOf, SETTLING, type RootKeys, type SignedRoot } from './roots.actions.ts'
import { findRootOver } from './roots.store.ts'

type ProvenRow = LeafProof['rows'][number]

/** The job that signs runs each ten minutes, and a day of many rows takes a minute. */
const LATE_AFTER_MS = 15 * MINUTE

type FillLeaf = ReplyOf<typeof readOrderLeaves>['fills'][number]

/**
 * The fills of an order, each with its entries as leaves of the root of their day and the way to the root, worked out
 * from the rows as they are now.
 */
export async function leavesOf(
  tx: Tx,
  keys: RootKeys,
  { customer, order, now }: { readonly customer: CustomerId; readonly order: OrderId; readonly now: Instant },
): Promise<FillLeaf[]> {
  const leaves: FillLeaf[] = []
  for (const fill of await listTextsOf(tx, customer, order)) leaves.push(await fillLeaf(tx, keys, fill, now))
  return leaves
}

/** `proof` is null while the root is not signed or has no blocks yet. */
async function fillLeaf(tx: Tx, keys: RootKeys, { fill, at, texts }: FillTexts, now: Instant): Promise<FillLeaf> {
  const number = Math.floor(at / DAY_MS)
  const day = dayOf(number)
  const due = (number + 1) * DAY_MS + SETTLING.settledAfterMs
  const proof = await proofOf(tx, keys, day, texts)
  const leaf = hexOf(leafOf(keys, texts[0]).leaf)
  return { fill, day, leaf, due, late: proof === null && now > due + LATE_AFTER_MS, proof }
}

async function proofOf(
  tx: Tx,
  keys: RootKeys,
  day: SignedRoot['day'],
  texts: readonly string[],
): Promise<LeafProof | null> {
  const root = await findRootOver(tx, day)
  if (!root) return null
  const content = contentOf(root.line)
  const rows = await provenRows(tx, keys, content && { ...content, day: root.day }, texts)
  if (rows === null) return null
  const { line, before } = root
  return { format: 'lonja day root 1', day: root.day, line, before, publicKey: publicKeyOf(keys), rows }
}

/** A block of a root with the texts of its rows and their leaves. */
interface Block {
  readonly texts: readonly string[]
  readonly leaves: readonly Uint8Array[]
}

/**
 * The rows with their paths. A line that is no root's has none, so its rows lead nowhere. Null while a root has no
 * blocks.
 */
async function provenRows(
  tx: Tx,
  keys: RootKeys,
  root: (Stretch & Pick<SignedRoot, 'day' | 'leaves'>) | null,
  texts: readonly string[],
): Promise<ProvenRow[] | null> {
  const stored = root ? await listBlocks(tx, root.day) : []
  if (root && stored.length === 0 && root.leaves > 0) return null
  const firsts = stored.map(({ first }) => JSON.parse(first) as RowKey)
  const hashes = stored.map(({ hash }) => Buffer.from(hash, 'hex'))
  const opened = new Map<number, Block>()
  const rows: ProvenRow[] = []
  for (const text of texts) {
    const { salt, leaf } = leafOf(keys, text)
    const proven = { text, salt: hexOf(salt), leaf: hexOf(leaf) }
    const key = keyOf(text)
    const n = firsts.findLastIndex((first) => compareKeys(first, key) <= 0)
    const first = firsts[n]
    if (!root || !first) {
      rows.push({ ...proven, at: 0, path: [] })
      continue
    }
    const block = opened.get(n) ?? (await openBlock(tx, keys, root, { first, next: firsts[n + 1] ?? null }))
    opened.set(n, block)
    const at = block.texts.indexOf(text)
    const path = at < 0 ? [] : [...pathFrom(block.leaves, at), ...pathFrom(hashes, n)]
    rows.push({ ...proven, at: n * BLOCK_LEAVES + Math.max(0, at), path: path.map(hexOf) })
  }
  return rows
}

async function openBlock(
  tx: Tx,
  keys: RootKeys,
  stretch: Stretch,
  place: { readonly first: RowKey; readonly next: RowKey | null },
): Promise<Block> {
  const texts = await textsFrom(tx, stretch, { ...place, most: BLOCK_LEAVES })
  return { texts, leaves: texts.map((text) => leafOf(keys, text).leaf) }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
