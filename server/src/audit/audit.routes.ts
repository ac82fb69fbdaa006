import * as z from 'zod/mini'
import { checkAudit, listActivity, listAudit, readOwnHead } from '@lonja/core/audit/audit.contract'
import { NO_HEAD, type Act } from '@lonja/core/audit/audit.rules'
import { Id } from '@lonja/core/base/wire'
import { onStaffRead } from '../base/serve.staff.ts'
import { onRead, type Route } from '../base/serve.ts'
import { activityOf, reasonWords } from './audit.replies.ts'
import { findHeads, findLastRound, listActs } from './audit.store.ts'
import { checkChains, readSigned, type AuditKeys } from './audit.verify.ts'

const PAGE = 50

const placeOf = (cursor: string | undefined): string | null =>
  cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null

const pageFor = <T extends Act>(found: readonly T[], limit: number): { page: readonly T[]; cursor: string | null } => {
  const page = found.slice(0, limit)
  return { page, cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** The customer's own view of the audit log, and the staff's. */
export const auditRoutes = (keys: AuditKeys): Route[] => [
  onRead(listActivity, async ({ tx, customer }, { cursor, limit = PAGE }) => {
    const found = await listActs(tx, { chain: customer, act: null, before: placeOf(cursor), most: limit + 1 })
    const { page, cursor: next } = pageFor(found, limit)
    return { rows: page.map(activityOf), cursor: next }
  }),

  onStaffRead(listAudit, async ({ tx, language }, { seat, customer, act, cursor, limit = PAGE }) => {
    const wanted = { chain: seat ?? customer ?? null, act: act ?? null, before: placeOf(cursor), most: limit + 1 }
    const found = await listActs(tx, { ...wanted, customer: seat ? (customer ?? null) : null })
    const { page, cursor: next } = pageFor(found, limit)
    return {
      rows: page.map((row) => ({ ...row, reason: reasonWords(language, row), detail: { ...row.detail } })),
      cursor: next,
    }
  }),

  onStaffRead(checkAudit, async ({ tx }, { cursor, chain }) => {
    const signed = await readSigned(tx, keys)
    const { broken, ...checked } = await checkChains(tx, signed, placeOf(cursor), chain ?? null)
    return { ...checked, broken: broken.map((one) => ({ ...one })), signedAt: signed.signedAt }
  }),

  onStaffRead(readOwnHead, async ({ tx, seat }) => {
    const { n, hash } = (await findHeads(tx, [seat.id])).get(seat.id) ?? NO_HEAD
    return { n, hash: Buffer.from(hash).toString('hex'), signedAt: await findLastRound(tx) }
  }),
]
