import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import { isListing, wholeShares, type ListingId, type PriceE4, type Shares } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import { Id, Price, priceText } from '../base/wire.ts'
import { SECTORS, type Sector } from '../market/instruments.ts'

/** Whole lots of an offer: shares are applied for and allotted by the lot. */
export type Lots = bigint & { readonly unit: 'lots' }

export const wholeLots = (units: bigint): Lots => units as Lots

/**
 * The beacon of a draw: a number that nobody knows while applications are taken. `drand`: the randomness of a round of
 * the chain with this hash. `seeds`: the seed of a practice day, which the operator could know before.
 */
export type Beacon =
  { readonly kind: 'drand'; readonly chain: string; readonly round: number } | { readonly kind: 'seeds' }

/** The terms of an offer. They are frozen by their hash when the offer is published; a change is another offer. */
export interface Terms {
  readonly offer: string
  readonly company: string
  readonly sector: Sector
  readonly listing: ListingId
  /** The subscription price of a share. */
  readonly price: PriceE4
  /** The shares of a lot, the lots of the offer, and the most lots that one application may ask for. */
  readonly lot: Shares
  readonly lots: Lots
  readonly most: Lots
  /** The first and the last instant at which applications are taken. */
  readonly opens: Instant
  readonly closes: Instant
  /** The draw, the delivery of the allotted shares, and the first instant of trading. */
  readonly draws: Instant
  readonly delivers: Instant
  readonly lists: Instant
  /** The SHA-256 of the prospectus, in hex. */
  readonly prospectus: string
  /** The chain of day seeds of this house: its first day, and the published end in hex. */
  readonly seeds: { readonly firstDay: Day; readonly end: string }
  /** True if invented applicants take part. */
  readonly crowd: boolean
  readonly beacon: Beacon
}

/** The versions of the rules of the crowd and of the draw, which the terms name. */
export const CROWD_RULE = 1
export const DRAW_RULE = 1

const timeText = (at: Instant): string => new Date(at).toISOString()

const beaconText = (beacon: Beacon): string =>
  beacon.kind === 'drand' ? `drand ${beacon.chain} ${beacon.round}` : 'seeds'

/** The terms as the text that is hashed and published: a line for each field, as docs/DRAW.md gives them. */
export const termsText = (terms: Terms): string =>
  [
    'lonja offer 1',
    `offer ${terms.offer}`,
    `company ${terms.company}`,
    `sector ${terms.sector}`,
    `listing ${terms.listing}`,
    `price ${priceText(terms.price)}`,
    `lot ${terms.lot}`,
    `lots ${terms.lots}`,
    `most ${terms.most}`,
    `opens ${timeText(terms.opens)}`,
    `closes ${timeText(terms.closes)}`,
    `draws ${timeText(terms.draws)}`,
    `delivers ${timeText(terms.delivers)}`,
    `lists ${timeText(terms.lists)}`,
    `prospectus ${terms.prospectus}`,
    `seeds ${terms.seeds.firstDay} ${terms.seeds.end}`,
    `crowd ${terms.crowd ? CROWD_RULE : 0}`,
    `beacon ${beaconText(terms.beacon)}`,
    `draw ${DRAW_RULE}`,
    '',
  ].join('\n')

/** The hash that freezes terms, in hex. */
export const termsHash = (terms: Terms): string => bytesToHex(sha256(utf8ToBytes(termsText(terms))))

/** The number of lines of the text of terms. */
export const TERMS_LINES = 19

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const time = z.codec(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)), z.int(), {
  decode: (text) => Date.parse(text),
  encode: timeText,
})
const count = z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,11}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (units) => units.toString(),
})

/** The name of a company: one line without spaces at its ends. */
const COMPANY = /^[^\s\p{Cc}](?:[^\p{Cc}]{0,78}[^\s\p{Cc}])?$/u
export const Company = z.string().check(z.regex(COMPANY))
const BEACON = /^drand (?<chain>[0-9a-f]{64}) (?<round>[1-9][0-9]{0,14})$/
const SEEDS = /^(?<firstDay>\d{4}-\d\d-\d\d) (?<end>[0-9a-f]{64})$/

const Fields = z.object({
  offer: Id,
  company: Company,
  sector: z.enum([...SECTORS, 'none']),
  listing: z.custom<ListingId>(isListing),
  price: Price,
  lot: count,
  lots: count,
  most: count,
  opens: time,
  closes: time,
  draws: time,
  delivers: time,
  lists: time,
  prospectus: hash,
  seeds: z.string().check(z.regex(SEEDS)),
  crowd: z.enum(['0', String(CROWD_RULE)]),
  beacon: z.string(),
})

/** Read terms back from their text; null for a text that `termsText` does not write. */
export function readTerms(text: string): Terms | null {
  const fields = z.safeParse(Fields, fieldsIn(text))
  if (!fields.success) return null
  const { lot, lots, most, seeds, crowd, beacon, ...same } = fields.data
  const chain = SEEDS.exec(seeds)?.groups
  const drand = BEACON.exec(beacon)?.groups
  const terms: Terms = {
    ...same,
    lot: wholeShares(lot),
    lots: wholeLots(lots),
    most: wholeLots(most),
    seeds: { firstDay: (chain?.['firstDay'] ?? '') as Day, end: chain?.['end'] ?? '' },
    crowd: crowd !== '0',
    beacon: drand ? { kind: 'drand', chain: drand['chain'] ?? '', round: Number(drand['round']) } : { kind: 'seeds' },
  }
  return isTime(terms) && termsText(terms) === text ? terms : null
}

const isTime = (terms: Terms): boolean =>
  [terms.opens, terms.closes, terms.draws, terms.delivers, terms.lists].every(Number.isFinite)

/** The words before the first space name the field. */
const fieldsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, Math.max(0, line.indexOf(' '))), line.slice(line.indexOf(' ') + 1)]),
  )
