import { REFERENCE_HEADER } from '@lonja/core/base/reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../base/log.ts'
import { surroundingsOf } from './network.ts'

/** One answered request. Nothing in it names a person: no query, body or token. */
export interface AnsweredRequest {
  /** The name of the call, `page` for a page or a file, or `nothing` for an address without either. */
  readonly call: string
  readonly status: number
  /** The name of the refusal; null for any other answer. */
  readonly refusal: string | null
  readonly ms: number
}

export type RequestListener = (answered: AnsweredRequest) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route's call. */
    call?: string
  }
  interface FastifyReply {
    refusal: string | null
  }
}

const BYTES = Symbol('bytes written before the request')

/**
 * Gives each answer the reference of its request, and reports each request once it is answered: to the listener, and at
 * the level `info` to the log. The log has neither the body, the query nor the token, and the address only as a wide
 * network.
 */
export function reportRequests(door: FastifyInstance, log: Log, heard: RequestListener): void {
  const isLogged = log.isLevelEnabled('info')
  // The fields of the line are fixed. To look for secrets among them would cost five times as much as the line.
  const lines = log.child({}, { redact: [] })
  door.decorateReply('refusal', null)
  door.addHook('onRequest', (request, reply, done) => {
    void reply.header(REFERENCE_HEADER, request.id)
    if (isLogged) (request.raw as { [BYTES]?: number })[BYTES] = request.socket.bytesWritten ?? 0
    done()
  })
  door.addHook('onResponse', (request, reply, done) => {
    const answered = {
      call: nameOf(request),
      status: reply.statusCode,
      refusal: reply.refusal,
      ms: reply.elapsedTime,
    }
    heard(answered)
    if (isLogged) lines.info({ request: request.id, ...answered, ...wireFacts(request, reply) }, 'answered')
    done()
  })
}

const nameOf = (request: FastifyRequest): string =>
  request.is404 ? 'nothing' : (request.routeOptions.config.call ?? 'page')

/** The bytes of the answer on the wire, with its head, and the caller's surroundings. */
function wireFacts(request: FastifyRequest, reply: FastifyReply) {
  const before = (request.raw as { [BYTES]?: number })[BYTES] ?? 0
  const { ip } = request
  return {
    ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: Math.max(0, (request.socket.bytesWritten ?? 0) - before),
    from: ip === undefined ? null : surroundingsOf(ip),
  }
}
