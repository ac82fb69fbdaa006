import { createHash } from 'node:crypto'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { QUICKNET } from '@lonja/core/ipo/beacon.rules'
import { markOf, type DrawFacts } from '@lonja/core/ipo/draw.rules'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { chainFor } from '@lonja/core/practice/seeds'

/** The draw of docs/DRAW.md: an invented offer by a real round of drand's chain quicknet. */

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const FIRST_DAY = '2023-09-01'
const SEEDS = chainFor(hashOf('drawn'))

/** The ids that the devices of the three customers gave their applications, with ticket and lots. */
const APPLICATIONS = [
  ['018a9000-0000-7000-8000-000000000001', 1, 5n],
  ['018a9000-0000-7000-8000-000000000002', 2, 1n],
  ['018a9000-0000-7000-8000-000000000004', 4, 3n],
] as const

export const vectorFacts = (): DrawFacts => ({
  terms: {
    offer: '018a9000-0000-7000-8000-00000000000a',
    company: 'Marisma Acuicultura',
    sector: 'staples',
    listing: 'XMAD:MRA',
    price: priceE4(124_000n),
    lot: wholeShares(50n),
    lots: wholeLots(24n),
    most: wholeLots(5n),
    opens: Date.parse('2023-09-04T07:00:00.000Z'),
    closes: Date.parse('2023-09-13T16:00:00.000Z'),
    draws: Date.parse('2023-09-15T11:00:00.000Z'),
    delivers: Date.parse('2023-09-18T07:00:00.000Z'),
    lists: Date.parse('2023-09-19T07:00:00.000Z'),
    prospectus: hashOf('a prospectus').toString('hex'),
    seeds: { firstDay: FIRST_DAY, end: Buffer.from(SEEDS.end).toString('hex') },
    crowd: true,
    beacon: { kind: 'drand', chain: QUICKNET.hash, round: 657_413 },
  },
  customers: APPLICATIONS.map(([id, ticket, lots]) => ({ ticket, lots: wholeLots(lots), mark: markOf(id) })),
  crowdSeed: SEEDS.seeds[dayNumberOf('2023-09-13') - dayNumberOf(FIRST_DAY)] ?? null,
  published: Date.parse('2023-09-14T06:00:00.000Z'),
  beacon: {
    round: 657_413,
    signature: Buffer.from(
      'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
      'hex',
    ),
  },
})
