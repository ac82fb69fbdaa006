import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { CannotOpen } from './cannot.ts'

/** Nothing but the house's own files, nothing inline, and no page of another house around it. */
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
].join('; ')

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** A file whose name holds the hash of what is in it never changes; every other one is asked for again. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/** The app as it was built, with its compressed copies. */
export function appFiles(folder: string): (door: FastifyInstance) => void {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new CannotOpen(`The app is not built (${folder} has no index.html): run npm start or npm run build.`)
  }
  return (door) => {
    void door.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      // Its own index is not found where the caller takes compressed files, so the page is named below.
      index: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value)
        reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? FOR_EVER : ASK_AGAIN)
      },
    })
    door.get('/', (_request, reply) => reply.sendFile('index.html'))
  }
}
