import type { Day, Instant } from '../base/instant.ts'
import { dayOf, type DayNumber } from '../calendar/days.ts'

/** A step of a loan's account, with what is owed after it. Nights in a row that cost the same are one step. */
export interface AccountStep {
  readonly kind: 'paid_out' | 'interest' | 'repaid' | 'returned' | 'written_off'
  readonly at: Instant
  /** The nights of a step of interest, and the last of them. */
  readonly nights: number | null
  readonly day: Day | null
  /** Added to the debt, or taken from it. */
  readonly amount: bigint
  readonly owed: bigint
}

/** The history of a loan. */
export interface LoanHistory {
  readonly units: bigint
  readonly paidOutAt: Instant
  readonly nights: readonly { readonly day: DayNumber; readonly interest: bigint; readonly at: Instant }[]
  readonly bookings: readonly { readonly units: bigint; readonly returned: bigint; readonly at: Instant }[]
  /** The rest that the house let go when its customer left, and when; null otherwise. */
  readonly left: { readonly writtenOff: bigint; readonly at: Instant } | null
}

type Step = Omit<AccountStep, 'owed'>

/** The account of a loan, oldest first. */
export function accountOf({ units, paidOutAt, nights, bookings, left }: LoanHistory): AccountStep[] {
  const plain = (kind: Step['kind'], at: Instant, amount: bigint): Step => ({
    kind,
    at,
    nights: null,
    day: null,
    amount,
  })
  const steps: Step[] = [
    ...nights.map(({ day, interest, at }) => ({
      kind: 'interest' as const,
      at,
      nights: 1,
      day: dayOf(day),
      amount: interest,
    })),
    ...bookings.flatMap(({ units: paid, returned, at }) => [
      plain('repaid', at, -paid),
      ...(returned > 0n ? [plain('returned', at, -returned)] : []),
    ]),
  ].toSorted((one, other) => one.at - other.at)
  const account = withOwed([plain('paid_out', paidOutAt, units), ...joined(steps)])
  const owed = account.at(-1)?.owed ?? 0n
  if (left === null) return account
  const ends = [plain('repaid', left.at, left.writtenOff - owed), plain('written_off', left.at, -left.writtenOff)]
  return [
    ...account,
    ...withOwed(
      ends.filter(({ amount }) => amount !== 0n),
      owed,
    ),
  ]
}

function withOwed(steps: readonly Step[], before = 0n): AccountStep[] {
  let owed = before
  return steps.map((step) => {
    owed += step.amount
    return { ...step, owed }
  })
}

/** Nights in a row that cost the same become one step, which has the time and the day of the last. */
function joined(steps: readonly Step[]): Step[] {
  const rows: Step[] = []
  let one: bigint | null = null
  for (const step of steps) {
    const last = rows.at(-1)
    if (last?.kind === 'interest' && step.kind === 'interest' && step.amount === one)
      rows[rows.length - 1] = { ...step, nights: (last.nights ?? 0) + 1, amount: last.amount + step.amount }
    else rows.push(step)
    one = step.amount
  }
  return rows
}
