import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, type ListingId } from '@lonja/core/base/amount'
import { CALLS, type CallName } from '@lonja/core/calls'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { dayNumberOf, dayOf, localInstant, weekdayOf } from '@lonja/core/calendar/days'
import { spanOf, type Hours } from '@lonja/core/calendar/sessions'
import { LISTS } from '@lonja/core/discover/discover.contract'
import { INTERVALS } from '@lonja/core/market/market.contract'
import { RESULT_SPAN_NAMES } from '@lonja/core/portfolio/results.rules'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from './house.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { testPractice } from '../market/market.practice.testing.ts'
import { recordedMarket, testGuard, type Recordings } from '../market/market.testing.ts'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { dice } from './fuzz.dice.ts'
import { smallMarket } from '../news/news.testing.ts'
import { NOT_OF_THE_MARKET } from './later.reads.ts'

/*
 * No call serves data from after the clock's time. Two houses have the same past and different futures: they answer
 * every question alike until the futures diverge.
 */

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const SHARES: readonly ListingId[] = ['XNYS:LMR', 'XMAD:ENN']
/** An order of every house that waits below the market. */
const WAITING = newId()
type Question = readonly [name: CallName, input: Record<string, unknown>]

function questions(shares: readonly ListingId[], index: ListingId | null, month: string): Question[] {
  return [
    ...shares.flatMap((listing): Question[] => [
      ['readInstrument', { listing }],
      ['readCompany', { listing }],
      ['listActions', { listing }],
      ['listCandles', { listing, interval: 'minute', limit: '40' }],
      ['listCandles', { listing, interval: 'day', limit: '40' }],
    ]),
    ...INTERVALS.map((interval): Question => ['listCandles', { listing: shares[0]!, interval, limit: '10' }]),
    ...(index === null
      ? []
      : ([
          ['readIndex', { listing: index }],
          ['listMembers', { listing: index }],
          ['listCandles', { listing: index, interval: 'minute', limit: '40' }],
          ['listCandles', { listing: index, interval: 'day', limit: '4' }],
        ] satisfies Question[])),
    ...LISTS.map((list): Question => ['listInstruments', { list, limit: '20' }]),
    ['listInstruments', { list: 'all', sort: 'change', direction: 'down', limit: '20', lines: '1' }],
    ['listInstruments', { list: 'all', sort: 'volume', direction: 'down', limit: '50' }],
    ['listEarnings', { list: 'reported' }],
    ['listEarnings', {}],
    ['readNearest', { id: WAITING }],
    ['searchInstruments', { words: shares[0]!.slice(5) }],
    ...(['readExchangeRate', 'readMargin', 'readLoanTerms'] as const).map((name): Question => [name, {}]),
    ['readStatement', { month }],
    ...RESULT_SPAN_NAMES.map((span): Question => ['readResults', { span }]),
    ...(['listWatched', 'readFigures', 'listStatements', 'listPositions', 'previewSales', 'readDayCurve'] as const).map(
      (name): Question => [name, {}],
    ),
  ]
}

/** Ids, and the trade numbers derived from them. */
const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"[0-9A-Z]{4}-[0-9A-Z]{4}"/g

interface CallRequest {
  readonly house: TestHouse
  readonly who: TestCustomer
}

type SignedCall = Pick<CallRequest, 'house'> & { readonly token: string }

/** The differences between two houses' answers at an instant, without ids, each with a short excerpt from both. */
async function differing(
  one: CallRequest,
  other: CallRequest,
  at: Instant,
  of: readonly Question[],
): Promise<string[]> {
  const differences: string[] = []
  const signed: SignedCall[] = []
  for (const { house, who } of [one, other]) {
    house.clock.set(at)
    await house.engine.sweep()
    // Days may have passed, and the session of the buyer may have ended.
    signed.push({ house, token: await signInAgain(house, who) })
  }
  const [here, there] = signed as [SignedCall, SignedCall]
  for (const question of of) {
    const [answer, beside] = [await answerOf(here, question), await answerOf(there, question)]
    if (answer === beside) continue
    const from = [...answer].findIndex((letter, place) => letter !== beside[place])
    const part = (text: string): string => text.slice(Math.max(0, from - 60), from + 60)
    differences.push(`${JSON.stringify(question)}: ${part(answer)} | ${part(beside)}`)
  }
  return differences
}

async function answerOf({ house, token }: SignedCall, [name, input]: Question): Promise<string> {
  const { status, data, error } = await house.ask(CALLS[name], input, { token })
  // On a busy machine the database may answer too late, which is no difference of the market.
  if (status === 503) return answerOf({ house, token }, [name, input])
  return `${status} ${error} ${JSON.stringify(data)}`.replaceAll(IDS, 'id')
}

async function someone(house: TestHouse, listings: readonly ListingId[], at: Instant): Promise<CallRequest> {
  house.clock.set(at)
  const who = await house.customer()
  for (const listing of listings) {
    await house.ask(CALLS.toggleWatch, { listing, watched: true }, { token: who.token, key: newId() })
    const id = newId()
    const ticket = { id, listing, side: 'buy', shares: '3', limit: null, timeInForce: 'day' }
    await house.ask(CALLS.placeOrder, ticket, { token: who.token, key: id })
  }
  const limit = (Number(house.market.last(listings[0]!)) / 20_000).toFixed(2)
  const waiting = { id: WAITING, listing: listings[0], side: 'buy', shares: '1', limit, timeInForce: 'gtc' }
  const placed = await house.ask(CALLS.placeOrder, waiting, { token: who.token, key: WAITING })
  expect(placed.error).toBeUndefined()
  // Fill orders before comparing, because a fill also records when the house processed it.
  house.clock.set(at + 2 * MINUTE)
  await house.engine.sweep()
  return { house, who }
}

/** Random instants in [from, to), in order, because the clock of a market never goes back. */
function instants(from: Instant, to: Instant, count: number): Instant[] {
  const chance = dice(SEED)
  return Array.from({ length: count }, () => from + chance.below(to - from)).toSorted((a, b) => a - b)
}

test('every read is compared here, or does not depend on the market', () => {
  const reads = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].kind === 'read')
  const names = new Set([...questions(['XNYS:ABC'], 'XNAS:LUS', '2026-11').map(([name]) => name), ...NOT_OF_THE_MARKET])
  expect(reads.filter((name) => !names.has(name))).toEqual([])
})

/** The long run uses all listings. The short run uses a few dozen, with the same function and seeds. */
const isLong = process.env['LONJA_LONG'] === '1'

describe.each(['always', 'exchange'] as const)(`the practice market, hours %s (seed ${SEED})`, (hours) => {
  const OPENED = Date.parse('2026-11-16T15:00:00Z')
  /** The futures diverge at the fifth day: four days share their seeds, and on the fifth Madrid opens first. */
  const PARTS = localInstant('Europe/Madrid', dayNumberOf('2026-11-20'), 0)
  const houses: CallRequest[] = []
  let reads: Question[] = []
  beforeAll(async () => {
    for (const future of [1, 2]) {
      const chains = [
        { secret: Buffer.alloc(32, 9), links: 4 },
        { secret: Buffer.alloc(32, future), links: 200 },
      ]
      const whole = testPractice({ hours, openedAt: OPENED, chains })
      const house = await openTestHouse({ start: OPENED, market: isLong ? whole : fewOf(whole, hours) })
      houses.push(await someone(house, SHARES, OPENED + MINUTE))
    }
    // With thousands of listings the radar is computed in the background, and its progress does not depend on the
    // market.
    reads = questions(SHARES, 'XMAD:LM35', '2026-11').filter(([, input]) => input['list'] !== 'radar')
  }, 120_000)
  afterAll(() => Promise.all(houses.map(({ house }) => house.close())))

  test('answers the same for different futures, until they diverge', { timeout: 240_000 }, async () => {
    const [one, other] = houses as [CallRequest, CallRequest]
    const times = [...instants(OPENED + 4 * MINUTE, PARTS, isLong ? 1 : 2), PARTS - 1]
    for (const at of times) expect(await differing(one, other, at, reads)).toEqual([])
    // Afterwards the answers differ, which proves that the comparison detects a difference.
    const later = hours === 'always' ? PARTS + HOUR : PARTS + 11 * HOUR
    const ofMadrid = reads.filter(([, input]) => input['listing'] === SHARES[1])
    expect(await differing(one, other, later, ofMadrid)).not.toEqual([])
  })
})

/** The same market with only a few of its listings. */
const fewOf =
  (whole: ReturnType<typeof testPractice>, hours: Hours) =>
  async (db: Db, clock: Clock): Promise<OpenedMarket> => {
    const opened = await whole(db, clock)
    return { ...opened, market: smallMarket(clock, hours, (day) => opened.seeds?.seedOf(dayNumberOf(day)) ?? null) }
  }

describe(`a replay (seed ${SEED})`, () => {
  const ABC: ListingId = 'XNYS:ABC'
  const DEF: ListingId = 'XNYS:DEF'
  const days = ['2013-10-07', '2013-10-08'] as const
  const sessions = days.map((day) => spanOf('America/New_York', dayNumberOf(day), 'exchange')!)
  const FROM = sessions[0]!.open + MINUTE
  const TO = sessions[1]!.close

  /**
   * Recordings of two days of minutes and a month of days. Values that are not known at the given instant are changed.
   */
  function recordings(until: Instant): { files: Recordings; rates: string } {
    const known = (knownAt: Instant, value: number): number => (knownAt <= until ? value : value * 2)
    const minutes = (start: number): string => {
      const rows = sessions.flatMap(({ open, close }) =>
        Array.from({ length: (close - open) / MINUTE }, (_minute, n) => {
          const at = open + n * MINUTE
          const price = known(at + MINUTE, start + ((n * 7919) % 97) / 100)
          const [low, high] = [(price - 0.03).toFixed(2), (price + 0.03).toFixed(2)]
          const volume = known(at + MINUTE, 100 + (n % 13) * 10)
          return `${new Date(at).toISOString().replace('.000Z', 'Z')},${price.toFixed(2)},${high},${low},${price.toFixed(2)},${volume},${low},${volume},${high},${volume}`
        }),
      )
      return `time,open,high,low,close,volume,bid,bid_size,ask,ask_size\n${rows.join('\n')}\n`
    }
    const last = dayNumberOf(days[1])
    const numbers = Array.from({ length: 40 }, (_day, n) => last - 39 + n).filter((day) => weekdayOf(day) % 6 !== 0)
    const daily = numbers.map((number, n) => {
      const close = spanOf('America/New_York', number, 'exchange')?.close ?? 0
      const price = known(close, 20 + n)
      return `${dayOf(number)},${price},${price + 1},${price - 1},${price},${known(close, 1_000 + n)}`
    })
    const rates = Array.from({ length: 60 }, (_rate, n) => {
      const at = FROM - HOUR + n * HOUR
      return `${new Date(at).toISOString().replace('.000Z', 'Z')},${known(at, 1.3 + n / 1_000).toFixed(4)}`
    })
    return {
      files: {
        [ABC]: { minutes: minutes(15), days: `date,open,high,low,close,volume\n${daily.join('\n')}\n` },
        [DEF]: { minutes: minutes(40) },
      },
      rates: `time,rate\n${rates.join('\n')}\n`,
    }
  }

  async function replayed(until: Instant): Promise<CallRequest> {
    const { files, rates } = recordings(until)
    const house = await openTestHouse({
      start: FROM,
      grant: eur(100_000_000n),
      market: (db, clock) => {
        const opening = {
          openedAt: FROM,
          source: 'replay' as const,
          hours: 'exchange' as const,
          practice: null,
          feed: null,
          replay: { files: 'test', start: FROM, speed: 1 },
        }
        const none = { seeds: null, pauses: null, takeListings: null, feed: null }
        return Promise.resolve({
          opening,
          ...none,
          guard: testGuard(db, clock),
          market: recordedMarket(clock, files, rates),
        })
      },
    })
    return someone(house, [ABC, DEF], FROM + MINUTE)
  }

  test('answers the same for different later recordings', { timeout: 240_000 }, async () => {
    const reads = questions([ABC, DEF], null, '2013-10')
    const whole = await replayed(Infinity)
    try {
      for (const at of [...instants(FROM + 4 * MINUTE, TO, 2), sessions[0]!.close + 1].toSorted((a, b) => a - b)) {
        const cut = await replayed(at)
        try {
          expect(await differing(cut, whole, at, reads)).toEqual([])
        } finally {
          await cut.house.close()
        }
      }
      const cut = await replayed(TO - 10 * MINUTE)
      expect(await differing(cut, whole, TO - MINUTE, reads)).not.toEqual([])
      await cut.house.close()
    } finally {
      await whole.house.close()
    }
  })
})
