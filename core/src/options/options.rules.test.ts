import { describe, expect, test } from 'vitest'
import { eur, priceE4 } from '../base/amount.ts'
import { HOUR, MINUTE, SECOND } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import {
  DAY_LIMIT_MOST,
  LIMIT_RAISE_MS,
  OPTION_TERMS,
  USUAL_LIMIT,
  aboveStrike,
  averageLoss,
  decideEntry,
  decideLimit,
  endLines,
  expectedLossBps,
  expiryFor,
  houseResult,
  leftOf,
  limitAt,
  offReason,
  settle,
  settlingAmong,
  settlingStretch,
  stakeMost,
  strikeAmong,
  strikeStretch,
  winOf,
  type Bet,
  type EntryFacts,
  type OptionEvent,
} from './options.rules.ts'

const NOW = Date.UTC(2026, 10, 23, 13, 32, 10)
const TERMS = OPTION_TERMS[1]

describe('the terms', () => {
  test('lose 6.00 of 100.00 on average, where either side is as likely', () => {
    expect(expectedLossBps(TERMS)).toBe(600)
    expect(averageLoss(100_00n, 600)).toBe(6_00n)
    expect([averageLoss(17n, 600), averageLoss(16n, 600)]).toEqual([1n, 0n])
    // One is won, and one is lost.
    expect(200_00n - winOf(100_00n, TERMS)).toBe(2n * 6_00n)
  })

  // prettier-ignore
  test.each([
    ['a round stake',                 50_00n, 94_00n],
    ['the least',                     1_00n,  1_88n],
    ['a part of a cent is no cent',   1_01n,  1_89n],
    ['one cent above it',             1_02n,  1_91n],
    ['the most of a day',             1_000_00n, 1_880_00n],
  ])('%s: a right guess of %s pays %s', (_line, stake, paid) => expect(winOf(stake, TERMS)).toBe(paid))
})

const calm: EntryFacts = {
  off: null,
  isOfSeat: false,
  kind: 'share',
  isUnquoted: false,
  pausedSince: null,
  publicUntil: null,
  state: 'open',
  session: { close: NOW + 15 * MINUTE },
  now: NOW,
  quote: { bid: priceE4(174_500n), ask: priceE4(174_700n) },
  isStale: false,
  left: 50_00n,
  free: 60_00n,
}

describe('an entry', () => {
  // prettier-ignore
  test.each<[string, bigint, Partial<EntryFacts>, string | null]>([
    ['all of the limit of the day',          50_00n, {},                                    null],
    ['one cent above it',                    50_01n, {},                                    'option_limit'],
    ['the least stake',                      1_00n,  {},                                    null],
    ['one cent below it',                    99n,    {},                                    'option_stake'],
    ['nothing',                              0n,     { left: 0n },                          'option_stake'],
    ['all that is free',                     50_00n, { free: 50_00n },                      null],
    ['one cent more than is free',           50_00n, { free: 49_99n },                      'insufficient_balance'],
    ['without free cash, above the limit',   50_01n, { free: 0n },                          'option_limit'],
    ['on a replay',                          50_00n, { off: 'replay', isOfSeat: true },     'options_off'],
    ['by the account of a seat',             50_00n, { isOfSeat: true, kind: null },        'option_of_seat'],
    ['on a listing that is not there',       50_00n, { kind: null },                        'unknown_listing'],
    ['on an index',                          50_00n, { kind: 'index', isUnquoted: true },   'not_tradable'],
    ['on a listing without quotes',          50_00n, { isUnquoted: true, state: 'closed' }, 'never_quoted'],
    ['while the clocks disagree',            50_00n, { pausedSince: NOW, publicUntil: NOW }, 'trading_paused'],
    ['on a day whose seed is public',        50_00n, { publicUntil: NOW, state: 'halted' }, 'day_public'],
    ['while it is halted',                   50_00n, { state: 'halted' },                   'market_halted'],
    ['while the market is closed',           50_00n, { state: 'closed' },                   'option_market_closed'],
    ['after the last session',               50_00n, { session: null },                     'option_market_closed'],
    ['without a quote',                      50_00n, { quote: null, isStale: true },        'no_price'],
    ['without a bid',                        50_00n, { quote: { bid: priceE4(0n), ask: priceE4(1n) } }, 'no_price'],
    ['on a stale quote',                     99n,    { isStale: true },                     'price_stale'],
    ['that expires with its session',        50_00n, { session: { close: NOW + 15 * MINUTE } }, null],
    ['a millisecond after its session',      50_00n, { session: { close: NOW + 15 * MINUTE - 1 }, quote: null }, 'option_session_ends'],
  ])('%s', (_line, stake, change, refused) => {
    const decision = decideEntry({ stake, life: '15minutes' }, { ...calm, ...change })
    if (isRefused(decision)) expect(decision.refused).toBe(refused)
    else {
      expect(refused).toBeNull()
      expect(decision).toEqual({ expiresAt: NOW + 15 * MINUTE, hold: eur(stake) })
    }
  })

  test.each([
    ['minute', NOW + MINUTE],
    ['5minutes', NOW + 5 * MINUTE],
    ['15minutes', NOW + 15 * MINUTE],
    ['day', NOW + 2 * HOUR],
  ] as const)('for %s ends then', (life, at) => expect(expiryFor(life, NOW, { close: NOW + 2 * HOUR })).toBe(at))

  test('until the end of a session is taken until a minute before it', () => {
    expect(expiryFor('day', NOW, { close: NOW + MINUTE })).toBe(NOW + MINUTE)
    expect(expiryFor('day', NOW, { close: NOW + MINUTE - 1 })).toBeNull()
  })

  test('is taken on practice prices alone, while the operator has them on', () => {
    expect(offReason('practice')).toBeNull()
    expect(offReason('replay')).toBe('replay')
    expect(offReason('alpaca')).toBe('feed')
  })

  test('has at most what limit and free cash leave', () => {
    expect(stakeMost(5n, 7n)).toBe(5n)
    expect(stakeMost(7n, 5n)).toBe(5n)
  })
})

const event = (at: number, bid: bigint, ask: bigint): OptionEvent => ({ at, bid, ask })
const STRIKE = event(NOW + 400, 174_500n, 174_700n)
/** Ten events of the same mid, or of some others. */
const ten = (...twice: bigint[]): OptionEvent[] =>
  Array.from({ length: 10 }, (_event, n) => event(NOW + n, 174_500n, (twice[n] ?? 349_200n) - 174_500n))

describe('the events', () => {
  const times = { marketAt: NOW, expiresAt: NOW + MINUTE }
  test('the strike is of the first event with both sides after the entry, within 20 seconds', () => {
    expect(strikeStretch(times)).toEqual({ after: NOW, until: NOW + 20 * SECOND })
    expect(strikeAmong([event(1, 0n, 5n), event(2, 5n, 0n), event(3, 4n, 6n), event(4, 1n, 1n)])).toEqual(
      event(3, 4n, 6n),
    )
    expect(strikeAmong([event(1, 0n, 5n)])).toBeNull()
  })

  test('it comes before the events that settle', () => {
    expect(strikeStretch({ marketAt: NOW, expiresAt: NOW + 30 * SECOND }).until).toBe(NOW + 10 * SECOND)
  })

  test('the last ten with both sides settle', () => {
    expect(settlingStretch(times)).toEqual({ after: NOW + 40 * SECOND, until: NOW + MINUTE })
    const events = Array.from({ length: 14 }, (_event, n) => event(n, n === 12 ? 0n : 5n, 6n))
    expect(settlingAmong(events).map(({ at }) => at)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 13])
  })
})

describe('an option of 50.00', () => {
  const bet = (side: Bet['side']): Bet => ({ side, stake: 50_00n, terms: TERMS })
  // prettier-ignore
  test.each<[string, OptionEvent | null, OptionEvent[], bigint, [string, bigint], [string, bigint]]>([
    ['a twentieth of a ten-thousandth above the strike', STRIKE, ten(349_201n),           1n,  ['won', 94_00n],      ['lost', 0n]],
    ['as much below it',                                 STRIKE, ten(349_199n),           -1n, ['lost', 0n],         ['won', 94_00n]],
    ['at the strike on average',                         STRIKE, ten(349_201n, 349_199n), 0n,  ['tied', 50_00n],     ['tied', 50_00n]],
    ['with nine events',                                 STRIKE, ten(349_201n).slice(1),  0n,  ['refunded', 50_00n], ['refunded', 50_00n]],
    ['without a strike',                                 null,   ten(349_201n),           1n,  ['refunded', 50_00n], ['refunded', 50_00n]],
  ])('%s', (_line, strike, events, above, up, down) => {
    expect(aboveStrike(STRIKE, events)).toBe(above)
    expect(Object.values(settle(bet('up'), strike, events))).toEqual(up)
    expect(Object.values(settle(bet('down'), strike, events))).toEqual(down)
  })

  const sums = (end: Parameters<typeof endLines>[1]) => {
    const lines = endLines(50_00n, end)
    return [lines.reduce((sum, { free }) => sum + free, 0n), lines.reduce((sum, { held }) => sum + held, 0n)]
  }
  // prettier-ignore
  test.each([
    ['won',      94_00n, ['option', 'option']],
    ['lost',     0n,     ['option']],
    ['tied',     50_00n, ['release']],
    ['refunded', 50_00n, ['release']],
    ['sold',     17_10n, ['option', 'option']],
    ['sold',     0n,     ['option']],
  ] as const)('%s for %s leaves no hold, and books the difference with the house', (end, paid, kinds) => {
    expect(sums({ end, paid })).toEqual([paid, -50_00n])
    expect(endLines(50_00n, { end, paid }).map(({ kind }) => kind)).toEqual(kinds)
  })
})

describe('the limit of a day', () => {
  // prettier-ignore
  test.each([
    ['a cent lower at once',             99_99n,  { units: 99_99n, next: null }],
    ['to nothing',                       0n,      { units: 0n, next: null }],
    ['a cent higher a day later',        100_01n, { units: 100_00n, next: { units: 100_01n, from: NOW + LIMIT_RAISE_MS } }],
    ['to the most of the house',         DAY_LIMIT_MOST, { units: 100_00n, next: { units: DAY_LIMIT_MOST, from: NOW + LIMIT_RAISE_MS } }],
  ])('%s', (_line, limit, after) => expect(decideLimit(limit, USUAL_LIMIT, NOW)).toEqual(after))

  test.each([-1n, DAY_LIMIT_MOST + 1n])('is never %s', (limit) =>
    expect(decideLimit(limit, USUAL_LIMIT, NOW)).toMatchObject({ refused: 'option_day_limit' }),
  )

  test('a higher one is in force from its instant on, and a lower one drops it', () => {
    const raised = { units: 10_00n, next: { units: 20_00n, from: NOW } }
    expect(limitAt(raised, NOW - 1)).toEqual(raised)
    expect(limitAt(raised, NOW)).toEqual({ units: 20_00n, next: null })
    expect(decideLimit(10_00n, raised, NOW - 1)).toEqual({ units: 10_00n, next: null })
    expect(decideLimit(15_00n, raised, NOW)).toEqual({ units: 15_00n, next: null })
  })

  test('leaves nothing once it is lower than what is staked', () => {
    expect(leftOf(100_00n, 40_00n)).toBe(60_00n)
    expect(leftOf(10_00n, 40_00n)).toBe(0n)
  })
})

describe('the result of a house', () => {
  // prettier-ignore
  test.each([
    ['of 99 options is not stated',       { count: 99,  customers: 99, staked: 990_00n,   paid: 900_00n },   null],
    ['of 100 is',                         { count: 100, customers: 99, staked: 1_000_00n, paid: 941_20n },   -588],
    ['of four customers is not stated',   { count: 100, customers: 4,  staked: 1_000_00n, paid: 941_20n },   null],
    ['of five is',                        { count: 100, customers: 5,  staked: 1_000_00n, paid: 941_20n },   -588],
    ['is rounded half to even',           { count: 100, customers: 5,  staked: 200_00n,   paid: 200_01n },   0],
    ['may be a gain',                     { count: 100, customers: 5,  staked: 1_000_00n, paid: 1_010_00n }, 100],
  ])('%s', (_line, sums, bps) => expect(houseResult(sums)?.resultBps ?? null).toBe(bps))
})
