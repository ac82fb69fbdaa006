import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eur, usd, cents, wholeShares, type ListingId } from '../base/amount.ts'
import { aCustomer } from '../base/ids.testing.ts'
import { SIGN_UP_GRANT, emptyBalance, freeLine, move, type Balance, type Line } from '../ledger/ledger.rules.ts'
import { figuresFor, identityGap, type Flow } from './portfolio.rules.ts'
import {
  byListing,
  decideClosing,
  decideStartOver,
  handedBackFor,
  ownsAnything,
  payOutLines,
  returnLines,
  START_OVER_EVERY,
  type AccountAssets,
  type StartOverFacts,
} from './leaving.rules.ts'

const ABC: ListingId = 'XNYS:ABC'
const ESP: ListingId = 'XMAD:ESP'
const GRANT = eur(100_000_00n)
const nothing: AccountAssets = { balances: [], lots: [], orders: 0, lent: 0n }
const calm: StartOverFacts = {
  ...nothing,
  against: [],
  balances: [{ asset: 'EUR', free: 5n, held: 0n, owed: 0n }],
  now: START_OVER_EVERY * 9,
  lastAt: null,
  grant: GRANT,
}
const ago = (ms: number) => ({ lastAt: calm.now - ms })

// prettier-ignore
test.each<[string, Partial<StartOverFacts>, string]>([
  ['the first time',                    {},                                                 'startOver'],
  ['a day after the last time',         ago(START_OVER_EVERY),                              'startOver'],
  ['a millisecond before that',         ago(START_OVER_EVERY - 1),                          'started_over_lately'],
  ['a withdrawal before staff',         { against: ['withdrawal_under_way', 'deposit_under_way'] }, 'withdrawal_under_way'],
  ['a deposit before staff',            { against: ['deposit_under_way'], ...ago(1) }, 'deposit_under_way'],
  ['nothing left, and a grant to come', { balances: [] },                                   'startOver'],
  ['nothing left, and none to come',    { balances: [{ asset: 'EUR', free: 0n, held: 0n, owed: 0n }], grant: null }, 'nothing_to_start_over'],
  ['a cent held, and none to come',     { balances: [{ asset: 'USD', free: 0n, held: 1n, owed: 0n }], grant: null }, 'startOver'],
])('starting over: %s', (_line, change, answer) => {
  const decision = decideStartOver({ ...calm, ...change })
  expect('refused' in decision ? decision.refused : 'startOver').toBe(answer)
})

test('closing: nothing that is owned stands in its way, only what features have open, the first of it', () => {
  expect(decideClosing([])).toEqual({ close: true })
  expect(decideClosing(['withdrawal_under_way', 'deposit_under_way'])).toMatchObject({
    refused: 'withdrawal_under_way',
  })
})

// prettier-ignore
test.each<[string, Partial<AccountAssets>, boolean]>([
  ['nothing at all',   {},                                                 false],
  ['balances of zero', { balances: [{ asset: 'EUR', free: 0n, held: 0n, owed: 0n }] }, false],
  ['a cent',           { balances: [{ asset: 'EUR', free: 1n, held: 0n, owed: 0n }] }, true],
  ['a cent held',      { balances: [{ asset: 'USD', free: 0n, held: 1n, owed: 0n }] }, true],
  ['an order',         { orders: 1 },                                      true],
])('an account with %s owns something: %#', (_line, change, owns) => {
  expect(ownsAnything({ ...nothing, ...change })).toBe(owns)
})

test('a debt that is left is written off by closing, and stays after starting over', () => {
  const balances = [{ asset: 'USD', free: 0n, held: 0n, owed: 7n }] as const
  expect(payOutLines(balances, { why: 'start_over', grant: null })).toEqual([])
  expect(payOutLines(balances, { why: 'closing', grant: null })).toEqual([
    freeLine('written_off', 'write_offs', usd(7n)),
  ])
})

test('what is held is never handed back', () => {
  expect(() => payOutLines([{ asset: 'EUR', free: 1n, held: 1n, owed: 0n }], { why: 'closing', grant: null })).toThrow(
    /held by nothing/,
  )
})

const customer = aCustomer('01890000-0000-7000-8000-00000000000a')

/** Balances and flows after the given lines. */
function after(lines: readonly Line[]) {
  const balances = new Map<string, Balance>()
  const flows: Flow[] = []
  lines.forEach((line, at) => {
    const before = balances.get(line.asset) ?? emptyBalance(customer, line.asset)
    const moved = move(before, { customer, cause: SIGN_UP_GRANT, at: 0 }, line, { version: at + 1, posting: 1 })
    balances.set(line.asset, moved.balance)
    const units = line.free + line.held
    const { counter } = line
    if (counter === 'hold' || line.asset.includes(':')) return
    const [came, went] = units > 0n ? [units, 0n] : [0n, -units]
    flows.push({ asset: line.asset as 'EUR', kind: line.kind, counter, came, went })
  })
  return { balances: [...balances.values()], flows }
}

test('whatever is owned: all of it goes back, the grant is all there is, and the identity holds to the cent', () => {
  const owned = fc.record({
    eur: fc.bigInt(0n, 1_000_000n),
    usd: fc.bigInt(0n, 1_000_000n),
    lots: fc.array(
      fc.record({
        listing: fc.constantFrom(ABC, ESP),
        left: fc.bigInt(1n, 500n).map(wholeShares),
        costLeft: fc.bigInt(0n, 90_000n).map(cents),
        financedLeft: fc.constant(cents(0n)),
      }),
      { maxLength: 8 },
    ),
  })
  fc.assert(
    fc.property(owned, fc.boolean(), (had, grants) => {
      const grant = grants ? GRANT : null
      const bought = byListing(had.lots).flatMap((returned): Line[] => [
        { asset: returned.listing, kind: 'buy', counter: 'market', free: returned.shares, held: 0n },
      ])
      const paidIn = [eur(had.eur), usd(had.usd)].filter(({ units }) => units > 0n)
      const start: Line[] = paidIn.map((amount) => ({
        asset: amount.asset,
        kind: 'deposit',
        counter: 'deposits',
        free: amount.units,
        held: 0n,
      }))
      const first = [...start, ...bought]
      const returns = byListing(had.lots).flatMap(returnLines)
      const middle = after([...first, ...returns])
      const end = after([...first, ...returns, ...payOutLines(middle.balances, { why: 'start_over', grant })])
      expect(end.balances.filter(({ free }) => free > 0n).map(({ asset, free }) => [asset, free])).toEqual(
        grant ? [['EUR', grant.units]] : [],
      )
      const costs = handedBackFor({ ...nothing, ...after(first), lots: had.lots }).cost
      for (const currency of ['EUR', 'USD'] as const) {
        const cost = costs.find(({ asset }) => asset === currency)?.units ?? 0n
        const figures = figuresFor(currency, {
          ...end,
          lots: [],
          realised: { EUR: 0n, USD: 0n },
          last: () => null,
        })
        // The test's shares arrived without a payment, so the identity misses exactly their cost.
        expect(identityGap(figures)).toBe(cost)
        const had1 = had[currency === 'EUR' ? 'eur' : 'usd']
        expect(figures.paidOut).toBe(had1 + cost)
      }
    }),
    { numRuns: 200, verbose: true },
  )
})
