import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { assert } from '@lonja/core/base/assert'
import type { ReplyOf } from '@lonja/core/base/contract'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { depositNumber, reasonsOfWay } from '@lonja/core/deposits/deposits.rules'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { isHeld, roleFor } from '@lonja/core/review/review.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import type { Route } from '../door/serve.ts'
import { onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import { listingsOf } from '../orders/causes.store.ts'
import { listPicturesOf } from '../pictures/pictures.store.ts'
import { lastMoves } from '../review/moves.actions.ts'
import {
  giveOpinion,
  isOnePerson,
  peopleFor,
  seatedByFor,
  reasonIn,
  startReview,
  stepsFor,
  type ReviewSettings,
  type Reviewed,
} from '../review/review.actions.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { credit, noteEnd, noteOpened, payloadOf } from './deposits.actions.ts'
import { depositReply } from './deposits.replies.ts'
import {
  findCreditPosting,
  findCredited,
  findDeposit,
  findOwnDeposit,
  listDepositsOfHash,
  lockHash,
  type Deposit,
  type DepositRow,
} from './deposits.store.ts'

const UNKNOWN = refuse('unknown_deposit', {}, 'id')

/** Whose a deposit is, which never changes. */
const ownerOf = async (tx: Tx, { id }: { id: string }) => (await findDeposit(tx, id))?.customer ?? null

/** What staff do about deposits. */
export const depositsStaffRoutes = (settings: ReviewSettings): Route[] => [openRoute(settings), decideRoute(settings)]

const openRoute = (settings: ReviewSettings): Route =>
  onStaffWrite(openDeposit, {
    customerOf: ownerOf,
    handle: async (context, { id }) => {
      const { tx, now, seat, tell } = context
      const found = await findDeposit(tx, id)
      if (!found) return UNKNOWN
      const started = await startReview(tx, { id, seat, now })
      // Read again: opened, it is in review.
      const row = await findOwnDeposit(tx, found.customer, id)
      assert(row !== null, 'a deposit stays, and has its review')
      if (started.isFirst) await noteOpened(tx, row, now)
      tell(row.customer, 'deposits', 'notices')
      return evidenceFor(context, settings, row, started)
    },
  })

type Evidence = ReplyOf<typeof openDeposit>
type Started = Reviewed & { readonly refused: Refused<NonNullable<Evidence['onlyLook']>> | null }

/** All that a decision about a deposit needs, as things stand now. */
async function evidenceFor(
  { tx, now, language, seat }: StaffWriteContext,
  settings: ReviewSettings,
  row: DepositRow,
  { review, steps, refused }: Started,
): Promise<Evidence> {
  const { id, customer } = row
  const { displayName, phone, kyc, joinedAt } = await readCustomer(tx, customer)
  const seats = await countActiveSeats(tx)
  const words = (code: string) => reasonIn(language, 'deposit', code)
  const { holder } = review
  const offered = reasonsOfWay(row.way)
  return {
    ...depositReply(row, language),
    steps: stepsFor(language, 'deposit', steps).map((step, n) => ({ ...step, note: steps[n]?.note ?? null })),
    posting: await findCreditPosting(tx, id),
    proofs: await listPicturesOf(tx, customer, id),
    ...{ review: review.state, seen: review.payloadHash, eur: row.eurCents },
    customer: { id: customer, name: displayName, phone: maskedPhone(phone), kyc, joinedAt },
    sameHash: await sameHashOf(tx, row),
    moves: await lastMoves(tx, { customer, amount: row.cash, own: id }, listingsOf),
    people: await peopleFor(tx, review, settings, seats),
    onePerson: isOnePerson(settings, seats),
    seatedBy: await seatedByFor(tx, steps, seat),
    reasons: { approve: offered.approve.map(words), refuse: offered.refuse.map(words) },
    holder: holder && {
      ...{ seat: { role: holder.role, number: holder.number }, at: holder.at },
      ...{ own: holder.seat === seat.id, silent: !isHeld(review, now) },
    },
    onlyLook: refused?.refused ?? null,
  }
}

/** Other deposits of anybody that name the same transaction. */
async function sameHashOf(tx: Tx, { id, customer, coins }: Deposit): Promise<Evidence['sameHash']> {
  if (!coins) return []
  const { chain, hash } = coins
  const credited = await findCredited(tx, chain, hash)
  const all = await listDepositsOfHash(tx, chain, hash)
  return all
    .filter((other) => other.id !== id)
    .map((other) => ({
      ...{ id: other.id, number: depositNumber(other.id), own: other.customer === customer },
      ...{ cash: other.cash, at: other.madeAt, credited: other.id === credited },
    }))
}

const decideRoute = (settings: ReviewSettings): Route =>
  onStaffWrite(decideDeposit, {
    customerOf: ownerOf,
    handle: async ({ tx, now, seat, tell }, { id, note = null, ...given }) => {
      const deposit = await findDeposit(tx, id)
      if (!deposit) return UNKNOWN
      const { customer, coins } = deposit
      // A transaction is credited once: whoever would approve it again hears so, and may refuse it.
      if (given.opinion === 'approve' && coins) {
        await lockHash(tx, coins.chain, coins.hash)
        const by = await findCredited(tx, coins.chain, coins.hash)
        if (by !== null && by !== id) return refuse('hash_credited')
      }
      const outcome = await giveOpinion(tx, {
        ...{ ...given, id, seat, note, now },
        payload: payloadOf(deposit, await listPicturesOf(tx, customer, id)),
        settings,
        activeSeats: await countActiveSeats(tx),
      })
      if (isRefused(outcome)) return outcome
      if (outcome.outcome === 'decided') {
        if (outcome.result === 'approved') await credit(tx, deposit, now)
        await noteEnd(tx, deposit, outcome, now)
      }
      tell(customer, 'deposits', 'balances', 'notices')
      const row = await findOwnDeposit(tx, customer, id)
      const role = roleFor('deposit', seat.roles) ?? 'treasurer'
      return { id, outcome: outcome.outcome, state: row?.state ?? 'pending', seat: { role, number: seat.number } }
    },
  })
