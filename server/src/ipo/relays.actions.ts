import * as z from 'zod/mini'
import { SECOND } from '@lonja/core/base/instant'
import { isSigned, type DrandChain } from '@lonja/core/ipo/beacon.rules'
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

function answerIn(text: string): z.output<typeof Answer> | null {
  try {
    return z.safeParse(Answer, JSON.parse(text)).data ?? null
  } catch {
    return null // It is no JSON.
  }
}
