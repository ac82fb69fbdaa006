import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eur, usd, type Amount, type Asset } from '../base/amount.ts'
import { aCustomer } from '../base/ids.testing.ts'
import { eventsOf, gatherEvents, mainKind } from './events.rules.ts'
import type { PostingCauseKind } from './ledger.contract.ts'
import { emptyBalance, freeLine, heldLine, holdLine, move, releaseLine, type Balance } from './ledger.rules.ts'
import type { Entry, Line } from './ledger.rules.ts'

const customer = aCustomer('01890000-0000-7000-8000-00000000000a')
const abc = (units: bigint): Amount => ({ asset: 'XNYS:ABC', units })

/** A posting in short: its cause and its lines. */
type Step = readonly [kind: PostingCauseKind, id: string | null, ...lines: Line[]]

/** The entries of some postings, one a minute, and the balances after them. */
function postedOf(steps: readonly Step[]): { entries: Entry[]; balances: Map<Asset, Balance> } {
  const balances = new Map<Asset, Balance>()
  const entries: Entry[] = []
  steps.forEach(([kind, id, ...lines], minute) => {
    const posting = entries.length + 1
    for (const line of lines) {
      const before = balances.get(line.asset) ?? emptyBalance(customer, line.asset)
      const of = { customer, cause: { kind, id }, at: minute * 60_000 }
      const { balance, entry } = move(before, of, line, { version: entries.length + 1, posting })
      balances.set(line.asset, balance)
      entries.push(entry)
    }
  })
  return { entries, balances }
}

const GRANT: Step = ['grant', null, freeLine('grant', 'grants', eur(100_000n))]
/** A purchase of ten shares in dollars, paid in euros: a hold, then a fill with its conversion, fee and release. */
const BUY: readonly Step[] = [
  ['order', 'a', holdLine(eur(21_000n))],
  [
    'order',
    'a',
    heldLine('conversion', 'conversion', eur(-20_000n)),
    heldLine('conversion', 'markup', eur(-40n)),
    releaseLine(eur(960n)),
    heldLine('conversion', 'conversion', usd(22_000n)),
    heldLine('fee', 'fees', usd(-22n)),
    heldLine('buy', 'market', usd(-21_978n)),
    freeLine('buy', 'market', abc(10n)),
  ],
]

const linesOf = (steps: readonly Step[]): string[] =>
  eventsOf(postedOf(steps).entries).map(
    ({ asset, name, state, effect, held, left, shares }) =>
      `${asset} ${name} ${state} ${effect} held ${held} left ${left}${shares ? ` with ${shares.units}` : ''}`,
  )

// prettier-ignore
test.each<[string, readonly Step[], string[]]>([
  ['a grant', [GRANT], ['EUR grant done 100000 held 0 left 100000']],
  ['a purchase with its conversion is one row in each asset', [GRANT, ...BUY], [
    'EUR grant done 100000 held 0 left 100000', 'EUR buy done -20040 held 0 left 79960 with 10',
    'USD buy done 0 held 0 left 0 with 10', 'XNYS:ABC buy done 10 held 0 left 10 with 10']],
  ['an order that waits', [GRANT, ['order', 'a', holdLine(eur(500n))]], [
    'EUR grant done 100000 held 0 left 100000', 'EUR hold open -500 held 500 left 99500']],
  ['an order that was cancelled', [GRANT, ['order', 'a', holdLine(eur(500n))], ['order', 'a', releaseLine(eur(500n))]], [
    'EUR grant done 100000 held 0 left 100000', 'EUR hold void 0 held 0 left 100000']],
  ['an order that is filled in part', [GRANT, ['order', 'a', holdLine(eur(500n))],
    ['order', 'a', heldLine('buy', 'market', eur(-200n)), freeLine('buy', 'market', abc(2n))]], [
    'EUR grant done 100000 held 0 left 100000', 'EUR buy open -500 held 300 left 99500 with 2', 'XNYS:ABC buy open 2 held 0 left 2 with 2']],
  ['a withdrawal that was sent', [GRANT, ['withdrawal', 'w', holdLine(eur(700n))], ['withdrawal', 'w', heldLine('withdrawal', 'withdrawals', eur(-700n))]], [
    'EUR grant done 100000 held 0 left 100000', 'EUR withdrawal done -700 held 0 left 99300']],
  ['an order and a withdrawal of one id are two', [GRANT, ['withdrawal', 'a', holdLine(eur(700n))], ['order', 'a', holdLine(eur(1n))]], [
    'EUR grant done 100000 held 0 left 100000', 'EUR hold open -700 held 700 left 99300', 'EUR hold open -1 held 1 left 99299']],
  ['it stands where it last moved', [GRANT, ['order', 'a', holdLine(eur(500n))], ['deposit', 'd', freeLine('deposit', 'deposits', eur(9n))], ['order', 'a', releaseLine(eur(500n))]], [
    'EUR grant done 100000 held 0 left 100000', 'EUR deposit done 9 held 0 left 100009', 'EUR hold void 0 held 0 left 100009']],
  ['a dividend less its tax', [['action', 'x', freeLine('dividend', 'issuers', usd(100n)), freeLine('withholding', 'withheld', usd(-15n))]], [
    'USD dividend done 85 held 0 left 85']],
])('%s', (_what, steps, rows) => {
  expect(linesOf(steps)).toEqual(rows)
})

test('only shares of one listing are named, and a hold moves none', () => {
  const all: Step = [
    'hand_back',
    'h',
    freeLine('handed_back', 'market', abc(4n)),
    freeLine('handed_back', 'market', { asset: 'XMAD:BVE', units: 1n }),
  ]
  expect(eventsOf(postedOf([all]).entries).map(({ shares }) => shares)).toEqual([null, null])
  const held: Step[] = [
    ['action', 'x', freeLine('split', 'issuers', abc(4n))],
    ['order', 'a', holdLine(abc(3n))],
  ]
  expect(eventsOf(postedOf(held).entries).map(({ shares }) => shares)).toEqual([abc(4n), null])
})

// prettier-ignore
test.each([
  [['hold'], 'hold'], [['release'], 'release'], [['fee', 'buy'], 'buy'], [['debt_paid', 'conversion'], 'conversion'],
  [['deposit', 'debt_paid'], 'deposit'], [['release', 'debt_paid'], 'debt_paid'],
] as const)('a step of %j is named %s', (kinds, name) => {
  expect(mainKind(new Set(kinds))).toBe(name)
})

/** A random walk: each number opens, moves or ends one of a few causes, as far as the balances allow it. */
function walkOf(numbers: readonly number[]): Step[] {
  const steps: Step[] = [GRANT, ['grant', 'usd', freeLine('grant', 'grants', usd(50_000n))]]
  for (const number of numbers) {
    const { balances } = postedOf(steps)
    const cash = number % 2 ? eur : usd
    const balance = balances.get(cash(0n).asset)
    const id = `${number % 5}`
    const units = BigInt((number % 97) + 1)
    if (!balance || balance.free < 2n * units) continue
    const own = [number % 7 < 3, number % 7 === 3, number % 7 < 6]
    if (own[0]) steps.push(['order', id, holdLine(cash(units)), heldLine('fee', 'fees', cash(-1n))])
    else if (own[1]) steps.push(['deposit', id, freeLine('deposit', 'deposits', cash(units))])
    else if (own[2] && balance.held >= units) steps.push(['order', id, releaseLine(cash(units))])
    else steps.push(['withdrawal', id, freeLine('withdrawal', 'withdrawals', cash(-units)), holdLine(eur(1n))])
  }
  return steps
}

test('over any walk, and over any part of it, the effects add up to what is free, row by row', () => {
  const walks = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(walks, fc.nat(200), fc.nat(200), (numbers, one, other) => {
      const { entries } = postedOf(walkOf(numbers))
      const [from, to] = [one % entries.length, other % entries.length].toSorted((a, b) => a - b)
      const part = entries.slice(from, (to ?? 0) + 1)
      const pieces = gatherEvents()
      pieces.add(part.slice(0, part.length >> 1))
      pieces.add(part.slice(part.length >> 1))
      const events = pieces.events()
      expect(events).toEqual(eventsOf(part))
      for (const asset of new Set(part.map((entry) => entry.asset))) {
        const own = part.filter((entry) => entry.asset === asset)
        const rows = events.filter((event) => event.asset === asset)
        let left = own[0]?.freeBefore ?? 0n
        for (const row of rows) {
          left += row.effect
          expect(row.left).toBe(left)
        }
        expect(left).toBe(own.at(-1)?.freeAfter)
        expect(rows.reduce((sum, { held }) => sum + held, own[0]?.heldBefore ?? 0n)).toBe(own.at(-1)?.heldAfter)
        const causes = new Set(own.map(({ causeKind, cause }) => `${causeKind} ${cause ?? ''}`))
        expect(rows).toHaveLength(causes.size)
        expect(rows.map(({ moved }) => moved)).toEqual(rows.map(({ moved }) => moved).toSorted((a, b) => a - b))
      }
    }),
  )
})
