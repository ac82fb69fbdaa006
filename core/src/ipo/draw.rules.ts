import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import { leafFor, rootBuilder, type Root } from '../base/roots.ts'
import { atOnce, type Steps } from '../base/steps.ts'
import { randomnessOf, type BeaconValue } from './beacon.rules.ts'
import { crowdSteps } from './crowd.rules.ts'
import { termsHash, wholeLots, type Lots, type Terms } from './terms.text.ts'

/*
 * The draw of an offer: the list of applications and its root, the order of the tickets, and the allotment. docs/DRAW.md
 * has every formula. An offer may have some 500,000 tickets, so the work goes on in steps between which a server answers calls.
 */

/** An application on the frozen list. `mark` ties it to its customer's application; null for one of the crowd. */
export interface Application {
  readonly ticket: number
  readonly lots: Lots
  readonly mark: string | null
}

/** The lots of an application by their reason: from the ballot of one lot, pro rata, and from what rounding left. */
export interface Allotment {
  readonly ballot: Lots
  readonly proRata: Lots
  readonly byPlace: Lots
}

export const allottedOf = ({ ballot, proRata, byPlace }: Allotment): Lots => wholeLots(ballot + proRata + byPlace)

/**
 * The mark of an application in hex. The customer's device makes the id, so no second customer can be told that the
 * same row is theirs.
 */
export const markOf = (application: string): string =>
  bytesToHex(sha256(utf8ToBytes(`lonja application ${application}`)))

/** The row of an application, as its leaf and the published file have it. */
export const rowText = ({ ticket, lots, mark }: Application): string => `${ticket} ${lots} ${mark ?? 'crowd'}`

const NO_SALT = new Uint8Array()

/** The leaf of a row. A list is published with all of its rows, so they need no salt. */
export const leafOf = (text: string): Uint8Array => leafFor(NO_SALT, text)

/** The root of a list over its terms and its applications. */
export const listRoot = (terms: Terms, applications: readonly Application[]): Root =>
  atOnce(rootSteps(terms, applications))

/** The same in steps. The first leaf is the hash of the terms, and with it the version of the rules. */
export function* rootSteps(terms: Terms, applications: readonly Application[]): Steps<Root> {
  const builder = rootBuilder()
  builder.add(leafOf(`terms ${termsHash(terms)}`))
  for (const application of applications) {
    builder.add(leafOf(rowText(application)))
    yield
  }
  return builder.root()
}

/** Add the crowd to the customers' list: its tickets follow the last of theirs. A null seed adds nobody. */
export const wholeList = (
  terms: Terms,
  customers: readonly Application[],
  crowdSeed: Uint8Array | null,
): Application[] => atOnce(wholeListSteps(terms, customers, crowdSeed))

/** The same in steps. */
export function* wholeListSteps(
  terms: Terms,
  customers: readonly Application[],
  crowdSeed: Uint8Array | null,
): Steps<Application[]> {
  assert(terms.crowd === (crowdSeed !== null), 'a crowd has a seed')
  if (crowdSeed === null) return [...customers]
  const last = customers.at(-1)?.ticket ?? 0
  const crowd = yield* crowdSteps(terms, crowdSeed)
  return [...customers, ...crowd.map((lots, n) => ({ ticket: last + 1 + n, lots, mark: null }))]
}

/** The seed of a draw. */
export const seedFor = (root: Uint8Array, offer: string, randomness: Uint8Array): Uint8Array =>
  sha256(concatBytes(root, utf8ToBytes(offer), randomness))

/** The rank of a ticket: tickets come in the order of these bytes. */
export function rankFor(seed: Uint8Array, ticket: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(ticket))
  return sha256(concatBytes(seed, bytes))
}

/** The applications in the order of their ranks. */
export const orderOf = (seed: Uint8Array, applications: readonly Application[]): Application[] =>
  atOnce(orderSteps(seed, applications))

interface RankedApplication {
  readonly application: Application
  readonly rank: string
}

/** The same in steps: by the first byte of the rank, then each of these 256 parts. */
function* orderSteps(seed: Uint8Array, applications: readonly Application[]): Steps<Application[]> {
  const parts: RankedApplication[][] = Array.from({ length: 256 }, () => [])
  for (const application of applications) {
    const rank = rankFor(seed, application.ticket)
    parts[rank[0] ?? 0]?.push({ application, rank: bytesToHex(rank) })
    yield
  }
  const order: Application[] = []
  for (const part of parts) {
    // Two equal ranks would be a collision of SHA-256; the lower ticket would come first.
    part.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.application.ticket - b.application.ticket))
    for (const { application } of part) order.push(application)
    yield
  }
  return order
}

const NOTHING: Allotment = { ballot: wholeLots(0n), proRata: wholeLots(0n), byPlace: wholeLots(0n) }
const ONE: Allotment = { ...NOTHING, ballot: wholeLots(1n) }

/**
 * Allot the offered lots to applications in the order of their ranks. If all of them fit, each is allotted in full. If not,
 * each gets one lot as long as there are any; the rest is shared pro rata to what each still asks for, rounded down; and
 * the lots that rounding leaves go one by one to the first in the order who still ask for more. Asserts that each asks for
 * one lot or more. No lot is left, and nobody gets more than they asked for.
 */
export const allot = (offered: Lots, ordered: readonly Asking[]): Allotment[] => atOnce(allotSteps(offered, ordered))

/** The lots that an application asks for. */
interface Asking {
  readonly lots: Lots
}

/** The same in steps. */
function* allotSteps(offered: Lots, ordered: readonly Asking[]): Steps<Allotment[]> {
  let demand = 0n
  for (const { lots } of ordered) {
    assert(lots > 0n, 'an application asks for one lot or more')
    demand += lots
    yield
  }
  const applications = BigInt(ordered.length)
  if (demand <= offered) return ordered.map(({ lots }) => ({ ...ONE, proRata: wholeLots(lots - 1n) }))
  if (offered <= applications) return ordered.map((_application, n) => (BigInt(n) < offered ? ONE : NOTHING))

  const [rest, demandOverOne] = [offered - applications, demand - applications]
  const sharedOf = ({ lots }: Asking): bigint => ((lots - 1n) * rest) / demandOverOne
  let spare = rest
  for (const application of ordered) {
    spare -= sharedOf(application)
    yield
  }
  const allotments: Allotment[] = []
  for (const application of ordered) {
    const proRata = wholeLots(sharedOf(application))
    const byPlace = wholeLots(spare > 0n && 1n + proRata < application.lots ? 1n : 0n)
    spare -= byPlace
    allotments.push({ ballot: ONE.ballot, proRata, byPlace })
    yield
  }
  return allotments
}

/** The facts of a draw: frozen terms and list, the seed of the crowd, the publication of the root, and the beacon. */
export interface DrawFacts {
  readonly terms: Terms
  /** The customers' applications, by ticket. */
  readonly customers: readonly Application[]
  readonly crowdSeed: Uint8Array | null
  /** The instant at which the whole root was published. */
  readonly published: Instant
  readonly beacon: BeaconValue
}

/** A drawn application: its place in the order, from 1, and its lots. */
export interface DrawnApplication extends Application {
  readonly place: number
  readonly allotment: Allotment
}

export interface Draw {
  readonly facts: DrawFacts
  readonly customersRoot: Root
  readonly root: Root
  readonly seed: Uint8Array
  /** The applications by ticket. */
  readonly drawn: readonly DrawnApplication[]
}

/** Draw an offer. The same facts give the same draw, whoever runs it and however often. */
export const drawFor = (facts: DrawFacts): Draw => atOnce(drawSteps(facts))

/** The same in steps. */
export function* drawSteps(facts: DrawFacts): Steps<Draw> {
  const { terms, customers, crowdSeed } = facts
  return yield* drawListSteps(facts, yield* wholeListSteps(terms, customers, crowdSeed))
}

/** Draw a whole list, customers first. */
export const drawList = (facts: DrawFacts, applications: readonly Application[]): Draw =>
  atOnce(drawListSteps(facts, applications))

function* drawListSteps(facts: DrawFacts, applications: readonly Application[]): Steps<Draw> {
  const { terms, customers, beacon } = facts
  const customersRoot = yield* rootSteps(terms, customers)
  const root = yield* rootSteps(terms, applications)
  const seed = seedFor(root.hash, terms.offer, randomnessOf(beacon))
  const order = yield* orderSteps(seed, applications)
  const allotments = yield* allotSteps(terms.lots, order)
  const results = new Map<Application, DrawnApplication>()
  for (const [n, application] of order.entries()) {
    results.set(application, { ...application, place: n + 1, allotment: allotments[n] ?? NOTHING })
    yield
  }
  const rows: DrawnApplication[] = []
  for (const application of applications.toSorted((a, b) => a.ticket - b.ticket)) {
    const result = results.get(application)
    if (result) rows.push(result)
    yield
  }
  return { facts, customersRoot, root, seed, drawn: rows }
}
