import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Day, Instant } from '../base/instant.ts'
import { atOnce, type Steps } from '../base/steps.ts'
import { isBeaconOf, isSeedOfTerms, randomnessOf, type BeaconValue, type DrandChain } from './beacon.rules.ts'
import { crowdDayFor } from './crowd.rules.ts'
import { allottedOf, drawFor, rowText, type Application, type Draw, type DrawFacts } from './draw.rules.ts'
import { DRAW_RULE, TERMS_LINES, readTerms, termsText, wholeLots, type Lots } from './terms.text.ts'

/* The published file of a draw, as docs/DRAW.md gives it. A second engineer can check it from that page alone. */

const beaconLine = (value: BeaconValue): string =>
  'round' in value
    ? `round ${value.round} ${bytesToHex(value.signature)}`
    : `day ${value.day} ${bytesToHex(value.seed)}`

/** Write the file of a draw: its terms, the facts that it follows from, its results, and a row for each ticket. */
export const drawText = (draw: Draw): string => atOnce(drawTextSteps(draw))

/** The same in steps. */
export function* drawTextSteps({ facts, customersRoot, root, seed, drawn }: Draw): Steps<string> {
  const { terms, customers, crowdSeed, published, beacon } = facts
  const rows: string[] = []
  let allotted = 0n
  for (const row of drawn) {
    const lots = allottedOf(row.allotment)
    allotted += lots
    rows.push(`${rowText(row)} ${row.place} ${lots}`)
    yield
  }
  const head = [
    `lonja draw ${DRAW_RULE}`,
    `customers ${customers.length} ${bytesToHex(customersRoot.hash)}`,
    `crowd ${drawn.length - customers.length} ${crowdSeed ? `${crowdDayFor(terms)} ${bytesToHex(crowdSeed)}` : 'none'}`,
    `root ${drawn.length} ${bytesToHex(root.hash)}`,
    `published ${new Date(published).toISOString()}`,
    beaconLine(beacon),
    `randomness ${bytesToHex(randomnessOf(beacon))}`,
    `seed ${bytesToHex(seed)}`,
    `allotted ${allotted} ${terms.lots - allotted}`,
  ]
  return `${termsText(terms)}${[...head, ...rows].join('\n')}\n`
}

const HEAD_LINES = 9

/** The facts of a file: everything else in it follows from them. Null for a text of another form. */
export function readDrawFacts(text: string): DrawFacts | null {
  const lines = text.split('\n')
  const terms = readTerms(`${lines.slice(0, TERMS_LINES).join('\n')}\n`)
  const head = lines.slice(TERMS_LINES, TERMS_LINES + HEAD_LINES)
  const published = timeIn(head[4] ?? '')
  const beacon = beaconIn(head[5] ?? '')
  if (!terms || published === null || !beacon) return null
  const crowd = CROWD.exec(head[2] ?? '')?.groups
  const customers: Application[] = []
  for (const line of lines.slice(TERMS_LINES + HEAD_LINES)) {
    const row = ROW.exec(line)?.groups
    if (!row) break
    customers.push({ ticket: Number(row['ticket']), lots: lotsIn(row['lots']), mark: row['mark'] ?? null })
  }
  return { terms, customers, crowdSeed: crowd ? hexToBytes(crowd['seed'] ?? '') : null, published, beacon }
}

const CROWD = /^crowd \d+ \d{4}-\d\d-\d\d (?<seed>[0-9a-f]{64})$/
const ROUND = /^round (?<round>[1-9][0-9]{0,14}) (?<signature>[0-9a-f]{96})$/
const DAY = /^day (?<day>\d{4}-\d\d-\d\d) (?<seed>[0-9a-f]{64})$/
/** A row of a customer; those of the crowd follow from its seed. */
const ROW = /^(?<ticket>[1-9][0-9]{0,14}) (?<lots>[1-9][0-9]{0,11}) (?<mark>[0-9a-f]{64}) /
const PUBLISHED = /^published (?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

const lotsIn = (text = ''): Lots => wholeLots(BigInt(text))

function timeIn(line: string): Instant | null {
  const at = Date.parse(PUBLISHED.exec(line)?.groups?.['time'] ?? '')
  return Number.isNaN(at) ? null : at
}

function beaconIn(line: string): BeaconValue | null {
  const round = ROUND.exec(line)?.groups
  if (round) return { round: Number(round['round']), signature: hexToBytes(round['signature'] ?? '') }
  const day = DAY.exec(line)?.groups
  return day ? { day: day['day'] as Day, seed: hexToBytes(day['seed'] ?? '') } : null
}

/** The tickets come in their order, no application stands twice, and each asks for no more than the terms allow. */
const isList = ({ terms, customers }: DrawFacts): boolean =>
  new Set(customers.map(({ mark }) => mark)).size === customers.length &&
  customers.every(({ ticket, lots }, n) => ticket > (customers[n - 1]?.ticket ?? 0) && lots <= terms.most)

/**
 * Whether facts are those of a draw: a list by the terms, the seed of the day that gives the crowd, a root published after
 * the last application and after the crowd's day, and the beacon that counts.
 */
export function isFair(chain: DrandChain, facts: DrawFacts): boolean {
  const { terms, crowdSeed, published, beacon } = facts
  if (!isList(facts) || published <= terms.closes || terms.crowd !== (crowdSeed !== null)) return false
  if (crowdSeed && !isSeedOfTerms(terms, crowdDayFor(terms), crowdSeed)) return false
  return isBeaconOf(chain, terms, published, beacon)
}

/** True if a file is the one that its own facts give, byte for byte. */
export function isDrawnAgain(chain: DrandChain, text: string): boolean {
  const facts = readDrawFacts(text)
  return facts !== null && isFair(chain, facts) && drawText(drawFor(facts)) === text
}
