import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eur, usd, type Amount } from '../base/amount.ts'
import { aCustomer } from '../base/ids.testing.ts'
import { isRefused } from '../base/refusal.ts'
import {
  emptyBalance,
  freeLine,
  holdLine,
  move,
  releaseLine,
  repaymentFor,
  type Balance,
  type Line,
} from '../ledger/ledger.rules.ts'
import { figuresFor, identityGap, type Flow } from '../portfolio/portfolio.rules.ts'
import type { ReversalReason } from './reversals.review.ts'
import {
  creditOf,
  debtsIn,
  decideReversal,
  reversalLines,
  shareFor,
  stopsWithdrawals,
  type Credit,
} from './reversals.rules.ts'

const deposit: Credit = { entry: 4, kind: 'deposit', amount: { asset: 'EUR', units: 10_000n } }
const grant: Credit = { ...deposit, kind: 'grant' }

// prettier-ignore
test.each<[string, Amount, ReversalReason, Credit, reversed: bigint, string]>([
  ['all of it, to the cent',             eur(10_000n), 'wrong_amount',       deposit, 0n,      'asked'],
  ['a cent more than it',                eur(10_001n), 'wrong_amount',       deposit, 0n,      'more_than_credited'],
  ['a cent of it',                       eur(1n),      'wrong_amount',       deposit, 0n,      'asked'],
  ['nothing of it',                      eur(0n),      'wrong_amount',       deposit, 0n,      'amount_positive'],
  ['what is left of it, to the cent',    eur(4_000n),  'credited_twice',     deposit, 6_000n,  'asked'],
  ['a cent more than what is left',      eur(4_001n),  'credited_twice',     deposit, 6_000n,  'more_than_credited'],
  ['a cent, and a cent is left',         eur(1n),      'wrong_customer',     deposit, 9_999n,  'asked'],
  ['a cent, and nothing is left',        eur(1n),      'wrong_customer',     deposit, 10_000n, 'credit_reversed'],
  ['another currency',                   usd(1n),      'wrong_amount',       deposit, 0n,      'another_currency'],
  ['a deposit as granted by mistake',    eur(1n),      'granted_by_mistake', deposit, 0n,      'reason_of_grants'],
  ['a grant by mistake',                 eur(1n),      'granted_by_mistake', grant,   0n,      'asked'],
  ['a grant whose payment is missing',   eur(1n),      'payment_missing',    grant,   0n,      'reason_of_grants'],
])('reversing %s', (_line, amount, reason, credit, reversed, answer) => {
  const decision = decideReversal({ amount, reason }, { credit, reversed })
  expect(isRefused(decision) ? decision.refused : 'asked').toBe(answer)
})

test('the refusal of too much says what is left', () => {
  const decision = decideReversal(
    { amount: eur(7_000n), reason: 'wrong_amount' },
    { credit: deposit, reversed: 4_000n },
  )
  expect(decision).toMatchObject({ detail: { left: eur(6_000n) }, field: 'amount' })
})

// prettier-ignore
test.each<[string, units: bigint, free: bigint, taken: bigint, owed: bigint]>([
  ['a cent more is free', 10n, 11n, 10n, 0n],
  ['as much is free',     10n, 10n, 10n, 0n],
  ['a cent less is free', 10n, 9n,  9n,  1n],
  ['nothing is free',     10n, 0n,  0n,  10n],
])('what is free is taken, the rest is owed: %s', (_line, units, free, share, owed) => {
  expect(shareFor(units, free)).toEqual({ taken: share, owed })
})

// prettier-ignore
test.each<[string, owed: { EUR: bigint; USD: bigint }, wouldOwe: bigint, stops: boolean]>([
  ['nothing is owed, and all is free',             { EUR: 0n, USD: 0n }, 0n, false],
  ['a cent of it would be owed',                   { EUR: 0n, USD: 0n }, 1n, true],
  ['a cent is owed in another currency',           { EUR: 0n, USD: 1n }, 0n, true],
  ['a cent is owed already, and more would be',    { EUR: 1n, USD: 0n }, 1n, true],
])('withdrawals after a reversal in euros: %s', (_line, { EUR, USD }, wouldOwe, stops) => {
  const balances = [{ ...emptyBalance(customer, 'USD'), owed: USD }, { ...emptyBalance(customer, 'EUR'), owed: EUR }]
  expect(debtsIn(balances)).toEqual([...(EUR > 0n ? [eur(EUR)] : []), ...(USD > 0n ? [usd(USD)] : [])])
  expect(stopsWithdrawals(debtsIn(balances), eur(wouldOwe))).toBe(stops)
})

test('only an entry that brings cash from a deposit or a grant is a credit', () => {
  const entry = {
    version: 4,
    kind: 'deposit',
    counter: 'deposits',
    asset: 'EUR',
    freeBefore: 5n,
    freeAfter: 7n,
  } as const
  expect(creditOf(entry)).toEqual({ entry: 4, kind: 'deposit', amount: eur(2n) })
  for (const kind of ['sell', 'release', 'handed_back', 'written_off', 'debt'] as const)
    expect(creditOf({ ...entry, kind })).toBeNull()
  expect(creditOf({ ...entry, freeAfter: 5n })).toBeNull()
})

const customer = aCustomer('01890000-0000-7000-8000-00000000000a')

/** A customer's books in one currency, as the ledger keeps them: each posting ends with the repayment. */
function openBooks() {
  const flows: Flow[] = []
  let balance: Balance = emptyBalance(customer, 'EUR')
  const add = (line: Line): void => {
    const place = { version: balance.version + 1, posting: balance.version + 1 }
    balance = move(balance, { customer, cause: { kind: 'grant', id: null }, at: 0 }, line, place).balance
    const { kind, counter } = line
    const units = line.free + line.held
    if (counter !== 'hold')
      flows.push({ asset: 'EUR', kind, counter, came: units > 0n ? units : 0n, went: units < 0n ? -units : 0n })
  }
  return {
    flows,
    balance: () => balance,
    post: (...lines: readonly Line[]): void => {
      lines.forEach(add)
      const paid = repaymentFor(balance)
      if (paid) add(paid)
    },
  }
}

test('whatever is credited, spent, held and reversed: debts are reversals less what was taken, and the identity holds to the cent', () => {
  const step = fc.record({
    what: fc.constantFrom('credit', 'reverse', 'hold', 'release', 'spend', 'earn'),
    units: fc.bigInt(1n, 500n),
    at: fc.nat(20),
  })
  let debts = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const books = openBooks()
      const credits: { units: bigint; reversed: bigint }[] = []
      let [owed, reversedAll, credited, realised] = [0n, 0n, 0n, 0n]
      const acts = {
        credit: (units: bigint) => {
          credits.push({ units, reversed: 0n })
          credited += units
          books.post(freeLine('deposit', 'deposits', eur(units)))
        },
        reverse: (units: bigint, at: number) => {
          const credit = credits[at % (credits.length || 1)]
          const facts = { credit: { ...deposit, amount: { asset: 'EUR' as const, units: credit?.units ?? 0n } } }
          const request = { amount: eur(units), reason: 'wrong_amount' as const }
          if (!credit || isRefused(decideReversal(request, { ...facts, reversed: credit.reversed }))) return
          credit.reversed += units
          reversedAll += units
          const { free } = books.balance()
          owed += shareFor(units, free).owed
          books.post(...reversalLines('deposit', eur(units), free))
        },
        hold: (units: bigint) => void (units <= books.balance().free && books.post(holdLine(eur(units)))),
        release: (units: bigint) => void (units <= books.balance().held && books.post(releaseLine(eur(units)))),
        spend: (units: bigint) => {
          if (units > books.balance().free) return
          realised -= units
          books.post(freeLine('fee', 'fees', eur(-units)))
        },
        earn: (units: bigint) => {
          realised += units
          books.post(freeLine('sell', 'market', eur(units)))
        },
      }
      for (const { what, units, at } of steps) {
        acts[what](units, at)
        const balance = books.balance()
        const { flows } = books
        expect(balance.owed === 0n || balance.free === 0n).toBe(true)
        const paid = flows.filter(({ kind }) => kind === 'debt_paid').reduce((sum, { went }) => sum + went, 0n)
        expect(balance.owed).toBe(owed - paid)
        const facts = { balances: [balance], lots: [], flows, realised: { EUR: realised, USD: 0n }, last: () => null }
        const figures = figuresFor('EUR', facts)
        expect(identityGap(figures)).toBe(0n)
        expect([figures.owed, figures.paidIn]).toEqual([balance.owed, credited - reversedAll])
        expect(figures.total).toBe(credited - reversedAll + realised)
        if (balance.owed > 0n) debts += 1
      }
      expect(credits.every(({ units, reversed }) => reversed <= units)).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(debts).toBeGreaterThan(0)
})
