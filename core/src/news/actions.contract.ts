import * as z from 'zod/mini'
import { ROLES, read } from '../base/contract.ts'
import { Count, CurrencyCode, Id, Listing, Moment, Page, Price, pageOf } from '../base/wire.ts'
import { ACTION_KINDS } from '../market/actions.ts'

/** A row of a file of corporate actions: one that it announces, or an earlier one that it withdraws. */
export const AnnouncedAction = z.object({
  /** In the file, whose heading is line 1. */
  line: z.int(),
  what: z.enum(['announce', 'withdraw']),
  kind: z.enum(ACTION_KINDS),
  listing: Listing,
  currency: CurrencyCode,
  /** The first trading day without it, `2026-11-20`, and the close before that day, which decides who has it. */
  exDay: z.string(),
  recordAt: Moment,
  ratio: z.nullable(z.object({ from: Count, to: Count })),
  amount: z.nullable(Price),
  successor: z.nullable(Listing),
})
export type AnnouncedAction = z.output<typeof AnnouncedAction>

const Announced = {
  id: Id,
  /** The instant from which on the file was public: that of its second approval. */
  announcedAt: Moment,
  /** The roles of the seats that proposed and confirmed it, in this order. */
  roles: z.array(z.enum(ROLES)),
  /** The public address that it was taken from. */
  source: z.string(),
  /** SHA-256 of the file's bytes, in hex. */
  sha256: z.string(),
  /** An announced row that a later file has withdrawn says when. */
  rows: z.array(z.object({ ...AnnouncedAction.shape, withdrawnAt: z.nullable(Moment) })),
}

/** The files of corporate actions that two seats have confirmed, newest first. Only a house on a live feed has any. */
export const listActionFiles = read({
  path: '/corporate/files',
  caller: 'anyone',
  summary: 'The files that announce the corporate actions of a live feed: source, hash, rows, and who confirmed each',
  input: z.strictObject({ ...Page }),
  reply: pageOf(z.object(Announced)),
})

/** One of the files, byte for byte. */
export const readActionFile = read({
  path: '/corporate/file',
  caller: 'anyone',
  summary: 'A file of corporate actions exactly as it was confirmed',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...Announced,
    /** Its bytes as base64. */
    content: z.string(),
  }),
  refusals: ['unknown_file'],
})

export const actionFilesCalls = { listActionFiles, readActionFile } as const
