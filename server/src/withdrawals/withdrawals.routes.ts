import { CURRENCIES } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { debtsIn } from '@lonja/core/reversals/reversals.rules'
import { WINDOW_MS } from '@lonja/core/review/review.rules'
import {
  cancelWithdrawal,
  readWithdrawal,
  readWithdrawalTerms,
  submitWithdrawal,
} from '@lonja/core/withdrawals/withdrawals.contract'
import { USUAL_OF_MS, waitLeft, WITHDRAWALS_PAGE } from '@lonja/core/withdrawals/withdrawals.rules'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { tryTradingPassword } from '../accounts/accounts.actions.ts'
import { withdrawalsWaitUntil } from '../accounts/resets.actions.ts'
import { findVerifiedName } from '../kyc/kyc.store.ts'
import { readCustomer } from '../accounts/accounts.store.ts'
import { preparedCode, takeFormCode } from '../accounts/second-step.actions.ts'
import { findSecondStep } from '../accounts/second-step.store.ts'
import { cacheFor } from '../base/cache.ts'
import { placeIn } from '../door/cursors.ts'
import { onPreparedWrite, onRead, onWrite, type ReadContext, type Route } from '../door/serve.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { marginNow } from '../orders/margin.actions.ts'
import { listPayeeReplies } from '../payees/payees.actions.ts'
import { countReviews } from '../review/figures.store.ts'
import { isOnePerson, peopleFor, readReview } from '../review/review.actions.ts'
import { listSubmitted } from '../review/review.store.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { amountsOf } from './margin.actions.ts'
import { cancel, decideNow, acceptWithdrawal, TOLD, usedOf, type Withdrawals } from './withdrawals.actions.ts'
import { coinsReply, numberFor, postingsOf, rowFor, timelineFor } from './replies.actions.ts'
import { countUses, findWithdrawal, listUnsent, listWithdrawals } from './withdrawals.store.ts'

const LATELY_KEPT_MS = MINUTE / 2

/** The customer's calls on withdrawals. `codesKey` seals the secrets of one-time codes. */
export const withdrawalsRoutes = (withdrawals: Withdrawals, codesKey: Buffer): Route[] => [
  onTerms(withdrawals),
  onSubmit(withdrawals, codesKey),
  onOne(withdrawals),

  onWrite(cancelWithdrawal, async ({ tx, customer, now, publish }, { id }) => {
    const withdrawal = await findWithdrawal(tx, customer, id)
    if (!withdrawal) return refuse('unknown_withdrawal')
    const answer = await cancel(tx, withdrawal, now)
    if (isRefused(answer)) return answer
    publish(...TOLD)
    return { id, ...answer }
  }),
]

/** The median time of the house's recent decisions. It is the same for all customers, so it is cached. */
type Lately = (context: ReadContext) => Promise<number | null>

function openLately(): Lately {
  const counted = cacheFor<number | null>(LATELY_KEPT_MS)
  return ({ tx, now }) =>
    counted(now, async () => (await countReviews(tx, withdrawalReview, now - USUAL_OF_MS)).medianMs).value
}

function onTerms(withdrawals: Withdrawals): Route {
  const lately = openLately()
  return onRead(readWithdrawalTerms, async (context, { record = 0, state, cursor, limit = WITHDRAWALS_PAGE }) => {
    if (record === 0) return { terms: await termsFor(context, withdrawals, lately), records: null }
    const { tx, customer, language } = context
    const filter = { state: state ?? null, after: placeIn(cursor) }
    const listed = await listWithdrawals(tx, customer, filter, limit + 1)
    const rows = []
    for (const withdrawal of listed.slice(0, limit)) rows.push(await rowFor(tx, withdrawal, language))
    const last = listed[limit - 1]
    return { terms: null, records: { rows, cursor: listed.length > limit && last ? `${last.at}.${last.id}` : null } }
  })
}

async function termsFor(context: ReadContext, { market, settings }: Withdrawals, lately: Lately) {
  const { tx, customer, now } = context
  const { minimum, sendAfterMs, review } = settings
  const balances = await listBalances(tx, customer)
  const nobodys = { id: customer, customer, kind: withdrawalReview.name }
  const margin = await marginNow(tx, customer, market, amountsOf(await listUnsent(tx, customer)))
  const recent = await listSubmitted(tx, nobodys, now - WINDOW_MS, now + 1)
  return {
    minimum,
    free: CURRENCIES.map((asset) => ({ asset, units: balances.find((own) => own.asset === asset)?.free ?? 0n })),
    owed: debtsIn(balances),
    spare: margin && [...margin.spare],
    hasTradingPassword: (await readCustomer(tx, customer)).tradingHash !== null,
    needsCode: (await findSecondStep(tx, customer)) !== null,
    payees: await listPayeeReplies(tx, customer, now, { usesOf: countUses, verifiedNameOf: findVerifiedName }),
    waitsUntil: waitLeft(await withdrawalsWaitUntil(tx, customer), now),
    dueHours: review.dueMs / HOUR,
    sendSeconds: sendAfterMs / SECOND,
    limit: review.limitCents,
    recent: usedOf(recent),
    rate: market.rate()?.rate ?? null,
    onePerson: isOnePerson(review, await countActiveSeats(tx)),
    medianMs: await lately(context),
  }
}

const onSubmit = (withdrawals: Withdrawals, codesKey: Buffer): Route =>
  onPreparedWrite(
    submitWithdrawal,
    async (context, form) => {
      const { house } = context
      if (form.password.trim() === '') return refuse('missing_information', {}, 'password')
      // All other refusals come first and cost no attempt.
      const early = await house.db.read((tx) => decideNow(tx, withdrawals, context, form))
      if (isRefused(early)) return early
      const tried = await tryTradingPassword(context, form.password)
      if (isRefused(tried)) return tried
      const formCode = await preparedCode(context, form.code)
      return isRefused(formCode) ? formCode : { ...tried, formCode }
    },
    async ({ tx, customer, now, publish }, form, { tradingHash, formCode }) => {
      // The password was changed while it was checked.
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      const decision = await decideNow(tx, withdrawals, { customer, now }, form)
      if (isRefused(decision)) return decision
      if (await findWithdrawal(tx, customer, form.id)) return refuse('key_reused')
      const wrong = await takeFormCode(tx, { customer, codesKey, now }, formCode)
      if (wrong) return wrong
      const accepted = await acceptWithdrawal(tx, withdrawals, { customer, now }, form, decision.coins)
      if (isRefused(accepted)) return accepted
      publish(...TOLD)
      const { id, amount } = form
      return {
        id,
        number: numberFor(id),
        amount,
        at: now,
        dueAt: accepted.dueAt,
        coins: coinsReply(accepted.withdrawal),
      }
    },
  )

const onOne = ({ settings }: Withdrawals): Route =>
  onRead(readWithdrawal, async ({ tx, customer, language }, { id }) => {
    const withdrawal = await findWithdrawal(tx, customer, id)
    if (!withdrawal) return refuse('unknown_withdrawal')
    const { review, steps } = await readReview(tx, withdrawal.reviewId)
    const seats = await countActiveSeats(tx)
    return {
      ...(await rowFor(tx, withdrawal, language)),
      people: await peopleFor(tx, withdrawalReview, review, settings.review, seats),
      onePerson: isOnePerson(settings.review, seats),
      steps: timelineFor(withdrawal, steps, await postingsOf(tx, withdrawal), language),
    }
  })
