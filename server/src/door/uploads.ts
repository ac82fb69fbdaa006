import type { IncomingMessage } from 'node:http'
import { assert } from '@lonja/core/base/assert'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { NOT_SIGNED_IN, type CallRequest, type House } from './serve.ts'

/** Limits on arriving pictures: how many at once, and a least speed, so that a slow sender does not occupy a place. */
export interface UploadLimits {
  readonly atOnce: number
  /** In each span at least `spanBytes` arrive, unless the picture is complete. */
  readonly spanMs: number
  readonly spanBytes: number
  /** The whole picture arrives within this time, at any speed. */
  readonly mostMs: number
}

/** Decides who may send a picture now. Before its first byte is read, the sender is known and has a place. */
export interface Uploads {
  /**
   * A place, which the caller must leave at the end, or a refusal: nobody is signed in, the customer's last picture is
   * still arriving or came too slowly a moment ago, too many come from the address, or all places are taken.
   */
  admit(
    request: CallRequest,
    house: House,
  ): Promise<Place | Refused<'not_signed_in' | 'still_running' | 'unavailable' | 'too_many_uploads'>>
}

export interface Place {
  leave(): void
  /** Ends an upload that came too slowly: its sender must wait before the next one. */
  giveUp(at: Instant): void
}

/** The wait of a customer whose picture came too slowly: the retry time of a 429. */
const REST_MS = 30 * SECOND

/** One place for each customer, at most half of all places for each address, and `most` places in all. */
export function uploadsFor(most: number): Uploads {
  const under = new Map<string, string>()
  const resting = new Map<string, Instant>()
  return {
    admit: async ({ call, token, now, ip }, { db, sessions }) => {
      assert(call.caller === 'customer', 'a picture is sent by a customer')
      const asker = token && (await db.read((tx) => sessions.find(tx, token, now)))
      if (!asker) return NOT_SIGNED_IN
      const { customer } = asker
      for (const [who, until] of resting) if (until <= now) resting.delete(who)
      if (under.has(customer)) return refuse('still_running')
      if (resting.has(customer)) return refuse('too_many_uploads')
      if (under.size >= most) return refuse('unavailable')
      if ([...under.values()].filter((address) => address === ip).length >= most / 2) return refuse('too_many_uploads')
      under.set(customer, ip)
      return {
        leave: () => void under.delete(customer),
        giveUp: (at) => void resting.set(customer, at + REST_MS),
      }
    },
  }
}

/**
 * The bytes of a whole body. `too_large` or `too_slow` as soon as the body is either; `gone` if the sender disconnects
 * before the end.
 */
export function bytesOf(
  request: IncomingMessage,
  most: number,
  limits: UploadLimits,
): Promise<Buffer | 'too_large' | 'too_slow' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve('too_large')
  // A request that ended before this point emits no further events.
  if (request.destroyed) return Promise.resolve('gone')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = (why: 'too_large' | 'too_slow'): void => {
      request.off('data', take)
      chunks.length = 0
      resolve(why)
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length > most) return stop('too_large')
      chunks.push(chunk)
    }
    request.on('data', take)
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
    watch(request, limits, { length: () => length, tooSlow: () => stop('too_slow') })
  })
}

/** Checks at the end of each span whether enough bytes have come. Stops with the request. */
function watch(
  request: IncomingMessage,
  { spanMs, spanBytes, mostMs }: UploadLimits,
  { length, tooSlow }: { length(): number; tooSlow(): void },
): void {
  let before = 0
  const pace = setInterval(() => {
    if (length() - before < spanBytes) tooSlow()
    before = length()
  }, spanMs)
  const end = setTimeout(tooSlow, mostMs)
  const over = (): void => {
    clearInterval(pace)
    clearTimeout(end)
  }
  request.on('end', over)
  request.on('close', over)
}
