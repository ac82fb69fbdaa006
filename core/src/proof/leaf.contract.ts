import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { FillId, OrderId } from '../base/ids.ts'
import { Moment } from '../base/wire.ts'

/**
 * A row with its way to the root: its exact text with its salt, which give the leaf, and the place of the leaf among all
 * of the root, with the hashes beside its way, the lowest first. Bytes are in hex.
 */
const ProvenRow = z.object({
  text: z.string(),
  salt: z.string(),
  leaf: z.string(),
  at: z.int(),
  path: z.array(z.string()),
})

/**
 * The proof of a fill: the fill and the entries of its posting under the signed root of their day. A customer can keep
 * it as a file, and anybody can check it without the house.
 */
export const LeafProof = z.object({
  /** The format of this file. */
  format: z.literal('lonja day root 1'),
  /** The last day that the root covers, which names it. */
  day: z.string(),
  /** The signed line of the root, and that of the root before; null for the first root of the house. */
  line: z.string(),
  before: z.nullable(z.string()),
  /** The Ed25519 key that verifies the lines, in hex. */
  publicKey: z.string(),
  /** The fill first, then its entries in the order of their numbers. */
  rows: z.array(ProvenRow),
})
export type LeafProof = z.output<typeof LeafProof>

/** The leaf of a fill, and its proof once the root of its day is signed. */
const FillLeaf = z.object({
  fill: FillId,
  /** The day of the fill (UTC). */
  day: z.string(),
  /** The leaf in hex: it is the same before and after the root is signed. */
  leaf: z.string(),
  /** The time after which the root of the day is signed, and whether it is late. */
  due: Moment,
  late: z.boolean(),
  /** Null until the root of the day is signed. */
  proof: z.nullable(LeafProof),
})

/** The fills of an order under the signed roots of their days, in the order they happened. */
export const readOrderLeaves = read({
  path: '/proof/leaves',
  caller: 'customer',
  summary:
    'The fills of an order of the customer as leaves of the signed roots of their days, with the way to each root',
  topics: ['orders'],
  input: z.strictObject({ order: OrderId }),
  reply: z.object({ fills: z.array(FillLeaf) }),
  refusals: ['unknown_order'],
})

export const leafCalls = { readOrderLeaves }
