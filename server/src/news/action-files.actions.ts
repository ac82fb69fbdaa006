import { createHash } from 'node:crypto'
import { currencyFor } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { refuse } from '@lonja/core/base/refusal'
import type { AnnouncedAction } from '@lonja/core/news/actions.contract'
import type { AnnouncedRow } from '@lonja/core/replay/announced'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { announcements, isFaulty, rowsOfFile } from '../market/market.announced.ts'
import type { Market } from '../market/market.quotes.ts'
import { isOnePerson, type ReviewSettings } from '../review/review.actions.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { listActionFileRows } from './action-files.store.ts'
import type { Publication, PublicationRow, PublishedFile } from './publications.store.ts'

/** The parts by which files of corporate actions are proposed, shown and confirmed. */
export interface ActionFileParts {
  readonly market: Market
  readonly settings: ReviewSettings
  /** Makes the market read what was confirmed. */
  readonly announced: () => void
}

export const publishedFile = (source: string, file: string): PublishedFile => {
  const bytes = Buffer.from(file, 'base64')
  return { source, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The refusal of any file in this house: its market has its own actions, or one person alone decides here. */
export async function refusalHere(tx: Tx, { market, settings }: ActionFileParts) {
  if (!market.takesActionFiles) return refuse('actions_elsewhere')
  return isOnePerson(settings, await countActiveSeats(tx)) ? refuse('actions_need_second') : null
}

/** A file as it would be announced now: its rows, or its first error. */
export async function readFile(tx: Tx, bytes: Uint8Array, { market }: Pick<ActionFileParts, 'market'>, at: Instant) {
  const rows = rowsOfFile(bytes, { market, confirmed: await listActionFileRows(tx, 0), at })
  if (!isFaulty(rows)) return { rows: rows.map(rowReply), fault: null }
  const blanks = Object.entries(rows.blanks).map(([name, text]) => ({ name, text }))
  return { rows: [], fault: { line: rows.line, fault: rows.fault, blanks } }
}

/** The refusal to announce a file now; null if it can be. It is the same when it is proposed and when it is confirmed. */
export async function decideFile(tx: Tx, { bytes }: Pick<PublishedFile, 'bytes'>, parts: ActionFileParts, at: Instant) {
  const refused = await refusalHere(tx, parts)
  if (refused) return refused
  const { fault } = await readFile(tx, bytes, parts, at)
  return fault && refuse('actions_broken', { line: String(fault.line), fault: fault.fault }, 'file')
}

/** The rows of a proposed file as they would be announced now; of a confirmed one as they were announced. */
export async function evidenceOf(tx: Tx, { id, file, review }: PublicationRow, parts: ActionFileParts, now: Instant) {
  if (file === null) return null
  const { source, sha256, bytes } = file
  if (review !== 'approved') return { source, sha256, ...(await readFile(tx, bytes, parts, now)) }
  const rows = announcements(await listActionFileRows(tx, 0)).rows.get(id) ?? []
  return { source, sha256, rows: rows.map(rowReply), fault: null }
}

/** Announces a confirmed file. Its hash stands in the audit log from the same instant on. */
export async function announceFile(
  { tx, seat, now, afterCommit }: StaffWriteContext,
  { id, file }: Pick<Publication, 'id' | 'file'>,
  { announced }: Pick<ActionFileParts, 'announced'>,
): Promise<void> {
  const detail = { sha256: file?.sha256 ?? '', source: file?.source ?? '' }
  const about = { kind: 'publication', id }
  await recordAct(tx, { customer: null, seat, act: 'actions_announced', about, detail, at: now })
  afterCommit(announced)
}

export function rowReply({ line, what, action }: AnnouncedRow): AnnouncedAction {
  const { kind, listing, exDay, recordAt } = action
  return {
    line,
    what,
    kind,
    listing,
    currency: currencyFor(listing),
    exDay,
    recordAt,
    ratio: action.kind === 'split' ? action.ratio : null,
    amount: action.kind === 'dividend' ? action.amount : null,
    successor: action.kind === 'symbol' ? action.successor : null,
  }
}
