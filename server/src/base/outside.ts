import { lookup as lookUp } from 'node:dns'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SECOND } from '@lonja/core/base/instant'
import { isPublicAddress } from './outside.addresses.ts'

/**
 * A text from outside, or the reason why there is none: in words for the operator, without any address but the
 * requested one.
 */
export type FetchResult =
  | { readonly kind: 'text'; readonly text: string; readonly etag: string | null; readonly modified: string | null }
  | { readonly kind: 'same' }
  | { readonly kind: 'fault'; readonly fault: string }

export interface OutsideOptions {
  /** The validators of the last answer, to ask whether the text has changed. */
  readonly etag?: string | null
  readonly modified?: string | null
  readonly mostBytes?: number
  /** The time limit from the first lookup to the last byte, including redirects. */
  readonly withinMs?: number
  /** The accepted content types. */
  readonly types: RegExp
  /** The header `accept` of the request, and the use that the other host reads beside the name of this program. */
  readonly accept?: string
  readonly use?: string
  /** Allows an address that is not public, for a test's own server. No setting does so. */
  readonly alsoAllow?: (address: string, port: number) => boolean
}

const FEEDS = 'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8'
const MOST_BYTES = 1_000_000
const WITHIN_MS = 15 * SECOND
const REDIRECTS_MOST = 4

class Refused extends Error {}

/** The answer of another host, or the reason why there is none, in words for the operator. */
export type PostResult =
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'fault'; readonly fault: string }

export interface PostOptions extends Pick<OutsideOptions, 'withinMs' | 'alsoAllow'> {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Posts data to the public internet by https, with the same checks as `fetchOutside`. It follows no redirect, and reads
 * only the status and the retry time of the answer.
 */
export async function postOutside(address: string, options: PostOptions): Promise<PostResult> {
  const { headers, body, withinMs = WITHIN_MS, alsoAllow } = options
  const signal = AbortSignal.timeout(withinMs)
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !alsoAllow) throw new Refused('it is not https')
    const response = await ask(url, { headers, body, ...(alsoAllow ? { alsoAllow } : {}) }, signal)
    const { statusCode: status = 0 } = response
    const retryAfter = short(response.headers['retry-after'])
    response.destroy()
    return { kind: 'answer', status, retryAfter }
  } catch (error) {
    return { kind: 'fault', fault: faultOf(error, signal) }
  }
}

/**
 * Fetches a text from the public internet by http or https, with limits on time, size and redirects. Every address is
 * checked when the connection is made, after the name lookup and again for each redirect. Private, loopback, link-local
 * and other special addresses are refused in every notation. Compressed answers are refused, because they can be larger
 * than they look.
 */
export async function fetchOutside(address: string, options: OutsideOptions): Promise<FetchResult> {
  const signal = AbortSignal.timeout(options.withinMs ?? WITHIN_MS)
  try {
    return await follow(new URL(address), options, signal)
  } catch (error) {
    return { kind: 'fault', fault: faultOf(error, signal) }
  }
}

function faultOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time'
  if (error instanceof Refused) return error.message
  const { code } = error as NodeJS.ErrnoException
  return `it could not be reached${code ? ` (${code})` : ''}`
}

async function follow(first: URL, options: OutsideOptions, signal: AbortSignal): Promise<FetchResult> {
  const { alsoAllow, etag, modified, accept = FEEDS, use = 'news feeds' } = options
  const headers = {
    'user-agent': `Lonja (${use})`,
    accept,
    'accept-encoding': 'identity',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(modified ? { 'if-modified-since': modified } : {}),
  }
  let url = first
  for (let redirects = 0; ; redirects += 1) {
    const response = await ask(url, { headers, ...(alsoAllow ? { alsoAllow } : {}) }, signal)
    const { statusCode: status = 0, headers: answered } = response
    if (![301, 302, 303, 307, 308].includes(status)) return read(response, options)
    response.destroy()
    if (redirects === REDIRECTS_MOST) throw new Refused(`it redirects more than ${REDIRECTS_MOST} times`)
    if (!answered.location || !URL.canParse(answered.location, url.href)) throw new Refused('it redirects to nowhere')
    const next = new URL(answered.location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:') throw new Refused('it redirects away from https')
    url = next
  }
}

interface Asking extends Pick<OutsideOptions, 'alsoAllow'> {
  readonly headers: Readonly<Record<string, string>>
  /** The body to post; without it the request is a GET. */
  readonly body?: Uint8Array
}

/** Sends a request to one address, after its host has been checked. */
function ask(url: URL, { headers, body, alsoAllow }: Asking, signal: AbortSignal): Promise<IncomingMessage> {
  const { protocol, username, password } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw new Refused('it is neither http nor https')
  if (username !== '' || password !== '') throw new Refused('there is a name or password in its address')
  const port = Number(url.port || (protocol === 'https:' ? 443 : 80))
  const mayAsk = (ip: string): boolean => isPublicAddress(ip) || alsoAllow?.(ip, port) === true
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not look up a host that is an IP address, so it is checked here.
  if (isIP(host) !== 0 && !mayAsk(host)) throw new Refused(PRIVATE)
  const options: RequestOptions = {
    signal,
    agent: false,
    lookup: guardedLookUp(mayAsk),
    method: body ? 'POST' : 'GET',
    headers,
  }
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve)
    request.on('error', reject)
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        if (!mayAsk(socket.remoteAddress ?? '')) request.destroy(new Refused(PRIVATE))
      }),
    )
    request.end(body)
  })
}

const PRIVATE = 'its address is not of the public internet'

/**
 * Looks up a name for the connection itself. The checked addresses are those connected to, so no second lookup can
 * differ.
 */
const guardedLookUp =
  (mayAsk: (ip: string) => boolean): LookupFunction =>
  (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      // A private address among public ones is refused: it is no accident.
      if (!first || !addresses.every(({ address }) => mayAsk(address))) return done(new Refused(PRIVATE), '', 0)
      if (options.all) (done as (error: null, all: typeof addresses) => void)(null, addresses)
      else done(null, first.address, first.family)
    })
  }

async function read(
  response: IncomingMessage,
  { types, mostBytes = MOST_BYTES }: OutsideOptions,
): Promise<FetchResult> {
  const { statusCode: status = 0, headers } = response
  const end = (fault: string): FetchResult => {
    response.destroy()
    return { kind: 'fault', fault }
  }
  if (status === 304) {
    response.destroy()
    return { kind: 'same' }
  }
  if (status !== 200) return end(`it answers ${status}`)
  const type = headers['content-type'] ?? ''
  if (!types.test(type)) return end(`it answers with ${type.split(';')[0]?.trim().slice(0, 60) || 'no content type'}`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return end('it answers compressed, which was not asked for')
  const tooLarge = `it is larger than ${mostBytes} bytes`
  if (Number(headers['content-length'] ?? 0) > mostBytes) return end(tooLarge)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return end(tooLarge)
    chunks.push(chunk)
  }
  const text = textOf(Buffer.concat(chunks), type)
  if (text === null) return end('it is written in an encoding that is not known')
  return { kind: 'text', text, etag: short(headers.etag), modified: short(headers['last-modified']) }
}

const short = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 200 && /^[\x20-\x7e]+$/.test(value) ? value : null

/**
 * Decodes a text by its byte order mark, else the header, else the document, else as UTF-8. Null for an unknown
 * encoding.
 */
function textOf(bytes: Buffer, type: string): string | null {
  const inHeader = /charset="?([\w.:-]{1,40})/i.exec(type)?.[1]
  const declared = /^[^>]{0,80}encoding=["']([\w.:-]{1,40})["']/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(mark ?? inHeader ?? declared ?? 'utf-8').decode(bytes)
  } catch {
    return null // The decoder does not know the encoding.
  }
}
