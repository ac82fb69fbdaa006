import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { CannotOpen } from '../base/cannot.ts'
import { isOwnMachine } from '../base/own-machine.ts'
import { escaped } from './escaped.ts'
import { acceptedEncoding } from './packed.ts'

/** Allows only the house's own files, nothing inline, and no frame around a page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** A browser applies this header only at a trusted address, and warns in its console at any other. */
const OPENER = { 'cross-origin-opener-policy': 'same-origin' }

/** The headers of a page for the address that was requested. */
export const pageHeaders = ({ protocol, hostname }: Pick<FastifyRequest, 'protocol' | 'hostname'>) => ({
  ...PAGE_HEADERS,
  ...(protocol === 'https' || isOwnMachine(hostname) ? OPENER : {}),
})

/** A file with a content hash in its name never changes. Every other file is revalidated. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * Facts of this house that the page holds from the start, as `data-` attributes of its root element. They are fixed at
 * the opening.
 */
export type PageFacts = Readonly<Record<string, string>>

const APP = 'The app'
const CONSOLE = 'The staff console'

/** The built app, with its compressed copies. */
export const appFiles = (folder: string, facts: PageFacts = {}): ((door: FastifyInstance) => void) =>
  builtFiles({ folder, facts, name: APP, prefix: '/' })

/** The built staff console, at `/staff/`, under the same headers. */
export const staffFiles = (folder: string): ((door: FastifyInstance) => void) =>
  builtFiles({ folder, facts: {}, name: CONSOLE, prefix: '/staff/' })

/** Compressed copies are served in place of their originals, never under their own names. */
const COMPRESSED = ['**/*.br', '**/*.gz']

interface Built {
  readonly folder: string
  readonly facts: PageFacts
  readonly name: string
  /** The path under which the files are served, from slash to slash. */
  readonly prefix: string
}

/** Refuses a house without a build of its pages with one line. A start asks this before it makes anything. */
export function checkBuilds(app: string, staff: string): void {
  checkBuilt(app, APP)
  checkBuilt(staff, CONSOLE)
}

function checkBuilt(folder: string, name: string): void {
  if (existsSync(join(folder, 'index.html'))) return
  throw new CannotOpen(`${name} is not built (${folder} has no index.html): run npm start or npm run build.`)
}

function builtFiles({ folder, facts, name, prefix }: Built): (door: FastifyInstance) => void {
  checkBuilt(folder, name)
  const page = pageOf(join(folder, 'index.html'), facts)
  return (door) => {
    void door.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      // Each file has its own route: a shared wildcard route reads the whole folder again on each request.
      wildcard: false,
      globIgnore: COMPRESSED,
      // The plugin does not find its index for a caller that accepts compressed files, so the page has its own route
      // below.
      index: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        for (const [name, value] of Object.entries(pageHeaders(reply.request))) reply.header(name, value)
        reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? FOR_EVER : ASK_AGAIN)
      },
    })
    door.get(prefix, ({ headers }, reply) => sendPage(reply, page, headers))
    // The page names its files relative to the path with the slash, so the short path redirects there.
    if (prefix !== '/') door.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(`.${prefix}`, 308))
  }
}

interface Page {
  readonly tag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

function pageOf(path: string, facts: PageFacts): Page {
  const attributes = Object.entries(facts).map(([name, value]) => ` data-${name}="${escaped(value)}"`)
  const plain = Buffer.from(readFileSync(path, 'utf8').replace('<html', () => `<html${attributes.join('')}`))
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { tag, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) }
}

/** Sends the page, compressed if the browser accepts it, or 304 if the browser's copy is current. */
function sendPage(
  reply: FastifyReply,
  page: Page,
  headers: Record<string, string | string[] | undefined>,
): FastifyReply {
  void reply.headers({
    ...pageHeaders(reply.request),
    'cache-control': ASK_AGAIN,
    etag: page.tag,
    vary: 'accept-encoding',
  })
  if (headers['if-none-match'] === page.tag) return reply.code(304).send()
  const form = acceptedEncoding(headers['accept-encoding'])
  if (form) void reply.header('content-encoding', form)
  return reply.type('text/html; charset=utf-8').send(page[form ?? 'plain'])
}
