import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usd } from '../base/amount.ts'
import { aCustomer } from '../base/ids.testing.ts'
import {
  SIGN_UP_GRANT,
  emptyBalance,
  freeLine,
  heldLine,
  hold,
  holdLine,
  houseLineFor,
  move,
  release,
  releaseLine,
  repaymentFor,
  spend,
  type Balance,
  type Entry,
  type Line,
} from './ledger.rules.ts'

const customer = aCustomer('01890000-0000-7000-8000-00000000000a')
const posting = { customer, cause: SIGN_UP_GRANT, at: 7 }
const place = { version: 6, posting: 5 }
const has = (free: bigint, held: bigint): Balance => ({ customer, asset: 'USD', free, held, owed: 0n, version: 3 })

// prettier-ignore
test.each<[string, Balance, Line, [free: bigint, held: bigint] | RegExp]>([
  ['a hold of all that is free',      has(10n, 0n), holdLine(usd(10n)),                    [0n, 10n]],
  ['a hold of a cent more',           has(10n, 0n), holdLine(usd(11n)),                    /below zero/],
  ['a release of all that is held',   has(0n, 10n), releaseLine(usd(10n)),                 [10n, 0n]],
  ['a release of a cent more',        has(0n, 10n), releaseLine(usd(11n)),                 /below zero/],
  ['the market takes what is held',   has(5n, 10n), heldLine('buy', 'market', usd(-10n)),  [5n, 0n]],
  ['the market takes a cent more',    has(5n, 10n), heldLine('buy', 'market', usd(-11n)),  /below zero/],
  ['a fee of what is free',           has(10n, 5n), freeLine('fee', 'fees', usd(-10n)),    [0n, 5n]],
  ['a fee of a cent more',            has(10n, 5n), freeLine('fee', 'fees', usd(-11n)),    /below zero/],
  ['nothing',                         has(10n, 5n), freeLine('fee', 'fees', usd(0n)),      /moves something/],
  ['another asset',                   has(10n, 5n), holdLine({ asset: 'EUR', units: 1n }), /the balance it names/],
  ['a hold that loses a cent',        has(10n, 5n), { ...holdLine(usd(5n)), held: 4n },    /changes columns/],
  ['both columns against the market', has(10n, 5n), { ...freeLine('sell', 'market', usd(1n)), held: 1n }, /one column/],
])('%s', (_line, balance, line, answer) => {
  if (answer instanceof RegExp) return expect(() => move(balance, posting, line, place)).toThrow(answer)
  const { balance: after, entry } = move(balance, posting, line, place)
  expect([after.free, after.held, after.version]).toEqual([...answer, 6])
  expect(entry).toMatchObject({
    freeBefore: balance.free,
    freeAfter: after.free,
    heldBefore: balance.held,
    heldAfter: after.held,
    version: 6,
    posting: 5,
    at: 7,
  })
})

// prettier-ignore
test.each<[string, free: bigint, owed: bigint, paid: bigint | null]>([
  ['nothing is owed',        10n, 0n,  null],
  ['nothing is free',        0n,  10n, null],
  ['a cent less is free',    9n,  10n, 9n],
  ['as much is free',        10n, 10n, 10n],
  ['a cent more is free',    11n, 10n, 10n],
])('what becomes free pays what is owed: %s', (_line, free, owed, paid) => {
  const balance = { ...has(free, 3n), owed }
  const line = repaymentFor(balance)
  expect(line).toEqual(paid === null ? null : freeLine('debt_paid', 'debts', usd(-paid)))
  const after = line === null ? balance : move(balance, posting, line, place).balance
  expect([after.free, after.held, after.owed]).toEqual([free - (paid ?? 0n), 3n, owed - (paid ?? 0n)])
})

test('nobody pays more than is owed', () => {
  const line = freeLine('debt_paid', 'debts', usd(-11n))
  expect(() => move({ ...has(20n, 0n), owed: 10n }, posting, line, place)).toThrow(/below zero/)
})

test('a line moves only its own customer, and stands after the entry that made the balance', () => {
  const other = aCustomer('01890000-0000-7000-8000-00000000000b')
  const line = holdLine(usd(1n))
  expect(() => move({ ...has(1n, 1n), customer: other }, posting, line, place)).toThrow(/the balance it names/)
  expect(() => move(has(1n, 1n), posting, line, { version: 3, posting: 3 })).toThrow(/numbered upwards/)
})

test('whatever moves, in whatever order: entries chain, rebuild the balance, and sum to zero with the house', () => {
  const amount = fc.bigInt(1n, 1_000n)
  const lines = fc.oneof(
    amount.map((units) => freeLine('grant', 'grants', usd(units))),
    amount.map((units) => holdLine(usd(units))),
    amount.map((units) => releaseLine(usd(units))),
    amount.map((units) => heldLine('buy', 'market', usd(-units))),
    amount.map((units) => freeLine('sell', 'market', usd(units))),
    amount.map((units) => freeLine('fee', 'fees', usd(-units))),
  )
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 40 }), (sequence) => {
      let balance = emptyBalance(customer, 'USD')
      const entries: Entry[] = []
      for (const line of sequence) {
        if (balance.free + line.free < 0n || balance.held + line.held < 0n) continue
        const moved = move(balance, posting, line, { version: entries.length + 1, posting: 1 })
        balance = moved.balance
        entries.push(moved.entry)
      }
      let [free, held, house] = [0n, 0n, 0n]
      entries.forEach((entry, at) => {
        expect([entry.version, entry.freeBefore, entry.heldBefore]).toEqual([at + 1, free, held])
        free += entry.freeAfter - entry.freeBefore
        held += entry.heldAfter - entry.heldBefore
        house += houseLineFor(entry)?.units ?? 0n
      })
      expect([free, held, entries.length]).toEqual([balance.free, balance.held, balance.version])
      expect(free + held + house).toBe(0n)
    }),
    { numRuns: 500, verbose: true },
  )
})

const abc = (units: bigint) => ({ asset: 'XNYS:ABC', units }) as const
const eur = (units: bigint) => ({ asset: 'EUR', units }) as const
const pay = (units: bigint): Line => heldLine('buy', 'market', usd(-units))

// prettier-ignore
test.each<[string, readonly Line[], readonly Line[]]>([
  ['cash and shares are held alike',       hold([usd(5n), abc(3n)]),                      [holdLine(usd(5n)), holdLine(abc(3n))]],
  ['all that is held is given back',       release([usd(5n), abc(3n)]),                   [releaseLine(usd(5n)), releaseLine(abc(3n))]],
  ['all of it is spent',                   spend([usd(5n)], [pay(5n)]),                   [pay(5n)]],
  ['a cent is left',                       spend([usd(6n)], [pay(5n)]),                   [pay(5n), releaseLine(usd(1n))]],
  ['what is not touched is given back',    spend([usd(5n), eur(2n)], [pay(5n)]),          [pay(5n), releaseLine(eur(2n))]],
  ['what is brought in is spent',          spend([eur(9n)], [heldLine('conversion', 'conversion', eur(-8n)), heldLine('conversion', 'conversion', usd(5n)), pay(5n)]),
    [heldLine('conversion', 'conversion', eur(-8n)), heldLine('conversion', 'conversion', usd(5n)), pay(5n), releaseLine(eur(1n))]],
])('%s', (_line, lines, expected) => {
  expect(lines).toEqual(expected)
})

test.each<[string, readonly Line[]]>([
  ['a cent more than is held', [pay(6n)]],
  ['what another asset holds', [heldLine('sell', 'market', abc(-1n))]],
])('is never spent: %s', (_line, lines) => {
  expect(() => spend([usd(5n)], lines)).toThrow(/no more is spent than a cause holds/)
})
