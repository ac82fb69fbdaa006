import type { IncomingMessage } from 'node:http'
import { assert } from '@lonja/core/base/assert'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { NOT_SIGNED_IN, type Asked, type House } from './serve.ts'

/** Who may send a picture now. Before the first byte of it is read, its sender is known and has a place. */
export interface Uploads {
  /** A place, to be left when it is over; or why there is none: nobody is signed in, the customer's last one is under way, all places are taken. */
  admit(
    asked: Asked,
    house: House,
  ): Promise<{ leave(): void } | Refused<'not_signed_in' | 'still_running' | 'unavailable'>>
}

/** One place for each customer, and so many in all. */
export function uploadsFor(most: number): Uploads {
  const under = new Set<string>()
  return {
    admit: async ({ call, token, now }, { db, sessions }) => {
      assert(call.caller === 'customer', 'a picture is sent by a customer')
      const asker = token && (await db.read((tx) => sessions.find(tx, token, now)))
      if (!asker) return NOT_SIGNED_IN
      const { customer } = asker
      if (under.has(customer)) return refuse('still_running')
      if (under.size >= most) return refuse('unavailable')
      under.add(customer)
      return { leave: () => void under.delete(customer) }
    },
  }
}

/** The bytes of a body, once all are there; `too_large` as soon as they are too many, `gone` where the sender hangs up before the end. */
export function bytesOf(request: IncomingMessage, most: number): Promise<Buffer | 'too_large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve('too_large')
  // Whoever hung up while their place was looked for is heard of no more.
  if (request.destroyed) return Promise.resolve('gone')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > most) {
        chunks.length = 0
        return resolve('too_large')
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
