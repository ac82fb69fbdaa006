import type { Duplex } from 'node:stream'
import { assert } from '@lonja/core/base/assert'
import { FOLLOW_MAX } from '@lonja/core/market/stream'
import type { Frames } from './market.frames.ts'

/**
 * The connection under a socket, for what is written four times a second: a whole message in one piece costs the system
 * less than the head and the body of it in two.
 */
export type Pipe = Pick<Duplex, 'write' | 'writableLength'>

/** The longest body whose length stands in the first two bytes of a message, and in two more (RFC 6455, section 5.2). */
const SHORT_MAX = 125
const MIDDLE_MAX = 65_535
/** The last piece of a message, and a binary one. */
const LAST_BINARY = 0x82
/** The body begins here; its head, of two or four bytes, stands right before it. */
const BODY = 4
/** The longest record takes 114 bytes. */
const ROOM = BODY + 16 + FOLLOW_MAX * 120

/** What the next message is written into. All sockets share it: what was written is gone, or is left to who still holds it. */
let sheet = new Uint8Array(ROOM)
let end = BODY

/** Begins the next message; nothing waits until it is sent. */
export function beginMessage({ head }: Frames): void {
  end = BODY
  putRecord(head())
}

/** One more record of the message. */
export function putRecord(record: Uint8Array): void {
  sheet.set(record, end)
  end += record.length
}

/** The changes of these slots; false where none of them changed. */
export function putChanges({ changes }: Frames, slots: readonly number[]): boolean {
  const { bytes, from, to } = changes
  const before = end
  for (const slot of slots) {
    const last = to[slot]!
    // So few bytes are copied sooner than a copy of them is asked for.
    for (let at = from[slot]!; at < last; at++) sheet[end++] = bytes[at]!
  }
  return end > before
}

/** Sends the message as a whole binary one, unmasked as a house's are. */
export function sendMessage(pipe: Pipe): void {
  const length = end - BODY
  assert(length <= MIDDLE_MAX && end <= ROOM, 'all that a socket may follow goes in one message')
  const start = length <= SHORT_MAX ? BODY - 2 : BODY - 4
  sheet[start] = LAST_BINARY
  if (length <= SHORT_MAX) sheet[start + 1] = length
  else {
    sheet[start + 1] = 126
    sheet[start + 2] = length >>> 8
    sheet[start + 3] = length & 255
  }
  const message = Buffer.from(sheet.buffer, start, end - start)
  // What has to wait behind other messages is kept in no more room than it takes.
  if (pipe.writableLength > 0) return void pipe.write(Buffer.from(message))
  pipe.write(message)
  // The system did not take all of it at once: it still reads this sheet.
  if (pipe.writableLength > 0) sheet = new Uint8Array(ROOM)
}
