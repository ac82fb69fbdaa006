import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { assert } from '@lonja/core/base/assert'
import { SECOND } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { KEPT_SIDE_MOST, checkPicture, checkSize } from '@lonja/core/pictures/pictures.rules'
import { outage } from '../database/db.ts'

/** A picture that the house drew from the pixels of the one that was sent: a JPEG without any other data. */
export interface RedrawnPicture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** A pattern to lay over a picture: rows of four bytes a pixel. */
export interface Overlay {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

export interface Limits {
  /** The most time for one picture; after it the painter process is ended. */
  readonly withinMs: number
}
/** Far more than any picture needs, also on a busy machine, and less than a call may take. */
const LIMITS: Limits = { withinMs: 15 * SECOND }

/**
 * The painter, in a process of its own: a file that crashes or overloads a decoder ends only that process. It can load
 * only three formats, from memory, and knows no files, no addresses and no settings of the house.
 */
const PAINTER = `
const sharp = require(process.argv[1])
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
const input = { failOn: 'error', limitInputPixels: false, animated: false, pages: 1 }
const acts = {
  size: async ({ bytes }) => {
    const { format, width, height } = await sharp(bytes, input).metadata()
    return { format, width, height }
  },
  redraw: async ({ bytes, side }) => {
    const { data, info } = await sharp(bytes, input)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  },
  lay: async ({ bytes, overlay, turn }) => {
    const raw = { raw: { width: overlay.width, height: overlay.height, channels: 4 } }
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const turned = await sharp(overlay.pixels, raw).rotate(turn, { background: clear }).raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = turned.info
    const tile = { input: turned.data, raw: { width, height, channels }, tile: true }
    const { data, info } = await sharp(bytes, input).composite([tile]).jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  },
}
const buffers = (asked) => ({
  ...asked,
  bytes: Buffer.from(asked.bytes),
  ...(asked.overlay ? { overlay: { ...asked.overlay, pixels: Buffer.from(asked.overlay.pixels) } } : {}),
})
process.on('disconnect', () => process.exit())
process.on('message', (asked) => {
  acts[asked.act](buffers(asked)).then((done) => process.send({ done }), () => process.send({ done: null }))
})
`

type CallRequest =
  | { readonly act: 'size'; readonly bytes: Buffer }
  | { readonly act: 'redraw'; readonly bytes: Buffer; readonly side: number }
  | { readonly act: 'lay'; readonly bytes: Buffer; readonly overlay: Overlay; readonly turn: number }

interface Size {
  readonly format: string
  readonly width: number
  readonly height: number
}

const library = createRequire(import.meta.url).resolve('sharp')

/** The environment of a painter. Nothing of the house's own environment is passed on. */
const SURROUNDINGS = {
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  // A painter draws no text, so fontconfig must not search for fonts.
  FONTCONFIG_PATH: '/nowhere',
}

/**
 * Two painters work at once, 24 more pictures wait in a queue, and further ones fail. An idle painter ends after
 * `REST_MS`.
 */
const PAINTERS_MOST = 2
const WAITING_MOST = 24
const REST_MS = 30 * SECOND

const resting: ChildProcess[] = []
const ends = new WeakMap<ChildProcess, NodeJS.Timeout>()
let working = 0
const line: (() => void)[] = []

async function place(): Promise<void> {
  if (working >= PAINTERS_MOST) {
    if (line.length >= WAITING_MOST) throw outage('More pictures are waiting to be drawn than there is room for.')
    return new Promise((resolve) => line.push(resolve))
  }
  working += 1
}

/** Hands the place to the next in the queue. */
function leave(): void {
  const next = line.shift()
  if (next) next()
  else working -= 1
}

function painter(): ChildProcess {
  for (let rested = resting.pop(); rested; rested = resting.pop()) {
    clearTimeout(ends.get(rested))
    // The process ended while it was idle. The picture is not to blame, so the next painter is tried.
    if (!rested.connected) continue
    rested.ref()
    rested.channel?.ref()
    return rested
  }
  return spawn(process.execPath, ['--max-old-space-size=256', '-e', PAINTER, library], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: SURROUNDINGS,
  })
}

/** Keeps an idle painter for a while, then ends it. It does not keep the house's process alive. */
function rest(child: ChildProcess): void {
  if (!child.connected) return
  child.unref()
  child.channel?.unref()
  const end = setTimeout(() => {
    resting.splice(resting.indexOf(child), 1)
    child.kill('SIGKILL')
  }, REST_MS)
  end.unref()
  ends.set(child, end)
  resting.push(child)
}

/** The painter's answer; null if it failed, took too long, or ended while drawing. */
async function painted<Done>(request: CallRequest, { withinMs }: Limits): Promise<Done | null> {
  await place()
  try {
    const child = painter()
    child.on('error', () => {})
    // The machine is out of memory or processes: an outage, so the caller may retry.
    if (child.pid === undefined) throw outage('No painter could be started.')
    return await new Promise<Done | null>((resolve) => {
      const done = (answer: Done | null): void => {
        clearTimeout(late)
        child.removeAllListeners()
        child.on('error', () => {}) // Later errors of a process that is being ended do not matter.
        resolve(answer)
      }
      const late = setTimeout(() => {
        done(null)
        child.kill('SIGKILL')
      }, withinMs)
      child.once('message', (message: { done: Done | null }) => {
        done(message.done)
        rest(child)
      })
      child.once('exit', () => done(null))
      child.once('error', () => done(null))
      child.send(request)
    })
  } finally {
    leave()
  }
}

export type RedrawRefusal =
  'picture_empty' | 'picture_not_taken' | 'picture_unreadable' | 'picture_too_many_pixels' | 'picture_too_small'

/** Redraws a picture from its pixels alone: upright, of a bounded size, on white. */
export async function redraw(sent: Buffer, limits = LIMITS): Promise<RedrawnPicture | Refused<RedrawRefusal>> {
  const checked = checkPicture(sent)
  if ('refused' in checked) return checked
  const size = await painted<Size>({ act: 'size', bytes: sent }, limits)
  if (!size || size.format !== checked.form) return refuse('picture_unreadable')
  const wrong = checkSize(size.width, size.height)
  if (wrong) return wrong
  const drawn = await painted<RedrawnPicture>({ act: 'redraw', bytes: sent, side: KEPT_SIDE_MOST }, limits)
  return drawn ? asBuffer(drawn) : refuse('picture_unreadable')
}

/** Lays a pattern over one of the house's own pictures, turned by `turn` degrees. */
export async function overlayPattern(bytes: Buffer, overlay: Overlay, turn: number): Promise<RedrawnPicture> {
  const drawn = await painted<RedrawnPicture>({ act: 'lay', bytes, overlay, turn }, LIMITS)
  assert(drawn !== null, 'a picture that the house drew can be drawn on')
  return asBuffer(drawn)
}

/** The bytes arrive from the process as a Uint8Array, not a Buffer. */
const asBuffer = ({ bytes, width, height }: RedrawnPicture): RedrawnPicture => ({
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  width,
  height,
})
