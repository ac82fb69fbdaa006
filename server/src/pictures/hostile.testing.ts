import { deflateRawSync, deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import sharp from 'sharp'
import { pictureOf } from './pictures.testing.ts'

/** Files that must never be stored as sent, by name. Each holds this mark somewhere, or is no picture at all. */
export const MARK = 'LONJA-HOSTILE-MARK'
const SCRIPT = `<script>alert("${MARK}")</script>`
const mark = Buffer.from(MARK)
const script = Buffer.from(SCRIPT)

/** Node 20 before 20.15 has no crc32 of its own. */
const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
function crc(bytes: Buffer): number {
  if (typeof zlibCrc32 === 'function') return zlibCrc32(bytes)
  let c = 0xffffffff
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 255] as number) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

const SIGN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}
function head(width: number, height: number, depth = 8, colour = 0): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour], 8)
  return chunk('IHDR', data)
}
const end = chunk('IEND', Buffer.alloc(0))
/** A grey PNG whose header may claim any size. */
const png = (width: number, height: number, pixels: Buffer, more: Buffer[] = []): Buffer =>
  Buffer.concat([SIGN, head(width, height), ...more, chunk('IDAT', pixels), end])
const grey = (width: number, height: number): Buffer => deflateSync(Buffer.alloc((width + 1) * height))

/** Inserts a segment into a JPEG, right after its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, data, jpeg.subarray(2)])
}
const webpChunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}
function webpWith(webp: Buffer, more: Buffer): Buffer {
  const all = Buffer.concat([webp, more])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}
/** A ZIP with one stored file. */
function zip(name: string, data: Buffer): Buffer {
  const packed = deflateRawSync(data)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(crc(data), 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), packed, mark])
}
const svg = (inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${inside}</svg>`)
const ftyp = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), mark])
const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] as number) ^ 0xff
  return copy
}
const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 197 + (at >> 3) * 31) & 255))

/** Files of another format, or of none. */
function noPictures(): Record<string, Buffer> {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  return {
    'nothing at all': Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    'a text': Buffer.from(MARK),
    'a page': Buffer.from(`<!doctype html>${SCRIPT}`),
    zeros: Buffer.alloc(4_096),
    noise: noise(50_000),
    'an SVG called a JPEG': svg(SCRIPT),
    'an SVG that reads a file': svg('<image href="file:///etc/passwd"/>'),
    'an SVG that asks elsewhere': svg('<image href="http://169.254.169.254/latest"/>'),
    'an SVG with entities': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${MARK}"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`,
    ),
    'an SVG behind white space': Buffer.concat([Buffer.from('\ufeff \n\n'), svg(SCRIPT)]),
    'an SVG in gzip': Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), deflateRawSync(svg(SCRIPT))]),
    'a GIF': gif,
    'a GIF that is a script': Buffer.from(`GIF89a/*${MARK}*/=1;alert(1)`),
    'a PDF': Buffer.from(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert("${MARK}"))>>>>endobj`),
    'a TIFF': Buffer.concat([Buffer.from('II*\0'), mark]),
    'a large TIFF': Buffer.concat([Buffer.from('MM\0+'), mark]),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60), mark]),
    'a HEIC': ftyp('heic'),
    'an AVIF': ftyp('avif'),
    'a video': ftyp('isom'),
    'a ZIP': zip('a.html', script),
    'a ZIP called a PNG': zip('front.png', script),
    'a program of Linux': Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), mark]),
    'a program of Windows': Buffer.concat([Buffer.from('MZ'), mark]),
    'a script of ImageMagick': Buffer.from(`push graphic-context\nfill 'url(https://x/"|touch ${MARK}")'`),
    'a PostScript': Buffer.from(`%!PS\n(${MARK}) run`),
    'a Photoshop file': Buffer.concat([Buffer.from('8BPS'), mark]),
    'a sound in RIFF': Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), mark]),
    'a JPEG 2000': Buffer.concat([Buffer.from([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]), mark]),
    'an icon': Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), mark]),
    'a picture behind a page': Buffer.concat([script, Buffer.from([0xff, 0xd8, 0xff])]),
  }
}

/** Files that begin as a picture does, but cannot be decoded or exceed a limit. */
async function broken(): Promise<Record<string, Buffer>> {
  const [jpeg, whole, webp] = await Promise.all([pictureOf(), pictureOf({}, 'png'), pictureOf({}, 'webp')])
  const tall = 60_000
  return {
    'the first bytes of a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), mark]),
    'the first bytes of a PNG': Buffer.concat([SIGN, mark]),
    'the first bytes of a WebP': Buffer.concat([Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1'), mark]),
    'a JPEG cut short': jpeg.subarray(0, Math.floor(jpeg.length / 2)),
    'a PNG cut short': whole.subarray(0, Math.floor(whole.length / 2)),
    'a WebP cut short': webp.subarray(0, Math.floor(webp.length / 2)),
    'a PNG whose head was changed': flipped(whole, 20),
    'a PNG whose pixels were changed': flipped(whole, whole.length - 30),
    'a PNG without pixels': Buffer.concat([SIGN, head(400, 300), end]),
    'a PNG of no size': png(0, 0, grey(1, 1)),
    'a PNG of more pixels than there are': png(65_000, 65_000, grey(100, 100)),
    'a PNG that unpacks to gigabytes': png(tall, tall, deflateSync(Buffer.alloc(20_000_000), { level: 9 })),
    'a PNG of negative size': png(0x80000001, 300, grey(300, 300)),
    'a PNG of one pixel': png(1, 1, grey(1, 1)),
    'a strip too thin to see': png(20_000, 2, grey(20_000, 2)),
    'a PNG with fewer rows than it says': png(400, 4_000, grey(400, 10)),
    'a PNG with a wrong method': Buffer.concat([SIGN, head(400, 300, 3, 7), chunk('IDAT', grey(400, 300)), end]),
    'a JPEG with two million restarts': Buffer.concat([
      jpeg.subarray(0, 400),
      Buffer.alloc(400_000, Buffer.from([0xff, 0xd0])),
    ]),
  }
}

/** Pictures that decode, with other content in them. */
async function carrying(): Promise<Record<string, Buffer>> {
  const [jpeg, whole, webp] = await Promise.all([pictureOf(), pictureOf({}, 'png'), pictureOf({}, 'webp')])
  const colours = { width: 400, height: 300, channels: 3 as const, background: '#88aacc' }
  const exif = await sharp({ create: colours })
    .withExif({ IFD0: { ImageDescription: SCRIPT, Artist: MARK }, IFD3: { GPSLatitude: '40/1 25/1 0/1' } })
    .jpeg()
    .toBuffer()
  const zipped = zip('evil.html', script)
  const inner = whole.subarray(8, 33)
  const pnged = (...more: Buffer[]): Buffer => Buffer.concat([SIGN, inner, ...more, whole.subarray(33)])
  return {
    'a JPEG with a script in its EXIF': exif,
    'a JPEG with a comment': withSegment(jpeg, 0xfe, script),
    'a JPEG with XMP': withSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${SCRIPT}</x>`)),
    'a JPEG with IPTC': withSegment(jpeg, 0xed, Buffer.from(`Photoshop 3.0\0${MARK}`)),
    'a JPEG with a colour profile of its own': withSegment(jpeg, 0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${MARK}`)),
    'a JPEG with a ZIP behind it': Buffer.concat([jpeg, zipped]),
    'a JPEG with a page behind it': Buffer.concat([jpeg, script]),
    'a JPEG with a PHP in a comment': withSegment(jpeg, 0xfe, Buffer.from(`<?php system("${MARK}"); ?>`)),
    'a JPEG and a PDF in one': withSegment(jpeg, 0xfe, Buffer.from(`\n%PDF-1.4\n(${MARK})`)),
    'a JPEG and a program in one': Buffer.concat([jpeg, Buffer.from('MZ'), mark]),
    'a JPEG that turns itself': await sharp({ create: colours })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: MARK } })
      .jpeg()
      .toBuffer(),
    'a PNG with a text': pnged(chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))),
    'a PNG with a packed text': pnged(
      chunk('zTXt', Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(2_000_000, MARK))])),
    ),
    'a PNG with EXIF': pnged(chunk('eXIf', Buffer.concat([Buffer.from('II*\0\x08\0\0\0'), script]))),
    'a PNG with a ZIP behind it': Buffer.concat([whole, zipped]),
    'a PNG with an unknown part': pnged(chunk('evIl', script)),
    'a WebP with XMP': webpWith(webp, webpChunk('XMP ', script)),
    'a WebP with a ZIP behind it': Buffer.concat([webp, zipped]),
  }
}

/** More than sixty hostile files, by name. */
export const hostileFiles = async (): Promise<Record<string, Buffer>> => ({
  ...noPictures(),
  ...(await broken()),
  ...(await carrying()),
})
