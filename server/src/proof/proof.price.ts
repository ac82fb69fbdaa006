import * as z from 'zod/mini'
import type { ListingId } from '@lonja/core/base/amount'
import type { Call, InputOf, ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { listCandles, type Quote } from '@lonja/core/market/market.contract'
import { candleDifferences, candleIn, quoteDifferences, type CheckedCandle } from '@lonja/core/proof/price.differences'
import { proofFrom, type PriceCheck, type PriceProof } from '@lonja/core/proof/price.proof'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { CannotOpen } from '../base/cannot.ts'
import type { Db } from '../database/db.ts'
import { findNewestRevealed, findOpening, listChains } from '../market/market.store.ts'
import { listHouseOffered } from '../ipo/house.store.ts'
import { listQuotesUsed } from '../orders/fills.store.ts'

/** A comparison with a computed price: a candle that a house shows, or a quote that filled its orders. */
export interface ComparedPrice {
  readonly what: string
  readonly differs: readonly string[]
}

/** A house whose prices are checked: its published proof, and the prices that it shows. */
export interface CheckedHouse {
  readonly proof: PriceProof
  shown(listing: ListingId, computed: ComputedPrice): Promise<readonly ComparedPrice[]>
}

export type ComputedPrice = Extract<PriceCheck, { result: 'computed' }>

const NO_SEEDS = 'Its prices come from recorded files, not from the practice market: there is no seed to check them by.'

/** A house by its address, with the facts and candles that it publishes to everybody. */
export async function houseAt(address: string): Promise<CheckedHouse> {
  const proof = proofFrom(await askHouse(address, readAbout, {}))
  if (!proof) throw new CannotOpen(NO_SEEDS)
  const candle = async (listing: ListingId, interval: 'minute' | 'day', { at }: CheckedCandle) =>
    candleIn(await askHouse(address, listCandles, { listing, interval, from: at, to: at + 1, limit: 1, form: 'raw' }))
  return {
    proof,
    shown: async (listing, { minute, day }) => [
      { what: 'minute', differs: candleDifferences(minute, await candle(listing, 'minute', minute)) },
      { what: 'day', differs: candleDifferences(day, await candle(listing, 'day', day)) },
    ],
  }
}

const ANSWER_MS = 20_000

/** Asks a house at an address. Throws what a person reads if no house answers there. */
export async function askHouse<C extends Call>(address: string, call: C, input: InputOf<C>): Promise<ReplyOf<C>> {
  const url = addressOf(address, call, input)
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { code, msg, data } = (await answer.json()) as { code: number; msg?: string; data?: unknown }
    if (code !== 1) throw new CannotOpen(`${url.origin} answered: ${String(msg)}.`)
    return z.decode(call.reply, data) as ReplyOf<C>
  } catch (cause) {
    if (cause instanceof CannotOpen) throw cause
    const reason = 'No house of this version answers at'
    throw new CannotOpen(`${reason} ${url.origin}: give its address with --house, such as http://127.0.0.1:3300.`, {
      cause,
    })
  }
}

function addressOf(address: string, call: Call, input: InputOf<Call>): URL {
  try {
    const url = new URL(`api/en${call.path}`, address.endsWith('/') ? address : `${address}/`)
    const wire = z.encode(call.input, input) as Record<string, unknown>
    for (const [name, value] of Object.entries(wire)) url.searchParams.set(name, String(value))
    return url
  } catch (cause) {
    throw new CannotOpen(`--house is "${address}": give an address, such as http://127.0.0.1:3300.`, { cause })
  }
}

/** A house by its database, running or not, with its published proof and the quotes that filled its orders. */
export async function houseIn(db: Db): Promise<CheckedHouse> {
  const proof = await db.read(async (tx): Promise<PriceProof | null> => {
    const opening = await findOpening(tx)
    if (!opening?.practice) return null
    const chains = []
    for (const chain of await listChains(tx)) chains.push({ ...chain, newest: await findNewestRevealed(tx, chain) })
    const houseOffers = (await listHouseOffered(tx)).map(({ number, terms: { listing, lists, price } }) => ({ listing, number, lists, price: Number(price) })) // prettier-ignore
    return { ...opening.practice, hours: opening.hours, chains, houseOffers }
  })
  if (!proof) throw new CannotOpen(NO_SEEDS)
  return {
    proof,
    shown: async (listing, { quote }) => {
      const used = quote ? await db.read((tx) => listQuotesUsed(tx, listing, quote.at)) : []
      return used.map((one) => ({
        what: 'a quote that orders were filled with',
        differs: quoteDifferences(quote, one),
      }))
    },
  }
}

const DOES_NOT_SHOW = [
  'What this does not show: the server knows coming prices, and whoever opened the house could have tried several seeds',
  'before publishing the end of one chain. What it does show: since then no past price was changed.',
]

/** The report of a check, line by line, and the exit code: 0 it agrees, 1 it differs, 2 it cannot be checked. */
export function report(listing: ListingId, at: Instant, check: PriceCheck, shown: readonly ComparedPrice[]) {
  const head = `${listing} at ${textOf(at)}`
  if (check.result !== 'computed') {
    const { sentence, code } = whyNot(check)
    return { lines: [head, `  ${sentence}`], code }
  }
  const { quote, minute, day } = check
  const differing = shown.filter(({ differs }) => differs.length > 0)
  const verdict =
    shown.length === 0
      ? 'Worked out from the revealed seeds; nothing to compare it with: no order was filled on this quote.'
      : differing.length === 0
        ? 'It agrees: this is the price that the revealed seeds give.'
        : `IT DIFFERS in ${differing.map(({ what, differs }) => `${what} (${differs.join(', ')})`).join(', ')}.`
  return {
    lines: [
      head,
      ...(quote ? [`  quote   ${quoteText(quote)}`] : []),
      `  minute  ${candleText(minute)}`,
      `  day     ${candleText(day)}`,
      ...shown.map(({ what, differs }) => `  ${differs.length === 0 ? 'agrees ' : 'DIFFERS'} ${what}`),
      verdict,
      ...DOES_NOT_SHOW,
    ],
    code: differing.length === 0 ? 0 : 1,
  }
}

function whyNot(check: Exclude<PriceCheck, ComputedPrice>): { sentence: string; code: number } {
  switch (check.result) {
    case 'unknown_listing':
      return { sentence: 'is no listing of the practice market: look its code up in the app.', code: 2 }
    case 'other_version':
      return {
        sentence: `runs version ${check.version} of the practice market, which this program does not have.`,
        code: 2,
      }
    case 'earlier_version':
      return { sentence: `was priced by an earlier version: days from ${check.from} on can be checked.`, code: 2 }
    case 'too_early':
      return { sentence: 'is before the first price of this house.', code: 2 }
    case 'not_yet':
      return {
        sentence: `cannot be checked yet: the seed of ${check.day} is revealed when the day is over on every exchange, ${textOf(check.from)}.`,
        code: 2,
      }
    case 'broken_seed':
      return {
        sentence: `IT DIFFERS: the seed revealed for ${check.day} does not lead to the end that was published.`,
        code: 1,
      }
  }
}

const textOf = (at: Instant): string => new Date(at).toISOString()
const priceText = (units: bigint): string => (Number(units) / 10_000).toFixed(units % 100n === 0n ? 2 : 4)
const quoteText = ({ at, bid, ask, bidSize, askSize, last }: Quote): string =>
  `${textOf(at)}  bid ${priceText(bid)} x ${bidSize}  ask ${priceText(ask)} x ${askSize}  last ${priceText(last)}`
const candleText = ({ at, open, high, low, close, volume }: CheckedCandle): string =>
  `${textOf(at)}  open ${priceText(open)}  high ${priceText(high)}  low ${priceText(low)}  close ${priceText(close)}  volume ${volume}`
