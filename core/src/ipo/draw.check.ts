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
import { readDrawFile, type CheckedFile, type CheckedRow } from './drawfile.check.ts'

/*
 * The check of a draw, which anybody can run on its published file: a second implementation, written from docs/DRAW.md,
 * that imports base only.
 */

/**
 * `form`: the text has the form of a draw. `list`: tickets in order, each for no more than the terms allow. `crowd`: the
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

/** Check a published draw: that its list, root, beacon, seed, order and allotment follow from each other. */
export function checkDraw(text: string, chain: CheckedChain = CHECKED_QUICKNET): DrawCheck {
  const file = readDrawFile(text)
  if (!file) return { wrong: ['form'], file: null }
  const holds: Record<DrawStep, boolean> = {
    form: true,
    list: isList(file),
    crowd: isCrowd(file),
    root: isRoot(file),
    beacon: isBeacon(file, chain),
    seed: isSeed(file),
    order: isOrder(file),
    allotment: isAllotment(file),
  }
  return { wrong: DRAW_STEPS.filter((step) => !holds[step]), file }
}

/** The hash of the terms of a draw, which the house has published since the offer opened. */
export const termsHashOf = ({ termsText }: CheckedFile): string => bytesToHex(sha256(utf8ToBytes(termsText)))

/** The row of an application by the mark of its id, which its customer's device made; null if it is not on the list. */
export function rowOfApplication({ rows }: CheckedFile, application: string): CheckedRow | null {
  const own = bytesToHex(sha256(utf8ToBytes(`lonja application ${application}`)))
  return rows.find(({ mark }) => mark === own) ?? null
}

/** The number of customers' rows, which come before those of the crowd. */
const customersIn = ({ rows }: CheckedFile): number => rows.filter(({ mark }) => mark !== 'crowd').length

function isList(file: CheckedFile): boolean {
  const { terms, customers, crowd, applications, rows, published } = file
  const own = customersIn(file)
  const counted = customers.count === own && crowd.count === rows.length - own && applications.count === rows.length
  const apart = rows.slice(own).every(({ mark }) => mark === 'crowd')
  const ordered = rows.every(({ ticket, lots }, n) => ticket > (rows[n - 1]?.ticket ?? 0) && lots <= terms.most)
  return counted && apart && ordered && published > terms.closes
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
    const wanted = 1n + (terms.most * w * w) / (WORDS * WORDS)
    const room = target - sum
    if (ticket !== last + 1 + n || lots !== (wanted > room ? room : wanted)) return false
    sum += lots
  }
  return sum === target
}

const leaf = (text: string): Uint8Array => sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(text)))

/** The root of leaves, level by level: two hashes make one, and a last one without a neighbour goes up as it is. */
function rootFrom(leaves: readonly Uint8Array[]): string {
  let level = leaves
  while (level.length > 1) {
    const pairs = Math.ceil(level.length / 2)
    level = Array.from({ length: pairs }, (_, n) => {
      const [left, right] = [level[2 * n]!, level[2 * n + 1]]
      return right ? sha256(concatBytes(Uint8Array.of(1), left, right)) : left
    })
  }
  return bytesToHex(level[0]!)
}

function isRoot(file: CheckedFile): boolean {
  const { customers, applications, rows } = file
  const leaves = [
    leaf(`terms ${termsHashOf(file)}`),
    ...rows.map(({ ticket, lots, mark }) => leaf(`${ticket} ${lots} ${mark}`)),
  ]
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

function isOrder({ seed, rows }: CheckedFile): boolean {
  const start = hexToBytes(seed)
  const byPlace = rows.toSorted((a, b) => a.place - b.place)
  let before = ''
  return byPlace.every(({ ticket, place }, n) => {
    const rank = bytesToHex(sha256(concatBytes(start, bigEndian(ticket, 8))))
    const follows = place === n + 1 && before < rank
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
  let spare = rows.reduce((left, row) => left - floorOf(row), offered)
  return rows
    .toSorted((a, b) => a.place - b.place)
    .every((row) => {
      const getsOne = spare > 0n && floorOf(row) < row.lots
      if (getsOne) spare -= 1n
      return row.won === floorOf(row) + (getsOne ? 1n : 0n)
    })
}
