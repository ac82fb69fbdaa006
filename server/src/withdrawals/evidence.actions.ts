import { CURRENCIES } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { isSameHolder, payeeStateFor } from '@lonja/core/payees/payees.rules'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { REASONS } from '@lonja/core/review/review.contract'
import { WINDOW_MS, isHeld } from '@lonja/core/review/review.rules'
import { refusalsFor, stateFor, waitLeft } from '@lonja/core/withdrawals/withdrawals.rules'
import type { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import type { Refused } from '@lonja/core/base/refusal'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listingsOf } from '../orders/causes.store.ts'
import type { PayeeRow } from '../payees/payees.store.ts'
import { lastMoves } from '../review/moves.actions.ts'
import { isOnePerson, peopleFor, reasonIn, seatedByFor, stepsFor, type Reviewed } from '../review/review.actions.ts'
import { listAsked } from '../review/review.store.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { placeOf, type Withdrawals } from './withdrawals.actions.ts'
import { coinsReply, numberFor, postingsOf } from './replies.actions.ts'
import { countAlike, countUses, type WithdrawalRow } from './withdrawals.store.ts'

type Evidence = ReplyOf<typeof openWithdrawal>
type Started = Reviewed & { readonly refused: Refused<NonNullable<Evidence['onlyLook']>> | null }

const DAY = 24 * HOUR

/** All that a decision about a withdrawal needs, as things stand now. It is a view: the caller has written it down. */
export async function evidenceFor(
  context: StaffWriteContext,
  withdrawals: Withdrawals,
  made: WithdrawalRow,
  { review, steps, refused }: Started,
): Promise<Evidence> {
  const { tx, now, language, seat } = context
  const { settings } = withdrawals
  const { id, amount, rate, at, dueAt } = made
  const { holder } = review
  const asked = await listAsked(tx, review, at - WINDOW_MS, at + 1)
  const seats = await countActiveSeats(tx)
  const said = stepsFor(language, 'withdrawal', steps)
  const words = (code: string) => reasonIn(language, 'withdrawal', code)
  const payee = await payeeFor(context, made)
  return {
    ...{ id, number: numberFor(id), state: stateFor(made), review: review.state, seen: review.payloadHash },
    ...{ amount, eur: review.eurCents, rate, coins: coinsReply(made), at, dueAt },
    payee,
    customer: await customerFor(context, withdrawals, made),
    checks: await checksFor(context, withdrawals, made),
    moves: await lastMoves(tx, { customer: made.customer, amount, own: id }, listingsOf),
    steps: said.map((step, n) => ({ ...step, note: steps[n]?.note ?? null })),
    people: await peopleFor(tx, review, settings.review, seats),
    inWindow: [review, ...asked].reduce<bigint | null>(
      (sum, { eurCents }) => (sum === null || eurCents === null ? null : sum + eurCents),
      0n,
    ),
    limit: settings.review.limitCents,
    onePerson: isOnePerson(settings.review, seats),
    seatedBy: await seatedByFor(tx, steps, seat),
    reasons: { approve: REASONS.withdrawal.approve.map(words), refuse: refusalsFor(payee.kind).map(words) },
    holder: holder && {
      ...{ seat: { role: holder.role, number: holder.number }, at: holder.at },
      ...{ own: holder.seat === seat.id, silent: !isHeld(review, now) },
    },
    onlyLook: refused?.refused ?? null,
  }
}

async function payeeFor({ tx }: StaffWriteContext, made: WithdrawalRow): Promise<Evidence['payee']> {
  const { to, addedAt, readyAt, removedAt }: PayeeRow = await placeOf(tx, made)
  const uses = (await countUses(tx, made.customer)).get(made.payee)
  const { kind, ...place } = to
  return {
    kind,
    wallet: to.kind === 'wallet' ? { currency: to.currency, chain: to.chain, address: to.address } : null,
    card: 'iban' in place ? place : null,
    ...{ addedAt, readyAt, removedAt, earlier: uses?.sent ?? 0 },
  }
}

async function customerFor({ tx }: StaffWriteContext, { facts }: Withdrawals, { customer: id }: WithdrawalRow) {
  const { displayName, phone, kyc, joinedAt } = await readCustomer(tx, id)
  const balances = await listBalances(tx, id)
  const cash = (column: 'free' | 'held') =>
    CURRENCIES.map((asset) => ({ asset, units: balances.find((own) => own.asset === asset)?.[column] ?? 0n }))
  const verifiedName = await facts.verifiedNameOf(tx, id)
  return {
    ...{ id, name: displayName, verifiedName, phone: maskedPhone(phone), kyc, joinedAt },
    ...{ free: cash('free'), held: cash('held') },
  }
}

/** What the house can look up by itself: true, false, or null where it cannot be said. The failed ones come first. */
async function checksFor(
  { tx, now }: StaffWriteContext,
  { facts }: Withdrawals,
  made: WithdrawalRow,
): Promise<Evidence['checks']> {
  const { customer, amount, ending } = made
  const payee = await placeOf(tx, made)
  const name = await facts.verifiedNameOf(tx, customer)
  const waitsUntil = await facts.waitsUntilOf(tx, customer)
  const entries = await postingsOf(tx, made)
  const held = entries.reduce((sum, { heldBefore, heldAfter }) => sum + heldAfter - heldBefore, 0n)
  const balance = (await listBalances(tx, customer)).find(({ asset }) => asset === amount.asset)
  const checks: Evidence['checks'] = [
    { check: 'amount_held', ok: held === (ending === null ? amount.units : 0n) },
    { check: 'books_agree', ok: balance !== undefined && balance.held >= held },
    {
      check: 'name_matches',
      ok: payee.to.kind === 'card' && name !== null ? isSameHolder(payee.to.accountName, name) : null,
    },
    { check: 'payee_ready', ok: payeeStateFor(payee, null, now) === 'ready' && payee.removedAt === null },
    { check: 'identity_passed', ok: (await readCustomer(tx, customer)).kyc === 'passed' },
    { check: 'not_asked_twice', ok: (await countAlike(tx, made, made.at - DAY)) === 0 },
    { check: 'no_recent_reset', ok: waitLeft(waitsUntil, now) === null },
  ]
  const rank = (ok: boolean | null): number => (ok === false ? 0 : ok === null ? 1 : 2)
  return checks.toSorted((a, b) => rank(a.ok) - rank(b.ok))
}
