import { expect, test } from 'vitest'
import { crowdFor } from './crowd.rules.ts'
import { allot, orderOf, rankFor, type Application } from './draw.rules.ts'
import { TERMS, customersFrom, dice, hashOf } from './draw.testing.ts'
import { wholeLots, type Lots } from './terms.text.ts'

const DRAWS = 2_000
/** A planted bias is large enough to be seen in so many. */
const FEWER_DRAWS = 400
const SLOW = 120_000

/** An offer with its applications, and the chance of each ticket by the rule. */
interface Set {
  readonly name: string
  readonly offered: Lots
  readonly applications: readonly Application[]
}

/** Twenty sets: with the crowd and without, with fewer lots than applications and with more. */
const SETS: readonly Set[] = Array.from({ length: 20 }, (_, n) => {
  const roll = dice(`set ${n}`)
  const name = `set ${n}`
  const most = wholeLots(n % 4 === 3 ? 3n : 12n)
  const customers = customersFrom(roll, n % 2 === 0 ? 6 : 10 + roll(8), most)
  const last = customers.at(-1)?.ticket ?? 0
  const crowd = n % 2 === 0 ? crowdFor({ offer: TERMS.offer, lots: wholeLots(14n), most }, hashOf(`crowd ${n}`)) : []
  const applications = [
    ...customers,
    ...crowd.map((lots, at): Application => ({ ticket: last + 1 + at, lots, mark: null })),
  ]
  const count = applications.length
  const demand = Number(applications.reduce((sum, { lots }) => sum + lots, 0n))
  const offered = n % 5 < 2 ? 2 + roll(count - 3) : count + 1 + roll(demand - count - 1)
  return { name, offered: wholeLots(BigInt(offered)), applications }
})

/** The number of tickets that ask for more than one lot, and of lots that rounding leaves to them. */
function leftOver({ offered, applications }: Set): { tickets: number; lots: number } {
  const count = BigInt(applications.length)
  const demand = applications.reduce((sum, { lots }) => sum + lots, 0n)
  const larger = applications.filter(({ lots }) => lots > 1n)
  const shared = larger.reduce((sum, { lots }) => sum + ((lots - 1n) * (offered - count)) / (demand - count), 0n)
  return { tickets: larger.length, lots: Number(offered - count - shared) }
}

type Order = typeof orderOf

/** The share of the normal distribution below a value (Abramowitz and Stegun 7.1.26, to seven digits). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(z) / Math.SQRT2))
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const above = (sum * Math.exp((-z * z) / 2)) / 2
  return z > 0 ? 1 - above : above
}

/** The distance of each ticket's count of wins from its chance by the rule, in standard deviations, over all draws. */
function distances(set: Set, order: Order, draws: number): number[] {
  const isBallot = set.offered <= BigInt(set.applications.length)
  const left = isBallot ? null : leftOver(set)
  const chance = left ? left.lots / left.tickets : Number(set.offered) / set.applications.length
  const wins = new Map<number, number>()
  for (let n = 0; n < draws; n++) {
    const ordered = order(hashOf(`${set.name} draw ${n}`), set.applications)
    for (const [at, { ballot, byPlace }] of allot(set.offered, ordered).entries()) {
      const { ticket } = ordered[at]!
      wins.set(ticket, (wins.get(ticket) ?? 0) + Number(left ? byPlace : ballot))
    }
  }
  const deviation = Math.sqrt(draws * chance * (1 - chance))
  return set.applications
    .filter(({ lots }) => left === null || lots > 1n)
    .map(({ ticket }) => ((wins.get(ticket) ?? 0) - draws * chance) / deviation)
}

/** Whether p-values are uniform (Kolmogorov and Smirnov, at one in a thousand) and none is beyond five deviations. */
function isFair(order: Order, draws: number): { largest: number; distance: number; tickets: number; fair: boolean } {
  const all = SETS.flatMap((set) => distances(set, order, draws))
  const values = all.map(normalBelow).toSorted((a, b) => a - b)
  const distance = Math.max(
    ...values.map((value, n) => Math.max((n + 1) / values.length - value, value - n / values.length)),
  )
  const largest = Math.max(...all.map(Math.abs))
  return { largest, distance, tickets: all.length, fair: largest < 5 && distance * Math.sqrt(values.length) < 1.95 }
}

test(
  'over 2,000 draws of 20 sets each ticket wins as often as the rule says',
  () => {
    const fair = isFair(orderOf, DRAWS)
    expect(fair).toMatchObject({ fair: true })
    expect(fair.tickets).toBeGreaterThan(200)
  },
  SLOW,
)

/** An order by the first four bytes of the ranks, which a bias changes. */
const biased =
  (bias: (word: number, application: Application, seed: Uint8Array) => number): Order =>
  (seed, applications) => {
    const words = new Map(
      applications.map((each) => [each.ticket, bias(wordOf(rankFor(seed, each.ticket)), each, seed)] as const),
    )
    return [...applications].sort((a, b) => (words.get(a.ticket) ?? 0) - (words.get(b.ticket) ?? 0))
  }
const wordOf = (rank: Uint8Array): number => new DataView(rank.buffer, rank.byteOffset).getUint32(0) / 2 ** 32

// prettier-ignore
test.each<[string, boolean, Order]>([
  ['no bias, by the first bytes alone',        true,  biased((word) => word)],
  ['the first ticket has two ranks',           false, biased((word, { ticket }, seed) => ticket === 1 ? Math.min(word, wordOf(rankFor(seed, 1_000_000))) : word)],
  ['the crowd comes a little later',           false, biased((word, { mark }) => mark === null ? word + 0.12 : word)],
  ['large applications come a little earlier', false, biased((word, { lots }) => word - Number(lots) * 0.03)],
  ['late tickets come a little later',         false, biased((word, { ticket }) => word + ticket * 0.02)],
])('a planted order is found out: %s', (_bias, fair, order) => {
  expect(isFair(order, FEWER_DRAWS)).toMatchObject({ fair })
}, SLOW)
