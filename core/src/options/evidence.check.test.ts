import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '../base/instant.ts'
import { checkEvidence, type EvidenceStep } from './evidence.check.ts'
import { evidenceText, type EndedFacts } from './evidence.text.ts'
import { sellPriceOf, valueOf } from './model.rules.ts'
import { OPTION_TERMS, settle, type OptionEvent } from './options.rules.ts'

const AT = Date.UTC(2026, 10, 27, 14, 32, 10)
const EXPIRY = AT + 15 * MINUTE
const event = (at: number, mid: bigint): OptionEvent => ({ at, bid: mid - 100n, ask: mid + 100n })
const STRIKE = event(AT + 400, 174_600n)
const MIDS = [174_400n, 174_500n, 174_400n, 174_300n, 174_400n, 174_500n, 174_600n, 174_500n, 174_300n, 174_400n]
const events = MIDS.map((mid, n) => event(EXPIRY - (MIDS.length - 1 - n) * SECOND, mid))
const terms = { version: 1, ...OPTION_TERMS[1] }

const lost: EndedFacts = {
  number: 'OP-118234',
  id: '0f8b6f1e-7c1d-4b1e-9d53-2f3f4d1c5a60',
  listing: 'XMAD:BVE',
  side: 'up',
  stake: 50_00n,
  terms,
  at: AT,
  marketAt: AT,
  expiresAt: EXPIRY,
  strike: STRIKE,
  events,
  sale: null,
  state: 'lost',
  endedAt: EXPIRY + SECOND,
  paid: 0n,
}
const won: EndedFacts = { ...lost, side: 'down', state: 'won', paid: 94_00n }
const sold: EndedFacts = {
  ...lost,
  events: [],
  state: 'sold',
  sale: { quote: event(AT + 5 * MINUTE, 174_400n), chance: 193_618, volatility: 400, value: 18_20n },
  paid: 17_10n,
}

test('the file of an option has a line for each fact', () => {
  expect(evidenceText({ ...lost, events: events.slice(0, 1), state: 'refunded', paid: 50_00n })).toBe(
    [
      'lonja option 1',
      'option OP-118234 0f8b6f1e-7c1d-4b1e-9d53-2f3f4d1c5a60',
      'listing XMAD:BVE',
      'side up',
      'stake 50.00 EUR',
      'terms 1 8800 600',
      'entered 2026-11-27T14:32:10.000Z 2026-11-27T14:32:10.000Z',
      'expires 2026-11-27T14:47:10.000Z',
      'strike 2026-11-27T14:32:10.400Z 17.4500 17.4700',
      'quote 2026-11-27T14:47:01.000Z 17.4300 17.4500',
      'end refunded 2026-11-27T14:47:11.000Z 50.00 EUR',
      '',
    ].join('\n'),
  )
  expect(evidenceText({ ...sold, strike: null })).toContain(
    'strike none\nsale 2026-11-27T14:37:10.000Z 17.4300 17.4500\nmodel 0.193618 0.000400 18.20\nend sold',
  )
})

test('a price below one unit has its zero, and is read again', () => {
  const cheap = (at: number, mid: bigint): OptionEvent => ({ at, bid: mid - 1n, ask: mid + 1n })
  const events = MIDS.map((_mid, n) => cheap(EXPIRY - (MIDS.length - 1 - n) * SECOND, 9_998n))
  const option = { ...lost, strike: cheap(AT + 400, 9_999n), events }
  expect(evidenceText(option)).toContain('strike 2026-11-27T14:32:10.400Z 0.9998 1.0000\n')
  expect(checkEvidence(evidenceText(option))).toEqual([])
})

// prettier-ignore
test.each<[string, EndedFacts, readonly EvidenceStep[]]>([
  ['lost',                                 lost,                                                      []],
  ['won',                                  won,                                                       []],
  ['sold',                                 sold,                                                      []],
  ['equal',                                { ...lost, strike: event(AT + 400, 174_400n), events: events.map(({ at }) => event(at, 174_400n)), state: 'tied', paid: 50_00n }, []],
  ['given back without a strike',          { ...lost, strike: null, state: 'refunded', paid: 50_00n }, []],
  ['given back with nine quotes',          { ...lost, events: events.slice(1), state: 'refunded', paid: 50_00n }, []],
  ['lost with nine quotes',                { ...lost, events: events.slice(1) },                      ['end']],
  ['eleven quotes',                        { ...lost, events: [event(EXPIRY - 10 * SECOND, 174_400n), ...events] }, ['quotes']],
  ['quotes in another order',              { ...lost, events: events.toReversed() },                  ['quotes']],
  ['a quote of 20 s before',               { ...lost, events: [event(EXPIRY - 20 * SECOND, 174_400n), ...events.slice(1)] }, ['quotes']],
  ['a quote of less than 20 s before',     { ...lost, events: [event(EXPIRY - 20 * SECOND + 1, 174_400n), ...events.slice(1)] }, []],
  ['a quote after the expiry',             { ...lost, events: [...events.slice(1), event(EXPIRY + 1, 174_400n)] }, ['quotes']],
  ['a strike of the entry itself',         { ...lost, strike: event(AT, 174_600n) },                  ['strike']],
  ['a strike of 20 s after',               { ...lost, strike: event(AT + 20 * SECOND, 174_600n) },    []],
  ['a strike of later',                    { ...lost, strike: event(AT + 20 * SECOND + 1, 174_600n) }, ['strike']],
  ['the other side',                       { ...lost, side: 'down' },                                 ['end']],
  ['a cent less than won',                 { ...won, paid: 93_99n },                                  ['paid']],
  ['a payout of other terms',              { ...won, terms: { ...terms, payoutBps: 8_000 } },         ['terms']],
  ['terms of an unknown version',          { ...lost, terms: { ...terms, version: 2 } },              ['terms']],
  ['sold for a cent less',                 { ...sold, paid: 17_09n },                                 ['paid']],
  ['sold by another value',                { ...sold, sale: { ...sold.sale!, value: 18_21n } },       ['paid']],
  ['sold in the last 20 s',                { ...sold, sale: { ...sold.sale!, quote: event(EXPIRY - 20 * SECOND + 1, 174_400n) } }, ['quotes']],
])('%s', (_name, facts, wrong) => expect(checkEvidence(evidenceText(facts))).toEqual(wrong))

test('a text of another form is none', () => {
  for (const text of [
    '',
    'lonja draw 1\n',
    evidenceText(lost).replace('stake 50.00', 'stake 50'),
    `${evidenceText(lost)}\n`,
  ])
    expect(checkEvidence(text)).toEqual(['form'])
})

test('what the rules settle checks out, and no other end of it', () => {
  let word = 7
  const draw = (below: number): number => {
    word = (word * 1_103_515_245 + 12_345) % 2_147_483_648
    return word % below
  }
  for (let n = 0; n < 300; n++) {
    const side = draw(2) === 0 ? 'up' : 'down'
    const stake = BigInt(100 + draw(10_000))
    const strike = draw(20) === 0 ? null : event(AT + 1 + draw(20_000), 174_000n + BigInt(draw(3)))
    const count = draw(10) === 0 ? draw(10) : 10
    const last = Array.from({ length: count }, (_quote, i) =>
      event(EXPIRY - (9 - i) * SECOND, 174_000n + BigInt(draw(3))),
    )
    const { end, paid } = settle({ side, stake, terms }, strike, last)
    const facts = { ...lost, side, stake, strike, events: last, state: end, paid } as const
    expect(checkEvidence(evidenceText(facts))).toEqual([])
    expect(checkEvidence(evidenceText({ ...facts, paid: paid + 1n }))).toEqual(['paid'])
  }
})

test('the price of each sale checks out', () => {
  for (let chance = 1; chance < 1_000_000; chance += 7_919) {
    const value = valueOf({ side: 'up', stake: 33_33n, terms }, BigInt(chance))
    const facts = {
      ...sold,
      stake: 33_33n,
      sale: { ...sold.sale!, chance, value },
      paid: sellPriceOf(value, terms.sellEdgeBps),
    }
    expect(checkEvidence(evidenceText(facts))).toEqual([])
  }
})
