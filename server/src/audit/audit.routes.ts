import * as z from 'zod/mini'
import { actsOfKind, type ActPart } from '@lonja/core/audit/audit.acts'
import { checkAudit, listAudit } from '@lonja/core/audit/audit.staff.contract'
import { listActivity, readActivityChain } from '@lonja/core/audit/audit.contract'
import { readOwnHead } from '@lonja/core/audit/head.contract'
import { NO_HEAD, AUDIT_PAGE, type Act } from '@lonja/core/audit/audit.rules'
import { MINUTE } from '@lonja/core/base/instant'
import { Id } from '@lonja/core/base/wire'
import { cacheFor } from '../base/cache.ts'
import { onStaffRead } from '../door/serve.staff.ts'
import { onRead, type Route } from '../door/serve.ts'
import { activityOf, reasonWords } from './audit.replies.ts'
import { findHeads, findLastRound, listActs } from './audit.store.ts'
import { filterFor, type NumberLookup } from './filters.actions.ts'
import { checkChains, readSigned, type AuditKeys, type SignedHeads } from './audit.verify.ts'

const placeOf = (cursor: string | undefined): string | null =>
  cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null

const pageFor = <T extends Act>(acts: readonly T[], limit: number): { page: readonly T[]; cursor: string | null } => {
  const page = acts.slice(0, limit)
  return { page, cursor: acts.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** The audit log as the customer reads it, and as staff read it. */
export const auditRoutes = (
  keys: AuditKeys,
  known: Readonly<Record<string, ActPart>>,
  numbered: NumberLookup,
): Route[] => [
  onRead(listActivity, async ({ tx, customer }, { which, cursor, limit = AUDIT_PAGE }) => {
    const acts = which === undefined ? null : actsOfKind(known, which)
    const range = { before: placeOf(cursor), most: limit + 1 }
    const rows = await listActs(tx, { chains: [customer], act: null, acts }, range)
    const { page, cursor: next } = pageFor(rows, limit)
    return { rows: page.map(activityOf), cursor: next }
  }),

  onActivityChain(keys),

  onStaffRead(listAudit, async ({ tx, language }, { cursor, limit = AUDIT_PAGE, ...input }) => {
    const filter = await filterFor(tx, numbered, input)
    if (filter === null) return { rows: [], cursor: null }
    const rows = await listActs(tx, filter, { before: placeOf(cursor), most: limit + 1 })
    const { page, cursor: next } = pageFor(rows, limit)
    return {
      rows: page.map((row) => ({ ...row, reason: reasonWords(language, row), detail: { ...row.detail } })),
      cursor: next,
    }
  }),

  onStaffRead(checkAudit, async ({ tx }, { cursor, chain }) => {
    const signed = await readSigned(tx, keys)
    const { broken, ...checked } = await checkChains(tx, signed, placeOf(cursor), chain ?? null)
    const { signedAt, roundsWhole } = signed
    return { ...checked, broken: broken.map((one) => ({ ...one })), signedAt, roundsWhole }
  }),

  onStaffRead(readOwnHead, async ({ tx, seat }) => {
    const { n, hash } = (await findHeads(tx, [seat.id])).get(seat.id) ?? NO_HEAD
    return { n, hash: Buffer.from(hash).toString('hex'), signedAt: await findLastRound(tx) }
  }),
]

/** Signed rounds are read again after a minute at the earliest, so that repeated calls put no load on the house. */
const SIGNED_KEPT_MS = MINUTE

/** The customer's own chain, checked by the function that the console and the command use. */
function onActivityChain(keys: AuditKeys): Route {
  const cached = cacheFor<SignedHeads>(SIGNED_KEPT_MS)
  return onRead(readActivityChain, async ({ tx, customer, now }) => {
    const signed = await cached(now, () => readSigned(tx, keys)).value
    const { broken } = await checkChains(tx, signed, null, customer)
    const { n, hash } = (await findHeads(tx, [customer])).get(customer) ?? NO_HEAD
    return { n, hash: Buffer.from(hash).toString('hex'), brokenAt: broken[0]?.n ?? null, signedAt: signed.signedAt }
  })
}
