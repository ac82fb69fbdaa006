import type { FastifyInstance } from 'fastify'

/**
 * The headers of every answer, whatever it is: nothing in it may load, run, be framed or be read by a page elsewhere. A
 * page or a file that needs more sets its own policy over this one.
 */
export const CLOSED_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** One year, for this name alone: the operator may have other names below it. */
const ENCRYPTED_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** The headers of every answer of a house. One whose public address is encrypted asks browsers for nothing else. */
export const headersOfAll = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  ...CLOSED_HEADERS,
  ...(publicUrl?.startsWith('https://') ? ENCRYPTED_ONLY : {}),
})

/** Sets the headers of every answer to a request that reached a route, or none. */
export function closeByDefault(door: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  door.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}
