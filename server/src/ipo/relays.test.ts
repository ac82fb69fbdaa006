import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_CHAIN, signRound } from '@lonja/core/ipo/draw.testing'
import { fetchRound, type Relays } from './relays.actions.ts'
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
