import * as z from 'zod/mini'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { isSigned, roundAfter, type DrandChain } from '@lonja/core/ipo/beacon.rules'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { fetchOutside, type OutsideOptions } from '../base/outside.ts'

/** The relays of a drand chain: hosts that hand out its rounds. None of them is trusted, since the chain signs its rounds. */
export interface Relays {
  readonly chain: DrandChain
  readonly addresses: readonly string[]
  /** For tests only: allows the test's own servers, and changes limits. */
  readonly outside?: Partial<Pick<OutsideOptions, 'alsoAllow' | 'withinMs'>>
}

/** The answer of the relays: the signature of the round from the first that has it, and the fault of each other. */
export interface RoundAnswer {
  readonly signature: Uint8Array | null
  readonly faults: readonly { readonly relay: string; readonly fault: string }[]
}

const Answer = z.object({
  round: z.int(),
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})

const WITHIN_MS = 10 * SECOND
const MOST_BYTES = 10_000
const TYPES = /^\s*application\/json\s*(;|$)/i

/** Asks all relays at once for a round. A signature of the chain's group counts, whichever relay it comes from. */
export async function fetchRound(relays: Relays, round: number): Promise<RoundAnswer> {
  const answers = await Promise.all(relays.addresses.map((relay) => askRelay(relays, relay, round)))
  const signatures = answers.flatMap((answer) => ('signature' in answer ? answer.signature : []))
  const faults = answers.flatMap((answer, n) =>
    'fault' in answer ? { relay: relays.addresses[n] ?? '', fault: answer.fault } : [],
  )
  return { signature: signatures[0] ?? null, faults }
}

async function askRelay(
  { chain, outside }: Relays,
  relay: string,
  round: number,
): Promise<{ readonly signature: Uint8Array } | { readonly fault: string }> {
  const address = `${relay}/${chain.hash}/public/${round}`
  const request = { types: TYPES, accept: 'application/json', use: 'beacon of a draw', mostBytes: MOST_BYTES }
  const result = await fetchOutside(address, { ...request, withinMs: WITHIN_MS, ...outside })
  if (result.kind === 'fault') return { fault: result.fault }
  const answer = result.kind === 'text' ? answerIn(result.text) : null
  if (!answer) return { fault: 'it answers with no round of drand' }
  if (answer.round !== round) return { fault: `it answers with round ${answer.round}` }
  const signature = Buffer.from(answer.signature, 'hex')
  return isSigned(chain, round, signature) ? { signature } : { fault: 'its signature is not that of the chain' }
}

/** The last answer of a relay to this server. */
export interface RelayState {
  readonly relay: string
  /** Null until it was asked. */
  readonly at: Instant | null
  /** Null if it gave the round. */
  readonly fault: string | null
}

/** The relays of an open house: each question updates what is known of them. */
export interface OpenRelays {
  readonly chain: DrandChain
  readonly addresses: readonly string[]
  readonly fetchRound: (round: number) => Promise<RoundAnswer>
  readonly states: () => RelayState[]
}

export function openRelays(relays: Relays, clock: Pick<Clock, 'now'>): OpenRelays {
  const { chain, addresses } = relays
  let states = addresses.map((relay): RelayState => ({ relay, at: null, fault: null }))
  return {
    chain,
    addresses,
    fetchRound: async (round) => {
      const answer = await fetchRound(relays, round)
      const at = clock.now()
      states = addresses.map((relay) => ({
        relay,
        at,
        fault: answer.faults.find((one) => one.relay === relay)?.fault ?? null,
      }))
      return answer
    },
    states: () => states,
  }
}

/** A relay that has no round of so long ago lags. */
const LAG_MOST_MS = MINUTE

/**
 * Asks the relays once when the house starts, for a round that came out a minute ago, and logs each that does not give it. The start
 * does not wait for it, and a draw asks again. Without relays nothing is asked.
 */
export async function askRelaysAtStart(
  relays: OpenRelays,
  clock: Pick<Clock, 'now'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const { chain, addresses } = relays
  if (addresses.length === 0) return
  const round = roundAfter(chain, clock.now() - LAG_MOST_MS) - 1
  const { signature, faults } = await relays.fetchRound(round)
  for (const { relay, fault } of faults) log.warn({ relay, round, fault }, 'a relay of drand gives no round')
  if (signature) log.info({ relays: addresses, round, chain: chain.hash }, 'the rounds of drand can be reached')
}

function answerIn(text: string): z.output<typeof Answer> | null {
  try {
    return z.safeParse(Answer, JSON.parse(text)).data ?? null
  } catch {
    return null // It is no JSON.
  }
}
