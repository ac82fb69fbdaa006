import { createHmac, createPublicKey, hash, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { MINUTE, type Day, type Instant } from '@lonja/core/base/instant'
import { rootBuilder, type RootBuilder } from '@lonja/core/base/roots'
import { dayOf, DAY_MS } from '@lonja/core/calendar/days'
import { BLOCK_LEAVES } from '@lonja/core/proof/roots.rules'
import { signedLine, signingKeyOf, textIn } from '../audit/audit.signing.ts'
import type { Db, Tx } from '../database/db.ts'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'
import { keyOf, insertBlocks, listUnindexed, type StoredBlock } from './leaf.store.ts'
import { findOldestAge, insertRoot, listNewestRoots, textsBetween, type StoredRoot } from './roots.store.ts'

/** The keys of the roots: one signs, the other makes a salt for each leaf. */
export interface RootKeys {
  readonly signing: KeyObject
  readonly salts: Buffer
}

export const rootKeysOf = (secret: HouseSecret): RootKeys => ({
  signing: signingKeyOf(secret, 'day roots'),
  salts: keyFor(secret, 'leaf salts'),
})

/** The public half of the key that signs roots, in hex: anybody can verify a line with it. */
export const publicKeyOf = ({ signing }: RootKeys): string =>
  createPublicKey(signing).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')

/** The content of a signed root: the rows with a time in [from, until), the number of its leaves, and its hash in hex. */
const Signed = z.object({
  day: z.custom<Day>((day) => typeof day === 'string'),
  from: z.int(),
  until: z.int(),
  leaves: z.int(),
  root: z.string(),
  /** SHA-256 of the line before, in hex; empty for the first. */
  previous: z.string(),
  at: z.int(),
})
export type SignedRoot = Readonly<z.output<typeof Signed>>

/** The content of a line, whoever signed it; null for a text that is not a root's. */
export function contentOf(line: string): SignedRoot | null {
  try {
    return z.parse(Signed, JSON.parse(line.slice(0, line.lastIndexOf(' '))))
  } catch {
    return null
  }
}

/** The content of a line that this house signed; null for any other. */
export function rootIn({ signing }: RootKeys, { day, line }: StoredRoot): SignedRoot | null {
  const signed = textIn(signing, line) === null ? null : contentOf(line)
  return signed?.day === day ? signed : null
}

/** The root of a stretch of time by its rows, with the blocks of its leaves. */
export interface RootOfRows extends Pick<SignedRoot, 'leaves' | 'root'> {
  readonly blocks: readonly StoredBlock[]
}

const LEAF = Buffer.of(0)

/**
 * The salt of a row, which only the house can make, and its leaf: that of the rules, by the hash of Node, which takes half
 * the time.
 */
export function leafOf({ salts }: RootKeys, text: string): { readonly salt: Buffer; readonly leaf: Buffer } {
  const salt = createHmac('sha256', salts).update(text).digest()
  return { salt, leaf: hash('sha256', Buffer.concat([LEAF, salt, Buffer.from(text)]), 'buffer') }
}

/** Works out the root of a stretch of time from its rows. */
export async function rootBetween(
  tx: Tx,
  keys: RootKeys,
  { from, until }: Pick<SignedRoot, 'from' | 'until'>,
): Promise<RootOfRows> {
  const blocks: { readonly first: string; readonly builder: RootBuilder }[] = []
  let leaves = 0
  for await (const texts of textsBetween(tx, from, until)) {
    for (const text of texts) {
      if (leaves % BLOCK_LEAVES === 0) blocks.push({ first: JSON.stringify(keyOf(text)), builder: rootBuilder() })
      blocks.at(-1)?.builder.add(leafOf(keys, text).leaf)
      leaves += 1
    }
  }
  const whole = rootBuilder()
  const hashed = blocks.map(({ first, builder }, n) => {
    const { hash: block } = builder.root()
    whole.add(block)
    return { n, first, hash: hexOf(block) }
  })
  return { leaves, root: hexOf(whole.root().hash), blocks: hashed }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const SETTLING = {
  /** Well above what the clocks of a server and its database differ by while trading is open. */
  settledAfterMs: 15 * MINUTE,
  /** A write decides on its time before its transaction begins, and no call lasts longer than this. */
  callLastsMs: 5 * MINUTE,
}

/**
 * Closes the days that are over: signs the root of all rows since the last root up to midnight (UTC). It waits until
 * every transaction that could still add a row of that day has ended. Returns the root; null while there is none to sign.
 * Throws if this house did not sign the last root, because no other can be bound to it.
 */
export async function closeDay(
  db: Db,
  keys: RootKeys,
  now: Instant,
  { settledAfterMs, callLastsMs } = SETTLING,
): Promise<SignedRoot | null> {
  const until = Math.floor((now - settledAfterMs) / DAY_MS) * DAY_MS
  const day = dayOf(until / DAY_MS - 1)
  const [last] = await db.read((tx) => listNewestRoots(tx, 1))
  const before = last ? rootIn(keys, last) : null
  if (last && !before) throw new Error(`this house did not sign the last root, of ${last.day}: no root can follow it`)
  if (before && before.until >= until) return null
  if (now - (await db.read(findOldestAge)) < until + callLastsMs) return null
  const stretch = { from: before?.until ?? 0, until }
  const { leaves, root, blocks } = await db.read((tx) => rootBetween(tx, keys, stretch))
  const previous = last ? hash('sha256', last.line) : ''
  const signed: SignedRoot = { day, ...stretch, leaves, root, previous, at: now }
  await db.write(async (tx) => {
    await insertRoot(tx, { day, line: signedLine(keys.signing, JSON.stringify(signed)) })
    await insertBlocks(tx, day, blocks)
  })
  return signed
}

/** So many roots get their blocks in one round. */
const INDEXED_AT_ONCE = 31

/** Stores the blocks of roots that were signed by a release without them, the newest first. */
export async function indexRoots(db: Db, keys: RootKeys): Promise<void> {
  const unindexed = await db.read(listUnindexed)
  const own = unindexed.flatMap((root) => rootIn(keys, root) ?? []).filter(({ leaves }) => leaves > 0)
  for (const signed of own.slice(0, INDEXED_AT_ONCE)) {
    const { blocks } = await db.read((tx) => rootBetween(tx, keys, signed))
    await db.write((tx) => insertBlocks(tx, signed.day, blocks))
  }
}
