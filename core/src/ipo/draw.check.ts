import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  CHECKED_QUICKNET,
  bigEndian,
  chainHashOf,
  countedRound,
  dayOfTime,
  daySeedDay,
  isDaySeed,
  isRoundSigned,
  type CheckedChain,
} from './beacon.check.ts'
import { oneRowOf, readDrawFile, type CheckedFile, type CheckedRow } from './drawfile.check.ts'

/*
 * The check of a draw, which anybody can run on its published file: a second implementation, written from docs/DRAW.md,
 * that imports base only.
 */

/**
 * `form`: the text has the form of a draw. `list`: tickets in order, no application twice, each for no more than the terms allow. `crowd`: the
 * crowd of the day's seed. `root`: both roots are those of the rows. `beacon`: the round or day that counts, and its
 * signature or link to the published end. `seed`: of root, offer and beacon. `order`: by rank. `allotment`: by the rule.
 */
export const DRAW_STEPS = ['form', 'list', 'crowd', 'root', 'beacon', 'seed', 'order', 'allotment'] as const
export type DrawStep = (typeof DRAW_STEPS)[number]

export interface DrawCheck {
  /** The steps that do not hold. */
  readonly wrong: readonly DrawStep[]
  /** The content of the file; null for a text of another form. */
  readonly file: CheckedFile | null
}

/**
 * Check a published draw: that its list, root, beacon, seed, order and allotment follow from each other. `onStep` is called
 * after each step, because those of a long list take seconds.
 */
export function checkDraw(
  text: string,
  chain: CheckedChain = CHECKED_QUICKNET,
  onStep: (step: DrawStep, holds: boolean) => void = () => undefined,
): DrawCheck {
  const file = readDrawFile(text)
  onStep('form', file !== null)
  if (!file) return { wrong: ['form'], file: null }
  const checks: Record<Exclude<DrawStep, 'form'>, () => boolean> = {
    list: () => isList(file),
    crowd: () => isCrowd(file),
    root: () => isRoot(file),
    beacon: () => isBeacon(file, chain),
    seed: () => isSeed(file),
    order: () => isOrder(file),
    allotment: () => isAllotment(file),
  }
  const wrong = DRAW_STEPS.filter((step) => {
    if (step === 'form') return false
    const holds = checks[step]()
    onStep(step, holds)
    return !holds
  })
  return { wrong, file }
}

/** The hash of the terms of a draw, which the house has published since the offer opened. */
export const termsHashOf = ({ termsText }: CheckedFile): string => bytesToHex(sha256(utf8ToBytes(termsText)))

const markOf = (application: string): string => bytesToHex(sha256(utf8ToBytes(`lonja application ${application}`)))

/** The row of an application by the mark of its id, which its customer's device made; null if it is not on the list. */
export function rowOfApplication({ rows }: CheckedFile, application: string): CheckedRow | null {
  const own = markOf(application)
  return rows.find(({ mark }) => mark === own) ?? null
}

/** The row of one application with the hashes that follow from it. */
export interface OwnTicket {
  readonly row: CheckedRow
  readonly leaf: string
  /** By the seed of the file. */
  readonly rank: string
}

/** The ticket of an application, without the time that the other rows take; null if it is not on the list. */
export function ownTicketIn(text: string, application: string): OwnTicket | null {
  const own = oneRowOf(text, markOf(application))
  const file = own === null ? null : readDrawFile(own)
  const row = file?.rows[0]
  return file && row ? { row, leaf: bytesToHex(leafOf(row)), rank: rankOf(hexToBytes(file.seed), row) } : null
}

/** The hashes that lead from the leaf of a row to the root of the whole list, the lowest first. */
export function pathToRoot(file: CheckedFile, { ticket }: CheckedRow): string[] {
  // The leaf of the terms comes first.
  let at = 1 + file.rows.findIndex((row) => row.ticket === ticket)
  return levelsOver(leavesOf(file)).flatMap((level) => {
    const beside = level.length > 1 ? level[at % 2 === 0 ? at + 1 : at - 1] : undefined
    at = Math.floor(at / 2)
    return beside ? [bytesToHex(beside)] : []
  })
}

/** The number of customers' rows, which come before those of the crowd. */
const customersIn = ({ rows }: CheckedFile): number => rows.filter(({ mark }) => mark !== 'crowd').length

function isList(file: CheckedFile): boolean {
  const { terms, customers, crowd, applications, rows, published } = file
  const own = customersIn(file)
  const countsMatch = customers.count === own && crowd.count === rows.length - own && applications.count === rows.length
  const apart = rows.slice(own).every(({ mark }) => mark === 'crowd')
  const isEachOnce = new Set(rows.slice(0, own).map(({ mark }) => mark)).size === own
  const isByTicket = rows.every(({ ticket, lots }, n) => ticket > (rows[n - 1]?.ticket ?? 0) && lots <= terms.most)
  return countsMatch && apart && isEachOnce && isByTicket && published > terms.closes
}

const WORDS = 4_294_967_296n

/** The crowd's rows are those that the seed of the last day of applications gives. */
function isCrowd(file: CheckedFile): boolean {
  const { terms, rows } = file
  const { seed } = file.crowd
  const own = customersIn(file)
  const invented = rows.slice(own)
  if (!terms.crowd) return seed === null && invented.length === 0
  if (!seed || seed.day !== dayOfTime(terms.closes)) return false
  if (!isDaySeed(terms.seeds.firstDay, terms.seeds.end, seed.day, seed.hex)) return false
  const key = sha256(concatBytes(utf8ToBytes(`lonja crowd 1 ${terms.offer}`), hexToBytes(seed.hex)))
  const word = (n: number): bigint =>
    BigInt(`0x${bytesToHex(sha256(concatBytes(key, bigEndian(n, 8))).subarray(0, 4))}`)
  const target = (terms.lots * (60n + (341n * word(0)) / WORDS)) / 100n
  const last = rows[own - 1]?.ticket ?? 0
  let sum = 0n
  for (const [n, { ticket, lots }] of invented.entries()) {
    const w = word(n + 1)
    const size = 1n + (terms.most * w * w) / (WORDS * WORDS)
    const room = target - sum
    if (ticket !== last + 1 + n || lots !== (size > room ? room : size)) return false
    sum += lots
  }
  return sum === target
}

const leaf = (text: string): Uint8Array => sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(text)))

const leafOf = ({ ticket, lots, mark }: CheckedRow): Uint8Array => leaf(`${ticket} ${lots} ${mark}`)

/** All leaves: that of the terms, and those of the rows. */
const leavesOf = (file: CheckedFile): Uint8Array[] => [leaf(`terms ${termsHashOf(file)}`), ...file.rows.map(leafOf)]

/** The levels of the tree from its leaves to its root: two hashes make one, a last one without a neighbour goes up as it is. */
function levelsOver(leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level
    level = Array.from({ length: Math.ceil(below.length / 2) }, (_, n) => {
      const [left, right] = [below[2 * n]!, below[2 * n + 1]]
      return right ? sha256(concatBytes(Uint8Array.of(1), left, right)) : left
    })
  }
  return levels
}

const rootFrom = (leaves: readonly Uint8Array[]): string => bytesToHex(levelsOver(leaves).at(-1)![0]!)

function isRoot(file: CheckedFile): boolean {
  const { customers, applications } = file
  const leaves = leavesOf(file)
  return rootFrom(leaves) === applications.root && rootFrom(leaves.slice(0, customersIn(file) + 1)) === customers.root
}

function isBeacon({ terms, beacon, published, randomness }: CheckedFile, chain: CheckedChain): boolean {
  if ('day' in beacon) {
    const { firstDay, end } = terms.seeds
    const isItsDay = terms.beacon === null && beacon.day === daySeedDay(published)
    return isItsDay && randomness === beacon.hex && isDaySeed(firstDay, end, beacon.day, beacon.hex)
  }
  return (
    terms.beacon !== null &&
    terms.beacon.chain === chainHashOf(chain) &&
    beacon.round === countedRound(chain, terms.beacon.round, published) &&
    randomness === bytesToHex(sha256(hexToBytes(beacon.signature))) &&
    isRoundSigned(chain, beacon.round, beacon.signature)
  )
}

const isSeed = ({ terms, applications, randomness, seed }: CheckedFile): boolean =>
  bytesToHex(sha256(concatBytes(hexToBytes(applications.root), utf8ToBytes(terms.offer), hexToBytes(randomness)))) ===
  seed

/** The number that orders a ticket. */
const rankOf = (seed: Uint8Array, { ticket }: CheckedRow): string =>
  bytesToHex(sha256(concatBytes(seed, bigEndian(ticket, 8))))

function isOrder({ seed, rows }: CheckedFile): boolean {
  const start = hexToBytes(seed)
  const byPlace = rows.toSorted((a, b) => a.place - b.place)
  let before = ''
  return byPlace.every((row, n) => {
    const rank = rankOf(start, row)
    const follows = row.place === n + 1 && before < rank
    before = rank
    return follows
  })
}

function isAllotment({ terms, rows, allotted, unsold }: CheckedFile): boolean {
  const [offered, tickets] = [terms.lots, BigInt(rows.length)]
  const demand = rows.reduce((sum, { lots }) => sum + lots, 0n)
  const total = rows.reduce((sum, { won }) => sum + won, 0n)
  if (total !== allotted || offered - total !== unsold) return false
  if (demand <= offered) return rows.every(({ lots, won }) => won === lots)
  if (offered <= tickets) return rows.every(({ place, won }) => won === (BigInt(place) <= offered ? 1n : 0n))
  const floorOf = ({ lots }: CheckedRow): bigint => 1n + ((lots - 1n) * (offered - tickets)) / (demand - tickets)
  let spare = rows.reduce((rest, row) => rest - floorOf(row), offered)
  return rows
    .toSorted((a, b) => a.place - b.place)
    .every((row) => {
      const getsOne = spare > 0n && floorOf(row) < row.lots
      if (getsOne) spare -= 1n
      return row.won === floorOf(row) + (getsOne ? 1n : 0n)
    })
}
