import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { assert } from '@lonja/core/base/assert'
import type { Call, ProductsOff } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { DEFAULT_LANGUAGE, LOCALES, languageSpoken } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { addCalls, answerTo, languageOf, send, type DoorContext } from './answering.ts'
import { gatesFor } from './asking.ts'
import type { Clock } from '../base/clock.ts'
import { connectionsOf, PARTING, type CloseTimeouts } from './connections.ts'
import { boundCrowd, connectionsByHandles } from './crowd.ts'
import type { Db } from '../database/db.ts'
import { badInput, refused, type EncodedAnswer } from './envelope.ts'
import { CLOSED_HEADERS, closeByDefault, headersOfAll } from './headers.ts'
import type { Events } from '../base/events.ts'
import { newReference } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { pageStyle } from './page.ts'
import { trusts, type Proxies } from './proxies.ts'
import { reportRequests, type RequestListener } from './requests.ts'
import { purgeStoredAnswers } from './stored-answers.ts'
import { SLOWING, openSlowing, type SlowingLimits } from './slowing.ts'
import { sentence } from '../base/texts.ts'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'
import { NO_SEATS, type Seats } from './seats.ts'
import type { House, Route, Sessions } from './serve.ts'
import { purgeAttempts } from './throttle.ts'
import { openTries } from './tries.ts'
import { uploadsFor, type UploadLimits } from './uploads.ts'

/** The limits of the door. 0 calls a minute means no limit. */
export interface DoorLimits {
  readonly bodyBytes: number
  readonly callMs: number
  readonly callsAMinute: { readonly anAddress: number; readonly aSession: number }
  /** The most connections of an address, sockets of the stream among them. */
  readonly connectionsAnAddress: number
  readonly slowing: SlowingLimits
  readonly pictures: UploadLimits
  readonly parting: CloseTimeouts
}

/** The time limit for a request to arrive: enough for a poor connection, too short to keep the door busy. */
const REQUEST_MS = 60_000

/**
 * The limit of an address is wide, because a whole school may share one. A phone makes some ten calls a second at most.
 * Arriving pictures may use the memory of sixteen of 10 MB. The least rate, 4 KB a second, is less than the slowest
 * phone sends.
 */
export const DOOR_LIMITS: DoorLimits = {
  bodyBytes: 64 * 1024,
  callMs: 20_000,
  callsAMinute: { anAddress: 30_000, aSession: 1_200 },
  connectionsAnAddress: 1_000,
  slowing: SLOWING,
  pictures: { atOnce: 16, spanMs: 10_000, spanBytes: 40_000, mostMs: REQUEST_MS },
  parting: PARTING,
}

export interface DoorOptions {
  readonly db: Db
  /** Connections of their own for guesses at passwords and codes; those of `db` if left out. */
  readonly triesDb?: Db
  readonly clock: Clock
  readonly log: Log
  readonly events: Events
  readonly sessions: Sessions
  /** Set in a house with staff. */
  readonly seats?: Seats
  readonly secret: HouseSecret
  readonly routes: readonly Route[]
  /** The calls' names, for the log and the metrics; the paths if left out. */
  readonly callNames?: ReadonlyMap<Call, string>
  /** The products that the operator has switched off; none if left out. */
  readonly off?: ProductsOff
  /** Hears of each answered request. */
  readonly heard?: RequestListener
  /** The public address of the house, if it is known. */
  readonly publicUrl?: string | null
  readonly trustProxy?: Proxies
  readonly limits?: Partial<DoorLimits>
  /** Pages and files besides the calls, such as the app and the interface description. */
  readonly pages?: readonly ((door: FastifyInstance) => void)[]
}

const NONE: ProductsOff = new Set()

/**
 * Opens the only door: each call of the contract over HTTP, decoded, rate limited, and answered in the envelope. It
 * does not listen yet.
 */
export async function openDoor(options: DoorOptions): Promise<FastifyInstance> {
  const { db, clock, log, events, sessions, secret, seats = NO_SEATS, triesDb = db, off = NONE } = options
  const limits = { ...DOOR_LIMITS, ...options.limits }
  const headers = headersOfAll(options.publicUrl ?? null)
  const isProxy = trusts(options.trustProxy ?? false)
  const door = Fastify({
    logger: false,
    trustProxy: isProxy,
    genReqId: newReference,
    // The house names requests itself: a name from outside could repeat, or be a person's.
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    // Pages answer HEAD as they answer GET. Calls decide it themselves.
    exposeHeadRoutes: true,
    requestTimeout: REQUEST_MS,
    // While the house closes, the calls still answer arriving requests, in the envelope.
    return503OnClosing: false,
    clientErrorHandler: answerNoise,
    // An address that no router can read meets no hook.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as FastifyRequest, (reply as FastifyReply).headers(headers), log),
    routerOptions: { maxParamLength: 1_000 },
  })
  const keys = { fingerprintKey: keyFor(secret, 'repeats'), marksKey: keyFor(secret, 'marks') }
  const tries = openTries(triesDb, keyFor(secret, 'attempts'))
  const house: House = { db, events, sessions, seats, log, tries, off, ...keys }
  const { callMs, callsAMinute } = limits
  const inside: DoorContext = {
    house,
    clock,
    gates: gatesFor(callsAMinute),
    callMs,
    slowing: openSlowing(limits.slowing),
    uploads: uploadsFor(limits.pictures.atOnce),
    arriving: limits.pictures,
    callNames: options.callNames ?? new Map(),
  }
  door.removeAllContentTypeParsers()
  door.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  door.setNotFoundHandler((request, reply) => answerNothingHere(request, reply))
  closeByDefault(door, headers)
  reportRequests(door, log, options.heard ?? (() => {}))
  addCalls(door, options.routes, inside)
  pageStyle(door)
  for (const addPages of options.pages ?? []) addPages(door)
  purgeExpired(door, db, clock, log)
  partAtTheEnd(door, limits.parting)
  const crowd = { ofAnAddress: limits.connectionsAnAddress, all: connectionsByHandles() }
  boundCrowd(door.server, crowd, (address) => isProxy(address, 0), log)
  await door.ready()
  return door
}

/** Answers once a request that is not HTTP, or whose headers are too long, and closes the connection. */
function answerNoise(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const { status, body } = NOISE[error.code ?? ''] ?? NOT_HTTP
  const fixed = Object.entries(CLOSED_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fixed.join('')}content-type: application/json; charset=utf-8`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}

const NOT_HTTP = badInput([], DEFAULT_LANGUAGE)
const NOISE: Readonly<Record<string, EncodedAnswer>> = {
  HPE_HEADER_OVERFLOW: refused(refuse('too_large'), DEFAULT_LANGUAGE),
  // A browser opens connections in advance. This status tells it that the house only stopped waiting.
  ERR_HTTP_REQUEST_TIMEOUT: { ...NOT_HTTP, status: 408 },
}

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply =>
  send(reply, answerTo(error, request, log))

function answerNothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.startsWith('/api')) return send(reply, refused(refuse('not_found'), languageOf(request)))
  const language = languageSpoken(request.headers['accept-language'])
  const words = sentence(language, 'refusals', 'not_found')
  const headers = {
    'content-language': LOCALES[language],
    vary: 'accept-language',
  }
  return reply.code(404).headers(headers).type('text/plain; charset=utf-8').send(words)
}

/** Lets the closing door answer its open connections, and then closes them. */
function partAtTheEnd(door: FastifyInstance, parting: CloseTimeouts): void {
  const connections = connectionsOf(door.server, parting)
  door.addHook('preClose', (done) => {
    connections.part()
    done()
  })
}

/** Once an hour, purges stored answers after their 30 days, and the counts of windows that are over. */
function purgeExpired(door: FastifyInstance, db: Db, clock: Clock, log: Log): void {
  const tidy = async (): Promise<void> => {
    await purgeStoredAnswers(db, clock.now())
    await purgeAttempts(db, clock.now())
  }
  const timer = setInterval(() => void tidy().catch((err: unknown) => log.warn({ err }, 'tidying up failed')), HOUR)
  timer.unref()
  door.addHook('onClose', (_door, done) => {
    clearInterval(timer)
    done()
  })
}

/**
 * Asserts that each call of the contract has exactly one route and that each route is a call of the contract. Names the
 * first breach.
 */
export function checkRoutes(routes: readonly Route[], calls: Readonly<Record<string, Call>>): void {
  for (const [name, call] of Object.entries(calls)) {
    const answering = routes.filter((route) => route.call === call).length
    assert(answering === 1, `one route answers ${name}, not ${answering}`)
  }
  assert(routes.length === Object.keys(calls).length, 'every route is a call of the contract')
}
