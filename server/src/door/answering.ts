import { Readable, finished } from 'node:stream'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import { PICTURE_BYTES_MOST, type Call } from '@lonja/core/base/contract'
import { languageFor, type Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { askingFor, type Gates } from './asking.ts'
import type { Clock } from '../base/clock.ts'
import { isFull, isOutage, outageText } from '../database/db.ts'
import { encoderFor } from './encode.ts'
import { accepted, badInput, refused, type EncodedAnswer } from './envelope.ts'
import type { Log } from '../base/log.ts'
import { networkOf } from './network.ts'
import { acceptedEncoding, packed } from './packed.ts'
import type { FileAnswer } from './serve.files.ts'
import type { CallRequest, House, StoredAnswer, Route } from './serve.ts'
import type { Slowing } from './slowing.ts'
import { bytesOf, type UploadLimits, type Uploads } from './uploads.ts'

/** The server behind the calls, and the limits of each call. */
export interface DoorContext {
  readonly house: House
  readonly clock: Clock
  readonly gates: Gates
  readonly callMs: number
  readonly uploads: Uploads
  readonly slowing: Slowing
  readonly arriving: UploadLimits
  /** The calls' names, for the log and the metrics. */
  readonly callNames: ReadonlyMap<Call, string>
}

/**
 * Adds the calls of the contract to the router. The framework parses the body of a call that takes JSON. The body of a
 * call that takes a picture stays unread until the sender is known and has a place, so these calls have a scope with
 * their own parser.
 */
export function addCalls(door: FastifyInstance, routes: readonly Route[], inside: DoorContext): void {
  const takesPicture = ({ call }: Route): boolean => call.kind === 'write' && call.body === 'picture'
  void door.register((scope, _options, done) => {
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) =>
      // A call without fields accepts an empty body.
      body === '' ? parsed(null, {}) : parseJson(request, body as string, parsed),
    )
    for (const route of routes) if (!takesPicture(route)) scope.route(routeFor(route, inside))
    done()
  })
  void door.register((scope, _options, done) => {
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    for (const route of routes) if (takesPicture(route)) scope.route(routeFor(route, inside))
    done()
  })
}

function routeFor(route: Route, inside: DoorContext): RouteOptions {
  const { call } = route
  return {
    method: call.method,
    url: `/api/:lang${call.path}`,
    config: { call: inside.callNames.get(call) ?? call.path },
    onRequest: addressLimit(inside),
    // Replies of writes are too short to benefit from compression.
    ...(call.kind === 'read' ? { onSend: compress } : {}),
    handler: handlerFor(route, inside),
  }
}

/** Refuses an address that exceeds its rate limit, before its body is read. */
const addressLimit =
  (inside: DoorContext): onRequestHookHandler =>
  (request, reply, done) => {
    // A closed connection has no address any more, and nobody to answer.
    const { gates, clock } = inside
    if (request.ip !== undefined && gates.address.allow(networkOf(request.ip), clock.now())) return done()
    return void sendSlowly(reply, refused(refuse('too_many_requests'), languageOf(request)), inside)
  }

function handlerFor(route: Route, inside: DoorContext) {
  const { call } = route
  const { house, clock, gates, callMs } = inside
  const read = askingFor(call, gates)
  const encode = encoderFor(call.reply)
  const bodyOf = (answer: unknown): string => (isStoredAnswer(answer) ? answer.stored : JSON.stringify(encode(answer)))

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = languageOf(request)
    const { headers, ip } = request
    const isInQuery = call.method === 'GET' || call.body === 'picture'
    const fields = isInQuery ? request.query : (request.body ?? {})
    const decoded = read({ sent: fields, headers, ip: networkOf(ip), language, now: clock.now() })
    if ('status' in decoded) return sendSlowly(reply, decoded, inside)
    const work = (whole: CallRequest): Promise<unknown> => inTime(route.answer(whole, house), callMs, whenLate(request))
    const answer =
      call.method === 'POST' && call.body === 'picture'
        ? await withPicture(decoded, inside, request, reply, work)
        : await work(decoded)
    if (isRefused(answer)) return sendSlowly(reply, refused(answer, language), inside)
    if (isFile(answer)) return sendFile(reply, answer, house.log)
    return send(reply, accepted(bodyOf(answer)))
  }

  /** Logs an error that comes after the time limit has been answered. */
  function whenLate(request: FastifyRequest): (error: unknown) => void {
    return (error) => void answerTo(error, request, house.log)
  }
}

/** Answers a caller who asks too much after a while, or closes the connection. Any other answer is sent at once. */
async function sendSlowly(reply: FastifyReply, answer: EncodedAnswer, inside: DoorContext): Promise<FastifyReply> {
  const { ip } = reply.request
  if (answer.status === 429 && ip !== undefined) {
    const isKept = await inside.slowing.wait(networkOf(ip), inside.clock.now())
    if (!isKept) void reply.header('connection', 'close')
  }
  return send(reply, answer)
}

/**
 * The answer, or `unavailable` after `callMs`. The work continues, and its answer is stored under the call's
 * idempotency key.
 */
async function inTime(work: Promise<unknown>, callMs: number, lateError: (error: unknown) => void): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      work.catch(lateError)
      resolve(refuse('unavailable'))
    }, callMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Reads a picture once its sender is known and has a place, then runs the call with its bytes. */
async function withPicture(
  request: CallRequest,
  inside: DoorContext,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  work: (request: CallRequest) => Promise<unknown>,
): Promise<unknown> {
  const place = await inside.uploads.admit(request, inside.house)
  if (isRefused(place)) return place
  try {
    const bytes = await bytesOf(raw, PICTURE_BYTES_MOST, inside.arriving)
    if (bytes === 'too_slow') place.giveUp(inside.clock.now())
    // The rest of the body stays unread, so the connection cannot carry another request.
    if (bytes === 'too_slow' || bytes === 'too_large') void reply.header('connection', 'close')
    if (typeof bytes === 'string') return refuse(bytes === 'gone' ? 'unavailable' : bytes)
    return await work({ ...request, bytes })
  } finally {
    place.leave()
  }
}

const isStoredAnswer = (answer: unknown): answer is StoredAnswer =>
  typeof answer === 'object' && answer !== null && 'stored' in answer

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'file' in answer

/**
 * Streams a file in pieces. An error on the way cuts the connection, so that the client sees that the file is
 * incomplete.
 */
function sendFile(reply: FastifyReply, { file }: FileAnswer, log: Log): FastifyReply {
  // A HEAD request generates none of the pieces.
  const pieces = Readable.from(reply.request.method === 'HEAD' ? [] : file.pieces)
  finished(pieces, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ err: error }, 'a file was not sent to its end')
  })
  const saved = { 'content-type': file.type, 'content-disposition': `attachment; filename="${file.name}"` }
  return reply.headers({ ...API_HEADERS, ...saved }).send(pieces)
}

const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}

/** Seconds until the client may retry, by HTTP status. */
const RETRY_AFTER: Partial<Record<number, string>> = { 429: '30', 503: '2' }

const headersFor = (status: number): Record<string, string> => {
  const retry = RETRY_AFTER[status]
  return retry === undefined ? API_HEADERS : { ...API_HEADERS, 'retry-after': retry }
}

/** Compresses an accepted answer in a form that the caller accepts, off the main thread. */
const compress: onSendAsyncHookHandler = async ({ headers }, reply, payload) => {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload
  const form = acceptedEncoding(headers['accept-encoding'])
  const small = await packed(payload, form)
  if (form === null || small === null) return payload
  void reply.headers({ 'content-encoding': form, vary: 'accept-encoding' })
  return small
}

export function send(reply: FastifyReply, { status, body, refusal }: EncodedAnswer): FastifyReply {
  reply.refusal = refusal ?? null
  return reply.code(status).headers(headersFor(status)).send(body)
}

type RequestLine = Pick<FastifyRequest, 'id' | 'url'>

export const languageOf = (request: Pick<RequestLine, 'url'>): Language => languageFor(pathOf(request).split('/')[2])

/**
 * The answer to an error before or inside a call: an unreadable request, an outage, or a bug. A bug is logged once, and
 * its answer has no detail.
 */
export function answerTo(error: unknown, request: RequestLine, log: Log): EncodedAnswer {
  const language = languageOf(request)
  const named = { request: request.id, path: pathOf(request) }
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode === 413) return refused(refuse('too_large'), language)
  if (statusCode >= 400 && statusCode < 500) return badInput([], language)
  if (isOutage(error)) {
    log.warn({ why: outageText(error), ...named }, isFull(error) ? FULL : 'the database is away')
    return refused(refuse('unavailable'), language)
  }
  log.error({ err: error, ...named }, 'a bug')
  return refused(refuse('internal'), language)
}

const FULL = 'the disk of the database is full: make room, and the house goes on by itself'

export const pathOf = (request: Pick<RequestLine, 'url'>): string => request.url.split('?')[0] ?? ''
