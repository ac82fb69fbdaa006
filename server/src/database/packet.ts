/**
 * The bytes of one write to the database, built in a buffer that is reused: numbers in network order, ids as 16 bytes,
 * texts and values after their length. One packet at a time; no code may wait between its begin and its end.
 */

let bytes = Buffer.allocUnsafeSlow(256 * 1024)
let view = new DataView(bytes.buffer)
let at = 0

export function beginPacket(): void {
  at = 0
}

/** A copy of the packet, since the socket may hold it while the next packet is built. */
export const endPacket = (): Buffer => Buffer.from(bytes.subarray(0, at))

function need(more: number): void {
  if (at + more <= bytes.length) return
  const larger = Buffer.allocUnsafeSlow(2 * (at + more))
  bytes.copy(larger, 0, 0, at)
  bytes = larger
  view = new DataView(larger.buffer)
}

/** The position of the next byte. */
export const place = (): number => at

export function putByte(value: number): void {
  need(1)
  bytes[at++] = value
}

export function putInt16(value: number): void {
  need(2)
  view.setInt16(at, value)
  at += 2
}

export function putInt32(value: number): void {
  need(4)
  view.setInt32(at, value)
  at += 4
}

/** Writes a number into a position that was left for it. */
export function setInt32(where: number, value: number): void {
  view.setInt32(where, value)
}

const HIGH = 4_294_967_296

/** Writes a bigint or a number, such as an amount or an instant. */
export function putInt64(value: bigint | number): void {
  need(8)
  if (typeof value === 'bigint') view.setBigInt64(at, value)
  else {
    view.setInt32(at, Math.floor(value / HIGH))
    view.setUint32(at + 4, value >>> 0)
  }
  at += 8
}

const NIBBLES = new Uint8Array(256)
for (let value = 0; value < 16; value++) {
  NIBBLES[value.toString(16).charCodeAt(0)] = value
  NIBBLES[value.toString(16).toUpperCase().charCodeAt(0)] = value
}
/** The position of each byte in an id's text; the dashes are skipped. */
const PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const

export function putUuid(id: string): void {
  need(16)
  for (let n = 0; n < 16; n++) {
    const pair = PAIRS[n] as number
    bytes[at + n] = ((NIBBLES[id.charCodeAt(pair)] as number) << 4) | (NIBBLES[id.charCodeAt(pair + 1)] as number)
  }
  at += 16
}

/** Copies bytes that were written before: neighbouring rows often share an id. */
export function putAgain(where: number, length: number): void {
  need(length)
  for (let n = 0; n < length; n++) bytes[at + n] = bytes[where + n] as number
  at += length
}

export function putBytes(value: Buffer): void {
  need(value.length)
  bytes.set(value, at)
  at += value.length
}

const SHORT = 40

/** Writes the UTF-8 bytes of a text. Their number may exceed the number of letters. */
export function putText(text: string): void {
  const { length } = text
  need(3 * length)
  if (length > SHORT || !putPlain(text, length)) at += bytes.write(text, at)
}

/** Writes a short ASCII text here, because a call into Node costs more. Returns false for any other text. */
function putPlain(text: string, length: number): boolean {
  for (let n = 0; n < length; n++) {
    const code = text.charCodeAt(n)
    if (code > 127) return false
    bytes[at + n] = code
  }
  at += length
  return true
}

/** Writes a text with a zero byte at its end. */
export function putName(text: string): void {
  putText(text)
  putByte(0)
}
