import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { customerNumber } from '@lonja/core/base/numbers'
import { maskedName } from '@lonja/core/accounts/search.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { partsFor, FILE_ROWS } from '@lonja/core/customers/customers.rules'
import type { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { NOTES_SHOWN } from '@lonja/core/support/support.rules'
import { waitLeft } from '@lonja/core/withdrawals/withdrawals.rules'
import { logInShutUntil } from '../accounts/accounts.actions.ts'
import type { Customer } from '../accounts/accounts.store.ts'
import { findRestriction } from '../accounts/restrictions.store.ts'
import { findSecondStep } from '../accounts/second-step.store.ts'
import { listLiveSessions } from '../accounts/sessions.store.ts'
import { activityOf, reasonWords } from '../audit/audit.replies.ts'
import { findHeads, findLastRound, listActs } from '../audit/audit.store.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { findVerifiedName, listKyc } from '../kyc/kyc.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { reasonIn } from '../review/review.replies.ts'
import { listCustomerNotes } from '../support/notes.store.ts'
import { findNewestThread } from '../support/support.store.ts'
import { findNote } from '../restrictions/notes.store.ts'
import { mayRestrict, restrictionReply } from '../restrictions/restrictions.actions.ts'
import { underWayOf } from '../restrictions/underway.actions.ts'
import { moneyOf } from './money.actions.ts'

export interface CustomersOptions {
  readonly market: Market
  /** The key under which password tries are counted. */
  readonly attemptsKey: Buffer
}

type File = ReplyOf<typeof openCustomer>

/** A customer's file as a seat with these roles reads it. This is a view, which the caller has recorded. */
export async function fileFor(
  context: StaffWriteContext,
  customer: Customer,
  { market, attemptsKey }: CustomersOptions,
): Promise<File> {
  const { tx, now, seat, language: reader } = context
  const { id, phone, displayName, language, displayCurrency, kyc, joinedAt, closedAt } = customer
  const parts = partsFor(seat.roles)
  const reads = (part: File['parts'][number]): boolean => parts.includes(part)
  const restriction = await findRestriction(tx, id, now)
  return {
    id,
    number: customerNumber(id),
    language,
    displayCurrency,
    kyc,
    joinedAt,
    closedAt,
    parts,
    at: now,
    displayName: reads('identity') ? displayName : maskedName(displayName),
    phone: reads('contact') ? phone : maskedPhone(phone),
    restriction: restriction && restrictionReply(restriction, await findNote(tx, id, restriction.id)),
    underWay: closedAt === null && mayRestrict(seat) ? await underWayOf(tx, id) : null,
    ownAccount: seat.customer === id,
    identity: reads('identity') ? await identityOf(context, id) : null,
    money: reads('money') ? await moneyOf(context, customer, market) : null,
    security: reads('security') ? await securityOf(context, customer, attemptsKey) : null,
    activity: reads('activity')
      ? (await listActs(tx, { chains: [id], act: null }, { before: null, most: FILE_ROWS })).map((act) => ({
          ...activityOf(act),
          reason: reasonWords(reader, act),
        }))
      : null,
    notes: reads('activity') ? await listCustomerNotes(tx, id, NOTES_SHOWN) : null,
    chain: await chainOf(context, id),
    hasThread: (await findNewestThread(tx, id)) !== null,
  }
}

async function identityOf({ tx, language }: StaffWriteContext, customer: CustomerId): Promise<File['identity']> {
  const checks = await listKyc(tx, customer, FILE_ROWS)
  return {
    verifiedName: await findVerifiedName(tx, customer),
    checks: checks.map(({ reviewId: id, type, sample, submittedAt, dueAt, end }) => ({
      id,
      type,
      sample,
      at: submittedAt,
      dueAt,
      endedAt: end?.at ?? null,
      passed: end?.passed ?? null,
      reason: end ? reasonIn(language, kycReview, end.reason) : null,
    })),
  }
}

async function securityOf(
  { tx, now }: StaffWriteContext,
  { id, phone, tradingHash, withdrawalsWaitUntil }: Customer,
  attemptsKey: Buffer,
): Promise<File['security']> {
  return {
    secondStepSince: (await findSecondStep(tx, id))?.setAt ?? null,
    tradingPassword: tradingHash !== null,
    sessions: (await listLiveSessions(tx, id, now)).length,
    lockedUntil: await logInShutUntil(tx, attemptsKey, phone, now),
    withdrawalsWaitUntil: waitLeft(withdrawalsWaitUntil, now),
  }
}

/** The head of the customer's chain, which includes this very view. */
async function chainOf({ tx }: StaffWriteContext, customer: CustomerId): Promise<File['chain']> {
  const head = (await findHeads(tx, [customer])).get(customer)
  return {
    rows: head?.n ?? 0,
    head: head ? Buffer.from(head.hash).toString('hex') : '',
    signedAt: await findLastRound(tx),
  }
}
