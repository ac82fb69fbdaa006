import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roundTime } from '@lonja/core/ipo/beacon.rules'
import { TEST_CHAIN, signRound } from '@lonja/core/ipo/draw.testing'
import { openLog } from '../base/log.ts'
import { askRelaysAtStart, fetchRound, openRelays, type Relays } from './relays.actions.ts'
import { TRUE, openRelay, roundBody, type RelayAnswer, type TestRelay } from './relays.testing.ts'

const ROUND = 34_500_123

let [first, second]: TestRelay[] = []
let relays: Relays
beforeAll(async () => {
  first = await openRelay()
  second = await openRelay()
  const addresses = [first.address, second.address]
  relays = { chain: TEST_CHAIN, addresses, outside: { alsoAllow: () => true } }
})
beforeEach(() => {
  for (const relay of both()) relay.answers = TRUE
})
afterAll(() => {
  for (const relay of both()) relay.close()
})
const both = (): TestRelay[] => [first, second].filter((relay) => relay !== undefined)

/** The two relays answer so. */
const answering = (one: RelayAnswer, other: RelayAnswer): void => {
  both().forEach((relay, n) => (relay.answers = n === 0 ? one : other))
}

const hexOf = (signature: Uint8Array | null): string | null => signature && Buffer.from(signature).toString('hex')
const SIGNATURE = hexOf(signRound(ROUND))

/** A relay that says so instead of the round. */
const saying = (body: string): RelayAnswer => () => ({ body }) // prettier-ignore
const signed = (round: number, signature: string): RelayAnswer => saying(JSON.stringify({ round, signature }))
const OTHER = Buffer.from(signRound(ROUND + 1)).toString('hex')

test('both relays are asked for the round of the chain, in its own form', async () => {
  expect(await fetchRound(relays, ROUND)).toMatchObject({ faults: [] })
  const path = `/${TEST_CHAIN.hash}/public/${ROUND}`
  for (const { requests } of both()) expect(requests.at(-1)).toEqual({ path, accept: 'application/json' })
})

// prettier-ignore
const MISBEHAVING: [what: string, answer: RelayAnswer, fault: RegExp][] = [
  ['is away',                              () => null,                                         /^it could not be reached/],
  ['lags, and has no such round yet',      () => ({ status: 425, body: '{}' }),                /^it answers 425$/],
  ['lags, and gives the round before',     (round) => ({ body: roundBody(round - 1) }),        /^it answers with round 34500122$/],
  ['lies about the signature',             signed(ROUND, OTHER),                               /^its signature is not that of the chain$/],
  ['gives a point that is none',           signed(ROUND, 'ff'.repeat(48)),                     /^its signature is not that of the chain$/],
  ['gives half a signature',               signed(ROUND, OTHER.slice(48)),                     /^it answers with no round of drand$/],
  ['gives a page',                         () => ({ type: 'text/html', body: '<html>' }),      /^it answers with text\/html$/],
  ['gives what is no JSON',                saying('{"round":'),                                /^it answers with no round of drand$/],
  ['gives too much',                       (round) => ({ body: roundBody(round).padEnd(20_000) }), /^it is larger than 10000 bytes$/],
]

describe('a relay that', () => {
  test.each(MISBEHAVING)('%s is named, and the other one’s answer counts', async (_what, answer, fault) => {
    const [one, other] = both().map(({ address }) => address)
    for (const [relay, answers] of [[one, [answer, TRUE]], [other, [TRUE, answer]]] as const) {
      answering(...answers)
      const { signature, faults } = await fetchRound(relays, ROUND)
      expect(hexOf(signature)).toBe(SIGNATURE)
      expect(faults).toEqual([{ relay, fault: expect.stringMatching(fault) as string }])
    }
  }) // prettier-ignore

  test('lies beside one that is away gives no round', async () => {
    answering(signed(ROUND, OTHER), () => null)
    const { signature, faults } = await fetchRound(relays, ROUND)
    expect(signature).toBeNull()
    expect(faults.map(({ relay }) => relay)).toEqual(both().map(({ address }) => address))
  })

  test('has rounds of another chain is none of this chain’s', async () => {
    const other = { ...relays, chain: { ...TEST_CHAIN, hash: 'ab'.repeat(32) } }
    expect(await fetchRound(other, ROUND)).toMatchObject({ signature: null, faults: [{ fault: 'it answers 404' }, { fault: 'it answers 404' }] }) // prettier-ignore
  })
})

describe('the question at the start of the house', () => {
  // prettier-ignore
  const CASES: [what: string, one: RelayAnswer, other: RelayAnswer, faults: (string | null)[], isReached: boolean][] = [
    ['both answer',               TRUE,                                       TRUE,        [null, null],                                     true],
    ['one lags by a round',       (round) => ({ body: roundBody(round - 1) }), TRUE,        ['it answers with round', null],                  true],
    ['one lies',                  signed(ROUND, OTHER),                       TRUE,        ['its signature is not that of the chain', null], true],
    ['one is away',               TRUE,                                       () => null,  [null, 'it could not be reached'],                true],
    ['both are away',             () => null,                                 () => null,  ['it could not be reached', 'it could not be reached'], false],
    ['one lies, one is away',     signed(ROUND, OTHER),                       () => null,  ['its signature is not that of the chain', 'it could not be reached'], false],
  ]
  interface Line {
    readonly level: number
    readonly relay?: string
    readonly round: number
  }
  const lines: Line[] = []
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  beforeEach(() => void lines.splice(0))
  /** The start of a minute after the round of the tests. */
  const clock = { now: () => roundTime(TEST_CHAIN, ROUND) + 60_000 }

  test.each(CASES)('%s: the log and the state of the house say so, and nothing fails', async (_what, one, other, faults, isReached) => {
    answering(one, other)
    const open = openRelays(relays, clock)
    expect(open.states()).toEqual(relays.addresses.map((relay) => ({ relay, at: null, fault: null })))
    await askRelaysAtStart(open, clock, log)
    expect(open.states()).toEqual(
      relays.addresses.map((relay, n) => ({ relay, at: clock.now(), fault: faults[n] ? expect.stringContaining(faults[n]) as string : null })),
    )
    const wrong = relays.addresses.filter((_relay, n) => faults[n] !== null)
    expect(lines.filter(({ level }) => level === 40).map(({ relay, round }) => [relay, round])).toEqual(wrong.map((relay) => [relay, ROUND]))
    expect(lines.filter(({ level }) => level === 30)).toHaveLength(isReached ? 1 : 0)
    for (const { requests } of both()) expect(requests.at(-1)?.path).toBe(`/${TEST_CHAIN.hash}/public/${ROUND}`)
  }) // prettier-ignore

  test('what a draw hears later takes its place', async () => {
    answering(() => null, () => null)
    const open = openRelays(relays, clock)
    await askRelaysAtStart(open, clock, log)
    answering(TRUE, TRUE)
    await open.fetchRound(ROUND)
    expect(open.states().map(({ fault }) => fault)).toEqual([null, null])
  }) // prettier-ignore

  test('without relays nothing is asked', async () => {
    const open = openRelays({ ...relays, addresses: [] }, clock)
    const before = both().map(({ requests }) => requests.length)
    await askRelaysAtStart(open, clock, log)
    expect([both().map(({ requests }) => requests.length), lines]).toEqual([before, []])
    expect(open.states()).toEqual([])
  }) // prettier-ignore
})
