import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { PICTURE_BYTES_MOST } from '@lonja/core/base/contract'
import { languageFor, type Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { askingFor, type Gates, type Sender } from './asking.ts'
import type { Clock } from '../base/clock.ts'
import { isFull, isOutage, whyAway } from '../database/db.ts'
import { encoderFor } from './encode.ts'
import { accepted, badInput, refused, type Sent } from './envelope.ts'
import type { Log } from '../base/log.ts'
import { networkOf } from './network.ts'
import { formTaken, packed, type Form } from './packed.ts'
import type { Asked, FileAnswer, House, Kept, Route } from './serve.ts'
import { bytesOf, type UploadLimits, type Uploads } from './uploads.ts'

/** Where calls are answered: the house, and what the door lets through. */
export interface Inside {
  readonly house: House
  readonly clock: Clock
  readonly gates: Gates
  readonly callMs: number
  readonly bodyBytes: number
  readonly uploads: Uploads
  readonly arriving: UploadLimits
}

type Request = FastifyRequest<{ Params: { lang: string } }>

/**
 * One call of the contract by HTTP. The router finds it; from there its body is read and its answer written here, since what a
 * framework does in between costs as much as all the rest of it.
 */
export function addRoute(door: FastifyInstance, route: Route, inside: Inside): void {
  const { call } = route
  const answer = answerFor(route, inside)
  door.route({
    method: call.method === 'GET' ? ['GET', 'HEAD'] : call.method,
    url: `/api/:lang${call.path}`,
    onRequest: (request, reply) => {
      reply.hijack()
      answer(request as Request, reply.raw)
    },
    handler: NEVER,
  })
}

/** Every request is answered before the framework would come to its handler. */
const NEVER: RouteHandlerMethod = () => {}

/** A JSON that cannot be read, or no JSON. */
const UNREADABLE = Symbol('unreadable')

function answerFor(route: Route, inside: Inside): (request: Request, response: ServerResponse) => void {
  const { call } = route
  const { house, clock, gates, callMs, bodyBytes } = inside
  const asking = askingFor(call, gates)
  const encode = encoderFor(call.reply)
  const body = (answer: unknown): string => (isKept(answer) ? answer.kept : JSON.stringify(encode(answer)))

  const ask = async (from: From, response: ServerResponse, sent: unknown, picture?: IncomingMessage): Promise<void> => {
    const { ip, language, headers } = from
    const asked = asking({ sent, headers, ip, language, now: clock.now() })
    if ('status' in asked) return write(response, asked)
    return picture ? receive(asked, inside, picture, response, reply) : reply(asked, from, response)
  }

  const reply = async (
    asked: Asked,
    { language, headers }: Pick<From, 'language' | 'headers'>,
    response: ServerResponse,
  ): Promise<void> => {
    const late = setTimeout(() => write(response, refused(refuse('unavailable'), language)), callMs)
    const answer = await route.answer(asked, house).finally(() => clearTimeout(late))
    if (response.headersSent) return
    if (isRefused(answer)) return write(response, refused(answer, language))
    if (isFile(answer)) return writeFile(response, answer, house.log)
    const said = accepted(body(answer))
    // The answers of writes are short.
    const form = call.kind === 'read' ? formTaken(headers['accept-encoding']) : null
    return form === null ? write(response, said) : writePacked(response, said, form)
  }

  return (request, response) => {
    const language = languageFor(request.params.lang)
    const { ip, raw } = request
    // A caller who is gone already has no address, and nobody to answer.
    if (ip === undefined) return
    const from: From = { ip: networkOf(ip), language, headers: raw.headers }
    // Whatever is thrown on the way, also before anything was waited for, is an answer: nothing else hears of it.
    const fails = (error: unknown): void => write(response, answerTo(error, language, pathOf(request), house.log))
    const answer = (sent: unknown, picture?: IncomingMessage): void =>
      void ask(from, response, sent, picture).catch(fails)
    if (call.method === 'GET') return answer(request.query)
    if (call.body === 'picture') return answer(request.query, raw)
    readBody(raw, bodyBytes, (text) => {
      if (text === null) return write(response, refused(refuse('too_large'), language), CLOSES)
      const sent = parsed(text, raw.headers['content-type'])
      if (sent === UNREADABLE) return write(response, badInput([], language))
      answer(sent)
    })
  }
}

type Reply = (asked: Asked, from: Pick<From, 'language' | 'headers'>, response: ServerResponse) => Promise<void>

/** A picture is only read once it is known whose it is, and that there is room for it. */
async function receive(asked: Asked, inside: Inside, raw: IncomingMessage, response: ServerResponse, reply: Reply) {
  const { language } = asked
  const place = await inside.uploads.admit(asked, inside.house)
  if (isRefused(place)) return write(response, refused(place, language))
  try {
    const bytes = await bytesOf(raw, PICTURE_BYTES_MOST, inside.arriving)
    if (bytes === 'too_slow') {
      place.giveUp(inside.clock.now())
      return write(response, refused(refuse('too_slow'), language), CLOSES)
    }
    if (bytes === 'too_large') return write(response, refused(refuse('too_large'), language), CLOSES)
    if (bytes !== 'gone') await reply({ ...asked, bytes }, { language, headers: raw.headers }, response)
  } finally {
    place.leave()
  }
}

/** Where a request comes from, as it was when its head arrived. */
type From = Pick<Sender, 'ip' | 'language' | 'headers'>

const isKept = (answer: unknown): answer is Kept => typeof answer === 'object' && answer !== null && 'kept' in answer

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'file' in answer

/** A file, piece by piece. What breaks on the way cuts the connection, so that nobody takes a half for the whole. */
async function writeFile(response: ServerResponse, { file }: FileAnswer, log: Log): Promise<void> {
  if (response.destroyed) return
  const saved = { 'content-type': file.type, 'content-disposition': `attachment; filename="${file.name}"` }
  response.writeHead(200, { ...API_HEADERS, ...saved })
  // Of a request for the head alone, nothing is made.
  if (response.req.method === 'HEAD') return void response.end()
  await pipeline(Readable.from(file.pieces), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'a file was not sent to its end')
  })
}

/** The body as a text, once all of it is there; null as soon as it is too long. Whoever hangs up before that hears nothing. */
function readBody(request: IncomingMessage, most: number, done: (text: string | null) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > most) return done(null)
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    if (length > most) return
    length += chunk.length
    chunks.push(chunk)
    if (length > most) done(null)
  })
  request.on('end', () => {
    if (length > most) return
    const [only] = chunks
    done((only && chunks.length === 1 ? only : Buffer.concat(chunks)).toString('utf8'))
  })
}

const JSON_TYPE = /^application\/json\s*(;|$)/i

function parsed(text: string, type: string | undefined): unknown {
  if (type === undefined ? text !== '' : type !== 'application/json' && !JSON_TYPE.test(type)) return UNREADABLE
  if (text === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return UNREADABLE // Whoever sent it is told so; it is nothing for the log.
  }
}

const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
const CLOSES = { connection: 'close' }

/** Seconds after which to ask again. */
const RETRY_AFTER: Partial<Record<number, string>> = { 429: '30', 503: '2' }

const headersFor = (status: number): Record<string, string> => {
  const retry = RETRY_AFTER[status]
  return retry === undefined ? API_HEADERS : { ...API_HEADERS, 'retry-after': retry }
}

/** Writes an answer, if none was written yet and somebody is still there. */
function write(response: ServerResponse, { status, body }: Sent, more?: Record<string, string>): void {
  if (response.headersSent || response.destroyed) return
  const length = Buffer.byteLength(body)
  response.writeHead(status, { ...headersFor(status), 'content-length': length, ...more })
  response.end(body)
}

async function writePacked(response: ServerResponse, sent: Sent, form: Form): Promise<void> {
  const small = await packed(sent.body, form)
  if (!small) return write(response, sent)
  if (response.headersSent || response.destroyed) return
  const headers = { 'content-length': small.length, 'content-encoding': form, vary: 'accept-encoding' }
  response.writeHead(sent.status, { ...headersFor(sent.status), ...headers })
  response.end(small)
}

/** The same answers from where the framework is asked. */
export const send = (reply: FastifyReply, { status, body }: Sent): FastifyReply =>
  reply.code(status).headers(headersFor(status)).send(body)

export const languageOf = (request: FastifyRequest): Language => languageFor(pathOf(request).split('/')[2])

/** What went wrong before or inside a call: a request that cannot be read, an outage, or a bug, which is logged once and says nothing. */
export function answerTo(error: unknown, language: Language, path: string, log: Log): Sent {
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode === 413) return refused(refuse('too_large'), language)
  if (statusCode >= 400 && statusCode < 500) return badInput([], language)
  if (isOutage(error)) {
    log.warn({ why: whyAway(error), path }, isFull(error) ? FULL : 'the database is away')
    return refused(refuse('unavailable'), language)
  }
  log.error({ err: error, path }, 'a bug')
  return refused(refuse('internal'), language)
}

const FULL = 'the disk of the database is full: make room, and the house goes on by itself'

export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''
