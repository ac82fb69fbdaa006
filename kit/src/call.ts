import { REFERENCE_HEADER } from '@lonja/core/base/reference'
import * as z from 'zod/mini'
import type { Call, DoorRefusal, InputOf, RefusalOf, ReplyOf } from '@lonja/core/base/contract'
import { markOnline, markOffline } from './connection.ts'
import { takeFirst } from './first.ts'
import { newId } from './ids.ts'
import { currentSession, expireSession } from './session.ts'
import { language, textFor, textsHere } from './text.ts'

/*
 * One call of the contract over HTTP (`product` section 3). The contract entry encodes the input and decodes the reply,
 * so that screens hold amounts and prices and never their strings.
 */

/** Spec section 7: a call times out after 20,000 ms. */
export const CALL_MS = 20_000

export interface FieldMistake {
  readonly field: string
  readonly code: string
  readonly msg: string
}

/** A refusal by the server, in the caller's language. */
export interface Refusal<Code extends string = string> {
  readonly refused: Code | DoorRefusal
  readonly msg: string
  /** The form fields to correct. */
  readonly fields: readonly FieldMistake[]
  /** Values for the blanks: amounts and texts in their wire form. */
  readonly detail: Readonly<Record<string, unknown>>
  readonly status: number
}

/**
 * No usable answer: no network, no server, no answer in time, or a malformed one. The outcome of a write is unknown.
 */
export interface Outage {
  readonly outage: 'network' | 'timeout' | 'nonsense'
  readonly msg: string
}

export type Answer<C extends Call> =
  { readonly reply: ReplyOf<C> } | { readonly refusal: Refusal<RefusalOf<C>> } | Outage

export interface SendOptions {
  /** The Idempotency-Key of a write, created when the form opens. */
  readonly key?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The server's base address; tests pass their own. */
  readonly base?: string
  /** Called with a reply's envelope as it arrived. */
  readonly onText?: (text: string) => void
}

/**
 * The input in wire form: plain JSON. Input that the contract rejects (an address may hold anything) is sent unchanged,
 * so that the server reports the error in the caller's language.
 */
export function wireInput<C extends Call>(call: C, input: InputOf<C>): Readonly<Record<string, unknown>> {
  const encoded = z.safeEncode(call.input, input)
  if (encoded.success) return encoded.data as Record<string, unknown>
  const texts = Object.entries(input as object).map(([name, value]: [string, unknown]) => {
    const isNumber = typeof value === 'bigint' || (typeof value === 'number' && call.method === 'GET')
    if (isNumber) return [name, value.toString()] as const
    return [name, Array.isArray(value) && call.method === 'GET' ? value.join(',') : value] as const
  })
  return Object.fromEntries(texts)
}

/**
 * The server's base address: the page's own, or relative to it where the page says so (the console lies one level
 * below).
 */
export const houseBase = (): string =>
  new URL(document.documentElement.dataset['house'] ?? '.', new URL('.', document.baseURI)).href

/** The URL of a call. `lang` is in the path, and also in the query as the spec wants. */
export function addressFor(call: Call, wire: Readonly<Record<string, unknown>>, base = houseBase()): string {
  const url = new URL(`api/${language()}${call.path}`, base)
  if (call.method === 'GET') {
    // Query values are already text: the contract's codecs encode them so.
    for (const [name, value] of Object.entries(wire)) if (typeof value === 'string') url.searchParams.set(name, value)
  }
  url.searchParams.set('lang', language())
  return url.href
}

function requestFor(call: Call, wire: Readonly<Record<string, unknown>>, key: string | undefined): RequestInit {
  const token = currentSession()?.token
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers['token'] = token
  if (call.method === 'GET') return { headers }
  headers['content-type'] = 'application/json'
  if (call.kind === 'write') headers['idempotency-key'] = key ?? newId()
  return { method: 'POST', headers, body: JSON.stringify({ ...wire, lang: language() }) }
}

/** Make a call. Throws only if the caller aborts; every other outcome is an answer. */
export async function send<C extends Call>(call: C, input: InputOf<C>, options: SendOptions = {}): Promise<Answer<C>> {
  const { key, signal, timeoutMs = CALL_MS, base = houseBase() } = options
  const wire = wireInput(call, input)
  const token = currentSession()?.token ?? null
  const giveUp = new AbortController()
  const abandon = () => giveUp.abort(signal?.reason)
  const timer = setTimeout(() => giveUp.abort('timeout'), timeoutMs)
  signal?.addEventListener('abort', abandon)
  try {
    const request = { ...requestFor(call, wire, key), signal: giveUp.signal, cache: 'no-store' as const }
    const address = addressFor(call, wire, base)
    const response = await (takeFirst(address) ?? fetch(address, request))
    const text = await response.text()
    await textsHere()
    const answer = readAnswer(call, { ...headOf(response), text }, token)
    if ('reply' in answer) options.onText?.(text)
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    await textsHere()
    return outage(giveUp.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abandon)
  }
}

/** Spec section 9: a download times out after 60,000 ms. */
const DOWNLOAD_MS = 60_000

/**
 * Request a file: its bytes and file name, or the reason for the failure. The token is in the header, never in a URL.
 */
export async function sendForFile<C extends Call>(
  call: C,
  input: InputOf<C>,
): Promise<{ readonly file: Blob; readonly name: string } | { readonly refusal: Refusal<RefusalOf<C>> } | Outage> {
  const wire = wireInput(call, input)
  const token = currentSession()?.token ?? null
  const signal = AbortSignal.timeout(DOWNLOAD_MS)
  try {
    const request = { ...requestFor(call, wire, undefined), signal, cache: 'no-store' as const }
    const response = await fetch(addressFor(call, wire, houseBase()), request)
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const no = readAnswer(call, { ...headOf(response), text: await response.text() }, token)
      return 'reply' in no ? outage('nonsense') : no
    }
    if (!response.ok) return outage(response.status >= 500 ? 'network' : 'nonsense')
    markOnline()
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'lonja'
    return { file: await response.blob(), name }
  } catch {
    return outage(signal.aborted ? 'timeout' : 'network')
  }
}

function outage(kind: Outage['outage']): Outage {
  if (kind !== 'nonsense') markOffline()
  const t = textFor('connection')
  const msg = kind === 'timeout' ? t('timeout') : kind === 'network' ? t('unreachable') : t('error')
  return { outage: kind, msg }
}

/** An answer as it arrives. `reference` is the server's name of the request, for a person to quote. */
export interface WireAnswer {
  readonly status: number
  readonly reference: string | null
  readonly text: string
}

const headOf = ({ status, headers }: Response) => ({ status, reference: headers.get(REFERENCE_HEADER) })

/** Read the envelope: `code` 1 is a reply, any other code a refusal. `code` 401 on an HTTP error ends the session. */
export function readAnswer<C extends Call>(
  call: C,
  { status, reference, text }: WireAnswer,
  token: string | null,
): Answer<C> {
  const body = envelope(text)
  // A proxy answers with its own page while the server is down.
  if (!body) return outage(status >= 500 ? 'network' : 'nonsense')
  markOnline()
  if (body['code'] === 1) {
    const reply = z.safeDecode(call.reply, body['data'])
    return reply.success ? { reply: reply.data as ReplyOf<C> } : outage('nonsense')
  }
  if (status >= 400 && body['code'] === 401) expireSession(token)
  return { refusal: refusalIn(body, status, reference) }
}

/** The reply in an envelope that was kept; null if the call's shape has changed since. */
export function readKeptReply<C extends Call>(call: C, text: string): ReplyOf<C> | null {
  const reply = z.safeDecode(call.reply, envelope(text)?.['data'])
  return reply.success ? (reply.data as ReplyOf<C>) : null
}

function envelope(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body ? body : null
  } catch {
    return null
  }
}

function refusalIn(body: Record<string, unknown>, status: number, reference: string | null): Refusal {
  const { error, fields, detail } = body
  const t = textFor('connection')
  const msg = typeof body['msg'] === 'string' && body['msg'] !== '' ? body['msg'] : t('error')
  return {
    refused: typeof error === 'string' ? error : 'internal',
    // A customer can quote the reference, and the operator finds the request in the log.
    msg: status >= 500 && reference !== null ? t('reference', { msg, reference }) : msg,
    fields: Array.isArray(fields) ? (fields as FieldMistake[]) : [],
    detail: typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {},
    status,
  }
}
