import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { assert } from '@lonja/core/base/assert'
import { CannotOpen } from '../base/cannot.ts'

/*
 * The format of a backup: gzip over a sequence of frames. A frame is a letter, the length of its content in four bytes,
 * and the content. The last frame holds the hash of all frames before it, so a truncated or changed file is detected
 * before it is restored.
 */

/** `H` is the header, `T` the next table, `D` rows of it as COPY writes them, `Z` the end. */
export type Kind = 'H' | 'T' | 'D' | 'Z'

export interface Frame {
  readonly kind: Kind
  readonly content: Buffer
}

const HEAD_BYTES = 5
const CONTENT_MOST = 64 * 1024 * 1024
export const MAGIC = 'lonja-backup'

export function frameOf(kind: Kind, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** Hashes frames as they are written. */
export function hashing() {
  const hash = createHash('sha256')
  return { add: (bytes: Buffer): void => void hash.update(bytes), end: (): string => hash.digest('hex') }
}

const foreign = (file: string): CannotOpen =>
  new CannotOpen(`${file} is not a backup of a house: choose a file that npm run backup made.`)
const damaged = (file: string, cause?: unknown): CannotOpen =>
  new CannotOpen(`${file} is damaged or was cut short: nothing was made of it; take another copy of the backup.`, {
    cause,
  })

/** Yields the frames of a file in order. Throws at the first point where the file is not a backup or is damaged. */
export async function* framesOf(file: string): AsyncGenerator<Frame> {
  const hash = hashing()
  let waiting = Buffer.alloc(0)
  let isFirst = true
  let isOver = false
  try {
    const packed = createGunzip()
    // Errors of reading and unpacking are thrown by the loop below.
    pipeline(createReadStream(file), packed, () => {})
    for await (const piece of packed) {
      waiting = Buffer.concat([waiting, piece as Buffer])
      for (;;) {
        const frame = findFrame(waiting)
        if (!frame) break
        if (isFirst && frame.kind !== 'H') throw foreign(file)
        if (isOver) throw damaged(file)
        isFirst = false
        const length = HEAD_BYTES + frame.content.length
        if (frame.kind === 'Z') {
          isOver = true
          const { sha256 } = JSON.parse(frame.content.toString('utf8')) as { sha256?: unknown }
          if (sha256 !== hash.end()) throw damaged(file)
        } else hash.add(waiting.subarray(0, length))
        yield frame
        waiting = waiting.subarray(length)
      }
    }
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    const { code = '' } = error as { code?: string }
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new CannotOpen(`${file} cannot be read (${code}): say where the backup is.`, { cause: error })
    }
    if (!code.startsWith('Z_')) throw error
    // A small damaged file may fail before its first frame. Its gzip header shows that it is a backup.
    throw isFirst && (code === 'Z_FRAME' || !(await isPacked(file))) ? foreign(file) : damaged(file, error)
  }
  if (isFirst) throw foreign(file)
  if (!isOver || waiting.length > 0) throw damaged(file)
}

const GZIP = Buffer.from([0x1f, 0x8b])

async function isPacked(file: string): Promise<boolean> {
  for await (const start of createReadStream(file, { end: GZIP.length - 1 })) return GZIP.equals(start as Buffer)
  return false
}

function findFrame(bytes: Buffer): Frame | null {
  if (bytes.length < HEAD_BYTES) return null
  const kind = bytes.toString('latin1', 0, 1)
  const length = bytes.readUInt32BE(1)
  assertKind(kind)
  if (length > CONTENT_MOST || bytes.length < HEAD_BYTES + length) {
    if (length > CONTENT_MOST) throw Object.assign(new Error('a frame is too long'), { code: 'Z_FRAME' })
    return null
  }
  return { kind, content: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length) }
}

function assertKind(kind: string): asserts kind is Kind {
  if (!['H', 'T', 'D', 'Z'].includes(kind)) throw Object.assign(new Error('no such frame'), { code: 'Z_FRAME' })
}

/** Reads a whole file and returns its header. A damaged file is refused before anything is restored from it. */
export async function checkFile(file: string): Promise<Frame> {
  let head: Frame | null = null
  for await (const frame of framesOf(file)) head ??= { ...frame, content: Buffer.from(frame.content) }
  assert(head !== null, 'a file without a frame is refused')
  return head
}
