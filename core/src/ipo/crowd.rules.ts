import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Day, Instant } from '../base/instant.ts'
import { atOnce, type Steps } from '../base/steps.ts'
import { DAY_MS, dayOf } from '../calendar/days.ts'
import { CROWD_RULE, wholeLots, type Lots, type Terms } from './terms.text.ts'

/*
 * The practice crowd: invented applicants. Anybody can compute them from the terms of the offer and the seed of the day on
 * which applications ended, which is public once that day is over. They have no money and no shares.
 */

/** The day (UTC) whose seed gives the crowd: it is over in every venue only after the last application. */
export const crowdDayFor = ({ closes }: { readonly closes: Instant }): Day => dayOf(Math.floor(closes / DAY_MS))

/** The crowd asks for so much of the offered lots, in per cent. */
export const CROWD_PERCENT = { least: 60n, most: 400n } as const

const WORDS = 1n << 32n

/** The terms that the crowd depends on. */
type CrowdTerms = Pick<Terms, 'offer' | 'lots' | 'most'>

const keyFor = ({ offer }: Pick<Terms, 'offer'>, seed: Uint8Array): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`lonja crowd ${CROWD_RULE} ${offer}`), seed))

/** The lots that the whole crowd asks for. */
export const crowdLotsFor = (terms: CrowdTerms, seed: Uint8Array): Lots => demandFrom(keyFor(terms, seed), terms)

function demandFrom(key: Uint8Array, { lots }: CrowdTerms): Lots {
  const { least, most } = CROWD_PERCENT
  const percent = least + (wordAt(key, 0) * (most - least + 1n)) / WORDS
  return wholeLots((lots * percent) / 100n)
}

/** The lots that each of the crowd asks for, in the order of their tickets. */
export const crowdFor = (terms: CrowdTerms, seed: Uint8Array): Lots[] => atOnce(crowdSteps(terms, seed))

/** The same in steps. */
export function* crowdSteps(terms: CrowdTerms, seed: Uint8Array): Steps<Lots[]> {
  const key = keyFor(terms, seed)
  const crowd: Lots[] = []
  for (let rest: bigint = demandFrom(key, terms), n = 1; rest > 0n; n++) {
    const size = sizeFrom(wordAt(key, n), terms.most)
    const lots = size < rest ? size : wholeLots(rest)
    crowd.push(lots)
    rest -= lots
    yield
  }
  return crowd
}

/** Small applications are more frequent than large ones: the square of an even number between 0 and 1. */
const sizeFrom = (word: bigint, most: Lots): Lots => wholeLots(1n + (most * word * word) / (WORDS * WORDS))

/** Thirty-two even bits at a place. */
function wordAt(key: Uint8Array, place: number): bigint {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(place))
  const hash = sha256(concatBytes(key, bytes))
  return BigInt(new DataView(hash.buffer, hash.byteOffset).getUint32(0))
}
