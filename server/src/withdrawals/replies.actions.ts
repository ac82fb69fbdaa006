import type { ReplyOf } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import { recordNumber } from '@lonja/core/base/numbers'
import type { WITHDRAWAL_STEPS, readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import type { Tx } from '../database/db.ts'
import { listEntriesOf, listPostings } from '../ledger/entries.store.ts'
import { placeReply } from '../payees/payees.actions.ts'
import { reasonIn, stepSeat } from '../review/review.replies.ts'
import type { StepRow } from '../review/review.store.ts'
import { placeOf } from './withdrawals.actions.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

/** The number that a person reads out: `R-7K2M-91QX`. */
export const numberFor = (id: string): string => recordNumber(withdrawalReview, id)

/** The amount in coins as the customer reads it, with the rates of its conversion. */
export function coinsReply({ amount, coins, rate }: Pick<WithdrawalRow, 'amount' | 'coins' | 'rate'>) {
  if (coins === null) return null
  const { coin: currency, amountE8, usd, ratesVersion } = coins
  return { currency, amount: amountE8, usd, ratesVersion, eurUsd: amount.asset === 'EUR' ? rate : null }
}

/** A withdrawal as lists show it. */
export async function rowFor(tx: Tx, withdrawal: WithdrawalRow, language: Language) {
  const { id, amount, payee, at, dueAt, reviewedAt, ending, reason } = withdrawal
  const { to } = await placeOf(tx, withdrawal)
  return {
    id,
    number: numberFor(id),
    amount,
    coins: coinsReply(withdrawal),
    payee,
    place: placeReply(to),
    state: stateFor(withdrawal),
    at,
    dueAt,
    decidedAt: reviewedAt ?? ending?.at ?? null,
    sentAt: ending?.how === 'sent' ? ending.at : null,
    reason: ending?.how === 'refused' && reason !== null ? reasonIn(language, withdrawalReview, reason) : null,
    cancellable: ending === null,
  }
}

type Step = ReplyOf<typeof readWithdrawal>['steps'][number]
type StepName = (typeof WITHDRAWAL_STEPS)[number]

/** The entries of a withdrawal's postings: the one that held the amount, and the one that ended the hold. */
export async function postingsOf(tx: Tx, withdrawal: WithdrawalRow): Promise<Entry[]> {
  const { id, customer, postings, ending } = withdrawal
  if (postings !== null) return listPostings(tx, customer, postings, { kind: 'withdrawal', id })
  // An earlier release stored no posting numbers: the newest entries are searched until all are found.
  const all = {
    kind: null,
    asset: null,
    causeKind: 'withdrawal',
    cause: id,
    from: null,
    to: null,
    after: null,
  } as const
  return (await listEntriesOf(tx, customer, all, ending === null ? 1 : 2)).toReversed()
}

/** Everything that happened to a withdrawal, in order: acts of the customer, acts of seats, and postings. */
export function timelineFor(
  withdrawal: WithdrawalRow,
  steps: readonly StepRow[],
  entries: readonly Entry[],
  language: Language,
): Step[] {
  const posting = (kind: Entry['kind']): number | null => entries.find((entry) => entry.kind === kind)?.posting ?? null
  const plain = (step: StepName, at: number, posting: number | null = null): Step => ({
    step,
    at,
    seat: null,
    person: null,
    reason: null,
    posting,
  })
  const { at, ending } = withdrawal
  const ends: Step[] = []
  if (ending?.how === 'sent') ends.push(plain('sent', ending.at, posting('withdrawal')))
  if (ending?.how === 'cancelled') ends.push(plain('cancelled', ending.at))
  if (ending && ending.how !== 'sent') ends.push(plain('released', ending.at, posting('release')))
  const held = plain('held', at, posting('hold'))
  return [
    plain('requested', at),
    held,
    ...steps.flatMap((step) => staffSteps(withdrawal, steps, step, language)),
    ...ends,
  ]
}

/** One act of a seat in the timeline. An opinion is a proposal, a decision, or a disagreement with the one before. */
function staffSteps(withdrawal: WithdrawalRow, steps: readonly StepRow[], row: StepRow, language: Language): Step[] {
  const { step, at, round, person, reason } = row
  const own = {
    at,
    seat: stepSeat(row),
    person,
    posting: null,
    reason: reason === null ? null : reasonIn(language, withdrawalReview, reason),
  }
  if (step !== 'approve' && step !== 'refuse') return [{ ...own, step }]
  const isRecalled = steps.some((other) => other.step === 'recalled' && other.round === round)
  const decides = isRecalled
    ? row.n === lastOpinion(steps.filter((other) => other.round === round))
    : withdrawal.reviewedAt === at &&
      withdrawal.review === (step === 'approve' ? 'approved' : 'refused') &&
      row.n === lastOpinion(steps)
  if (decides) return [{ ...own, step: step === 'approve' ? 'approved' : 'refused' }]
  const would: Step = { ...own, step: step === 'approve' ? 'would_approve' : 'would_refuse' }
  const first = steps.find((other) => other.round === round && other.person === 1)
  return person === 2 && first?.step !== step ? [would, { ...own, step: 'disagreed', reason: null }] : [would]
}

const lastOpinion = (steps: readonly StepRow[]): number =>
  steps.reduce((last, { n, person }) => (person === null ? last : n), 0)
