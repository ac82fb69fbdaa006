import { setTimeout as sleep } from 'node:timers/promises'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { readInstrument } from '@lonja/core/market/market.contract'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { ask, newId } from '../client.ts'
import { askAgain, send, type Client } from './kill.ts'
import type { Customer, ServerRequest, Several } from './several.ts'

/** Customers at all servers: a third of their orders at the market, the others with limits just under the ask. */
export interface Placing {
  /** Resolves once every request under way is answered, or its connection has ended. */
  readonly stop: () => Promise<void>
  /** The number of requests of this round that a server has accepted. */
  readonly acceptedAt: (server: number) => number
  /** The number of requests that have no answer. */
  readonly unknown: () => number
}

const PAUSE_MS = 100
/** A phone without an answer makes so many requests at the next server before it tries its own again. */
const AWAY_REQUESTS = 10
const FAR_UNDER = 2_000n
/** More would only hold cash: each waits for an ask within a tenth of a per cent. */
const RESTING_MOST = 8

/** Lets every customer place and cancel orders until it is stopped. */
export function startPlacing(several: Several): Placing {
  const first = several.log.length
  const stop = { now: false }
  const work = Promise.all(several.customers.map((customer) => keepPlacing(several, customer, stop)))
  const countOf = (is: (request: ServerRequest) => boolean): number => several.log.slice(first).filter(is).length
  return {
    stop: async () => {
      stop.now = true
      await work
    },
    acceptedAt: (server) => countOf(({ at, outcome }) => at === server && outcome === 'accepted'),
    unknown: () => countOf(({ outcome }) => outcome === 'unknown'),
  }
}

async function keepPlacing(several: Several, customer: Customer, stop: { readonly now: boolean }): Promise<void> {
  const { servers, listings, log } = several
  let away = 0
  // Its first order waits far under the market until the end of the drill, so that no server in trouble is without one.
  for (let count = 0; !stop.now; count += 1) {
    const at = (customer.home + (away > 0 ? 1 : 0)) % servers.length
    const listing = listings[count % listings.length] ?? 'XMAD:NONE'
    const url = servers[at]?.url ?? ''
    const under = count === 0 ? FAR_UNDER : BigInt(count % 10)
    const limit = count > 0 && count % 3 === 0 ? null : await limitUnder(url, listing, under)
    const old = count > 0 && customer.resting.length > RESTING_MOST ? customer.resting.shift() : undefined
    const ticket: Ticket = { id: newId(), listing, side: 'buy', shares: wholeShares(1n), limit, timeInForce: 'gtc' }
    const request: ServerRequest = {
      client: customer,
      ticket: old ?? ticket,
      kind: old ? 'cancel' : 'place',
      outcome: 'in flight',
      at,
    }
    log.push(request)
    await send(url, request)
    if (!old && count > 0 && limit !== null && request.outcome === 'accepted') customer.resting.push(ticket)
    away = request.outcome === 'unknown' && away === 0 ? AWAY_REQUESTS : Math.max(0, away - 1)
    await sleep(PAUSE_MS)
  }
}

/**
 * A customer without a server of their own places orders of one listing at all servers in turn, some of which wait. So each
 * server claims the open ones from the one before it.
 */
export async function placeInTurn(several: Several, client: Client, orders: number): Promise<readonly ServerRequest[]> {
  const { servers, listings, log } = several
  const [listing = 'XMAD:NONE'] = listings
  const placings: ServerRequest[] = []
  for (let count = 0; count < orders; count += 1) {
    const at = count % servers.length
    const url = servers[at]?.url ?? ''
    const limit = await limitUnder(url, listing, BigInt(count % 5))
    const ticket: Ticket = { id: newId(), listing, side: 'buy', shares: wholeShares(1n), limit, timeInForce: 'gtc' }
    const request: ServerRequest = { client, ticket, kind: 'place', outcome: 'in flight', at }
    log.push(request)
    placings.push(request)
    await send(url, request)
    await sleep(PAUSE_MS)
  }
  return placings
}

/** A limit so many ten-thousandths under the ask: a few may be met within seconds. Null without an answer. */
async function limitUnder(url: string, listing: Ticket['listing'], under: bigint): Promise<Ticket['limit']> {
  const answer = await ask(url, readInstrument, { listing }).catch(() => null)
  const ask4 = answer?.data?.quote?.ask
  return ask4 === undefined ? null : priceE4(ask4 - (ask4 * under) / 10_000n)
}

/** Repeats the unanswered requests with the same ids at the first server. */
export const askAllAgain = ({ servers, log }: Several): Promise<void> => askAgain(servers[0]?.url ?? '', log)
