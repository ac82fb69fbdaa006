import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { priceE4, wholeShares } from '../base/amount.ts'
import { HOUR, MINUTE, SECOND, type Day } from '../base/instant.ts'
import { dayNumberOf } from '../calendar/days.ts'
import { chainFor } from '../practice/seeds.ts'
import { chainHashOf, type CheckedChain } from './beacon.check.ts'
import {
  QUICKNET,
  roundAfter,
  roundFor,
  roundMessage,
  seedDayFor,
  type BeaconValue,
  type DrandChain,
} from './beacon.rules.ts'
import { crowdDayFor } from './crowd.rules.ts'
import { markOf, type Application, type DrawFacts } from './draw.rules.ts'
import { wholeLots, type Terms } from './terms.text.ts'

/** Offers and draws as a house makes them, with a chain of seeds and a drand chain of their own. */

export const hashOf = (text: string): Uint8Array => sha256(utf8ToBytes(text))

const SEEDS = chainFor(hashOf('the day seeds of a house in tests'))
export const FIRST_DAY: Day = '2026-10-01'

/** The seed of a day of the house. */
export const seedOn = (day: Day): Uint8Array => SEEDS.seeds[dayNumberOf(day) - dayNumberOf(FIRST_DAY)] ?? SEEDS.end

const SECRET = 0x1234_5678_9abc_def0_1234_5678_9abc_def1n

export const CHECKED_TEST_CHAIN: CheckedChain = {
  name: 'test',
  groupHash: '11'.repeat(32),
  publicKey: bls12_381.G2.Point.BASE.multiply(SECRET).toHex(true),
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
}

export const TEST_CHAIN: DrandChain = {
  hash: chainHashOf(CHECKED_TEST_CHAIN),
  publicKey: CHECKED_TEST_CHAIN.publicKey,
  genesis: CHECKED_TEST_CHAIN.genesisSeconds * SECOND,
  periodMs: CHECKED_TEST_CHAIN.periodSeconds * SECOND,
}

/** The signature of a round by the group of the chain of tests. */
export function signRound(round: number): Uint8Array {
  const { shortSignatures } = bls12_381
  const message = shortSignatures.hash(roundMessage(round), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
  return hexToBytes(message.multiply(SECRET).toHex(true))
}

const CLOSES = Date.parse('2026-11-28T17:00:00.000Z')
const DRAWS = Date.parse('2026-11-30T12:00:00.000Z')

export const TERMS: Terms = {
  offer: '019a9000-0000-7000-8000-000000000041',
  company: 'Marisma Acuicultura',
  sector: 'staples',
  listing: 'XMAD:MRA',
  price: priceE4(124_000n),
  lot: wholeShares(50n),
  lots: wholeLots(40n),
  most: wholeLots(20n),
  opens: Date.parse('2026-11-17T08:00:00.000Z'),
  closes: CLOSES,
  draws: DRAWS,
  delivers: Date.parse('2026-12-02T08:00:00.000Z'),
  lists: Date.parse('2026-12-03T08:00:00.000Z'),
  prospectus: bytesToHex(hashOf('prospectus')),
  seeds: { firstDay: FIRST_DAY, end: bytesToHex(SEEDS.end) },
  crowd: true,
  beacon: { kind: 'drand', chain: TEST_CHAIN.hash, round: roundAfter(TEST_CHAIN, DRAWS) },
}

/** Random numbers that a seed fixes: each call gives a whole number below `below`. */
export function dice(seed: string): (below: number) => number {
  let n = 0
  return (below) => {
    const bytes = hashOf(`${seed} ${n++}`)
    return Math.floor((new DataView(bytes.buffer).getUint32(0) / 2 ** 32) * below)
  }
}

/** Applications of customers, with gaps where some were withdrawn. */
export function customersFrom(roll: (below: number) => number, count: number, most: bigint): Application[] {
  let ticket = 0
  return Array.from({ length: count }, () => {
    ticket += 1 + (roll(4) === 0 ? roll(5) : 0)
    return { ticket, lots: wholeLots(1n + BigInt(roll(Number(most)))), mark: markOf(`application ${ticket}`) }
  })
}

export const beaconFor = ({ beacon }: Terms, published: number): BeaconValue => {
  if (beacon.kind === 'drand') {
    const round = roundFor(TEST_CHAIN, beacon.round, published)
    return { round, signature: signRound(round) }
  }
  const day = seedDayFor(published)
  return { day, seed: seedOn(day) }
}

/** The facts of a random draw. Every eighth has a round of the chain; the others follow the house's seeds, which is fast. */
export function randomFacts(n: number): DrawFacts {
  const roll = dice(`draw ${n}`)
  const most = wholeLots(BigInt([1, 2, 20, 200][roll(4)] ?? 1))
  const terms: Terms = {
    ...TERMS,
    lots: wholeLots(BigInt(1 + roll([3, 60, 400][roll(3)] ?? 1))),
    most,
    closes: CLOSES + roll(24 * 60) * MINUTE,
    crowd: roll(3) > 0,
    beacon: n % 8 === 0 ? TERMS.beacon : { kind: 'seeds' },
  }
  const published = terms.closes + 30 * HOUR + roll(40 * 60) * MINUTE
  return {
    terms,
    customers: customersFrom(roll, roll([2, 12, 90][roll(3)] ?? 1), most),
    crowdSeed: terms.crowd ? seedOn(crowdDayFor(terms)) : null,
    published,
    beacon: beaconFor(terms, published),
  }
}

/** The facts of a draw of the terms above: twelve customers and the crowd, by the announced round. */
export function calmFacts(change: Partial<Terms> = {}): DrawFacts {
  const terms = { ...TERMS, ...change }
  const published = DRAWS - 24 * HOUR
  return {
    terms,
    customers: customersFrom(dice('calm'), 12, terms.most),
    crowdSeed: terms.crowd ? seedOn(crowdDayFor(terms)) : null,
    published,
    beacon: beaconFor(terms, published),
  }
}

/** The facts of a draw by a real round of drand's chain, whose signature the checks take: twelve customers, no crowd. */
export function realFacts(): DrawFacts {
  const round = 657_413
  return {
    ...calmFacts({
      closes: Date.parse('2023-09-13T16:00:00.000Z'),
      crowd: false,
      beacon: { kind: 'drand', chain: QUICKNET.hash, round },
    }),
    published: Date.parse('2023-09-14T06:00:00.000Z'),
    beacon: {
      round,
      signature: hexToBytes(
        'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
      ),
    },
  }
}

/** Facts that differ from those of a draw as little as a cheat needs, each with its name: a whole draw follows from each. */
export function changedFacts(facts: DrawFacts): (readonly [what: string, facts: DrawFacts])[] {
  const { terms, customers } = facts
  const [first, ...others] = customers
  const last = customers.at(-1)
  if (!first || !last) throw new Error('a draw with customers is changed')
  const list = (what: string, ...changed: readonly Application[]) => [what, { ...facts, customers: changed }] as const
  const other = (what: string, change: Partial<Terms>) => [what, { ...facts, terms: { ...terms, ...change } }] as const
  const added = { ticket: last.ticket + 1, lots: terms.most, mark: markOf('an application after the root') }
  return [
    list('the mark of a row', { ...first, mark: markOf('another customer') }, ...others),
    list('the lots of a row', { ...first, lots: wholeLots(first.lots === 1n ? 2n : first.lots - 1n) }, ...others),
    list('a row more', ...customers, added),
    list('a row less', ...others),
    other('the price', { price: priceE4(terms.price + 100n) }),
    other('more lots on offer', { lots: wholeLots(terms.lots + 1n) }),
    other('a later deadline', { closes: terms.closes + MINUTE }),
    other('a draw before the deadline', { draws: terms.closes - MINUTE }),
  ]
}
