import type { Duplex } from 'node:stream'
import { assert } from '@lonja/core/base/assert'
import { FOLLOW_MAX } from '@lonja/core/market/stream'
import type { Frames } from './market.frames.ts'

/**
 * The connection under a socket. The stream writes to it four times a second: one piece costs the system less than head
 * and body in two.
 */
export type Pipe = Pick<Duplex, 'write' | 'writableLength'>

/**
 * The longest body whose length fits the first two bytes of a message, and the longest with two more (RFC 6455, section
 * 5.2).
 */
const SHORT_MAX = 125
const MIDDLE_MAX = 65_535
/** The final fragment of a message, with the opcode for binary. */
const LAST_BINARY = 0x82
/** The offset of the body. Its head, of two or four bytes, ends right before it. */
const BODY = 4
/** Space for the largest message. The longest record takes 114 bytes. */
const ROOM = BODY + 16 + FOLLOW_MAX * 120

/**
 * The buffer of the next message, shared by all sockets. A message that the system still reads keeps its old buffer.
 */
let sheet = new Uint8Array(ROOM)
let end = BODY

/** Begins the next message. It is built and sent without waiting in between. */
export function beginMessage({ head }: Frames): void {
  end = BODY
  putRecord(head())
}

/** Adds a record to the message. */
export function putRecord(record: Uint8Array): void {
  sheet.set(record, end)
  end += record.length
}

/** Adds the changes of these slots. Returns false if none of them changed. */
export function putChanges({ changes }: Frames, slots: readonly number[]): boolean {
  const { bytes, from, to } = changes
  const before = end
  for (const slot of slots) {
    const last = to[slot]!
    // For so few bytes a loop is faster than a call that copies.
    for (let at = from[slot]!; at < last; at++) sheet[end++] = bytes[at]!
  }
  return end > before
}

/** Sends one whole binary message, unmasked as a server's are. */
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
  // A message that waits behind others is copied, so that it holds no more memory than its length.
  if (pipe.writableLength > 0) return void pipe.write(Buffer.from(message))
  pipe.write(message)
  // The system did not take all of it at once and still reads this buffer.
  if (pipe.writableLength > 0) sheet = new Uint8Array(ROOM)
}
