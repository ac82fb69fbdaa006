import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { assert } from '@lonja/core/base/assert'
import type { Call } from '@lonja/core/base/contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { DEFAULT_LANGUAGE, languageFor, type Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import type { Clock } from './clock.ts'
import { isOutage, type Db } from './db.ts'
import { encoderFor } from './encode.ts'
import { accepted, badInput, fieldError, fieldErrors, refused, type Sent } from './envelope.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import { formTaken, packed, type Form } from './packed.ts'
import { pageStyle } from './page.ts'
import { forgetOldAnswers } from './repeats.ts'
import { keyFor, type HouseSecret } from './secret.ts'
import type { Asked, House, Kept, Route, Sessions } from './serve.ts'
import { forgetAttempts, rateLimit, type RateLimit } from './throttle.ts'
import { findToken } from './token.ts'

/** What the door lets through; 0 sets no limit of calls. */
export interface DoorLimits {
  readonly bodyBytes: number
  readonly callMs: number
  readonly callsAMinute: { readonly anAddress: number; readonly aSession: number }
}

/** An address may be a whole school's: its limit is wide. A phone at work makes some ten calls a second at most. */
export const DOOR_LIMITS: DoorLimits = {
  bodyBytes: 64 * 1024,
  callMs: 20_000,
  callsAMinute: { anAddress: 30_000, aSession: 1_200 },
}

export interface DoorOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly events: Events
  readonly sessions: Sessions
  readonly secret: HouseSecret
  readonly routes: readonly Route[]
  readonly trustProxy?: boolean | number | string[]
  readonly limits?: Partial<DoorLimits>
  /** Pages and files besides the calls: the app, the interface's description. */
  readonly pages?: readonly ((door: FastifyInstance) => void)[]
}

/** The one door: every call of the contract by HTTP, decoded, limited, answered in the envelope. Not listening yet. */
export async function openDoor(options: DoorOptions): Promise<FastifyInstance> {
  const { db, clock, log, events, sessions, secret } = options
  const limits = { ...DOOR_LIMITS, ...options.limits }
  const door = Fastify({
    logger: false,
    trustProxy: trusted(options.trustProxy ?? false),
    bodyLimit: limits.bodyBytes,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_MS,
    // While the house closes, what still comes is answered by the calls themselves, in the envelope.
    return503OnClosing: false,
    clientErrorHandler: answerNoise,
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as FastifyRequest, reply as FastifyReply, log),
    routerOptions: { maxParamLength: 1_000 },
  })
  const keys = { repeatsKey: keyFor(secret, 'repeats'), attemptsKey: keyFor(secret, 'attempts') }
  const house: House = { db, events, sessions, log, ...keys }
  const gates: Gates = {
    address: rateLimit(limits.callsAMinute.anAddress, MINUTE),
    session: rateLimit(limits.callsAMinute.aSession, MINUTE),
  }
  door.removeAllContentTypeParsers()
  door.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => parseBody(body, done))
  door.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  door.setNotFoundHandler((request, reply) => answerNothingHere(request, reply))
  for (const route of options.routes) addRoute(door, route, { house, clock, gates, callMs: limits.callMs })
  pageStyle(door)
  for (const addPages of options.pages ?? []) addPages(door)
  keepTidy(door, db, clock, log)
  await door.ready()
  return door
}

/** Who may say for whom a request comes: a number is how many proxies stand in front. */
const trusted = (proxies: boolean | number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** How long a request may take to arrive: long enough for a poor connection, too short to hold the door open. */
const REQUEST_MS = 60_000

/** What is not HTTP, or has headers without end: answered once, and the connection is over. */
function answerNoise(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const { status, body } = error.code === 'HPE_HEADER_OVERFLOW' ? NOISE.long : NOISE.other
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}

const NOISE = { long: refused(refuse('too_large'), DEFAULT_LANGUAGE), other: badInput([], DEFAULT_LANGUAGE) }

interface Gates {
  readonly address: RateLimit
  readonly session: RateLimit
}

interface Inside {
  readonly house: House
  readonly clock: Clock
  readonly gates: Gates
  readonly callMs: number
}

function parseBody(body: string | Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (body.length === 0) return done(null, {})
  let parsed: unknown
  try {
    parsed = JSON.parse(body as string)
  } catch (cause) {
    return done(Object.assign(new Error('The body is not JSON.', { cause }), { statusCode: 400 }))
  }
  done(null, parsed)
}

type Request = FastifyRequest<{ Params: { lang: string } }>

function addRoute(door: FastifyInstance, route: Route, inside: Inside): void {
  const { call } = route
  const encode = encoderFor(call.reply)
  door.route({
    method: call.method,
    url: `/api/:lang${call.path}`,
    handler: async (request, reply) => {
      const language = languageFor((request as Request).params.lang)
      const sent = await answerCall(route, request, language, inside, encode)
      // The answers of writes are short.
      const form = call.kind === 'read' ? formTaken(request.headers['accept-encoding']) : null
      return send(reply, sent, form, await packed(sent.body, form))
    },
  })
}

/** One request from its form to its answer. What may still be thrown is a bug or an outage. */
async function answerCall(
  route: Route,
  request: FastifyRequest,
  language: Language,
  { house, clock, gates, callMs }: Inside,
  encode: (value: unknown) => unknown,
): Promise<Sent> {
  const now = clock.now()
  const { call } = route
  if (!gates.address.allow(request.ip, now)) return refused(refuse('too_many_requests'), language)
  const { fields, tokenText } = fieldsOf(call, request)
  const token = findToken(tokenText)
  if (token && !gates.session.allow(tokenText as string, now)) return refused(refuse('too_many_requests'), language)
  if (call.caller === 'customer' && !token) return refused(refuse('not_signed_in'), language)
  const read = z.safeDecode(call.input, fields)
  if (!read.success) return badInput(fieldErrors(read.error.issues, fields, language), language)
  const key = request.headers['idempotency-key'] ?? null
  if (key !== null && !fitsKey(call, key, read.data)) {
    return badInput([fieldError('Idempotency-Key', 'wrong_form', language)], language)
  }
  const userAgent = request.headers['user-agent'] ?? ''
  const asked: Asked = {
    call,
    input: read.data,
    language,
    token,
    key: key as string | null,
    ip: request.ip,
    userAgent,
    now,
  }
  const answer = await inTime(route.answer(asked, house), callMs)
  if (isRefused(answer)) return refused(answer, language)
  if (isKept(answer)) return accepted(answer.kept)
  return accepted(JSON.stringify(encode(answer)))
}

const isKept = (answer: unknown): answer is Kept => typeof answer === 'object' && answer !== null && 'kept' in answer

/** What was sent as the call's input, without `lang` and `token`: the path has the language, the header the token. */
function fieldsOf(call: Call, request: FastifyRequest): { fields: unknown; tokenText: unknown } {
  const sent = call.method === 'GET' ? request.query : (request.body ?? {})
  const header = request.headers['token']
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { fields: sent, tokenText: header }
  const { lang: _path, token: inside, ...fields } = sent as Record<string, unknown>
  return { fields, tokenText: header ?? (call.method === 'POST' ? inside : undefined) }
}

/** An Idempotency-Key is a UUIDv7; where the input has an id of its own, it is that id. */
const fitsKey = (call: Call, key: unknown, input: unknown): boolean =>
  z.safeParse(Id, key).success && (call.kind !== 'write' || call.key !== 'id' || (input as { id: string }).id === key)

const OVERDUE = Symbol('overdue')

/** The answer, or an outage after the call's time limit. Who then asks again with the same key hears what became of it. */
async function inTime(answer: Promise<unknown>, limitMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<typeof OVERDUE>((resolve) => {
    timer = setTimeout(resolve, limitMs, OVERDUE)
  })
  try {
    const first = await Promise.race([answer, overdue])
    return first === OVERDUE ? refuse('unavailable') : first
  } finally {
    clearTimeout(timer)
  }
}

const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

function send(
  reply: FastifyReply,
  { status, body }: Sent,
  form: Form | null = null,
  small: Buffer | null = null,
): FastifyReply {
  reply.code(status).headers(API_HEADERS)
  if (form && small) reply.header('content-encoding', form).header('vary', 'accept-encoding')
  if (status === 503 || status === 429) reply.header('retry-after', status === 503 ? '2' : '30')
  return reply.send(small ?? body)
}

const languageOf = (request: FastifyRequest): Language => languageFor(request.url.split('/')[2])

/** What went wrong before or inside a call: a request that cannot be read, an outage, or a bug, which is logged once and says nothing. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const language = languageOf(request)
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode === 413) return send(reply, refused(refuse('too_large'), language))
  if (statusCode >= 400 && statusCode < 500) return send(reply, badInput([], language))
  if (isOutage(error)) {
    log.warn({ err: error, path: pathOf(request) }, 'the database is away')
    return send(reply, refused(refuse('unavailable'), language))
  }
  log.error({ err: error, path: pathOf(request) }, 'a bug')
  return send(reply, refused(refuse('internal'), language))
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

function answerNothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.startsWith('/api')) return send(reply, refused(refuse('not_found'), languageOf(request)))
  return reply.code(404).header('x-content-type-options', 'nosniff').type('text/plain; charset=utf-8').send('Not found')
}

/** Once an hour: kept answers after their 30 days, counts of windows that are over. */
function keepTidy(door: FastifyInstance, db: Db, clock: Clock, log: Log): void {
  const tidy = async (): Promise<void> => {
    await forgetOldAnswers(db, clock.now())
    await forgetAttempts(db, clock.now())
  }
  const timer = setInterval(() => void tidy().catch((err: unknown) => log.warn({ err }, 'tidying up failed')), HOUR)
  timer.unref()
  door.addHook('onClose', (_door, done) => {
    clearInterval(timer)
    done()
  })
}

/** Every call of the contract has exactly one route, and every route is a call of the contract. Asserts it, naming the first that is not so. */
export function checkRoutes(routes: readonly Route[], calls: Readonly<Record<string, Call>>): void {
  for (const [name, call] of Object.entries(calls)) {
    const answering = routes.filter((route) => route.call === call).length
    assert(answering === 1, `one route answers ${name}, not ${answering}`)
  }
  assert(routes.length === Object.keys(calls).length, 'every route is a call of the contract')
}
