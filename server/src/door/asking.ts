import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { Call } from '@lonja/core/base/contract'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { readerFor } from './decode.ts'
import { badInput, fieldError, refused, wrongInput, type EncodedAnswer } from './envelope.ts'
import type { CallRequest } from './serve.ts'
import { rateLimit, type RateLimit } from './throttle.ts'
import { tokensKnown, type FindToken } from '../secrets/token.ts'

/** A request before its contract decodes it: the parsed body or query, and the sender. */
export interface Sender {
  readonly sent: unknown
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  readonly language: Language
  readonly now: Instant
}

/** The gates before every call: the rate limiters of addresses and sessions, and the cache of recent tokens. */
export interface Gates {
  readonly address: RateLimit
  readonly session: RateLimit
  readonly findToken: FindToken
}

export const gatesFor = (callsAMinute: { readonly anAddress: number; readonly aSession: number }): Gates => ({
  address: rateLimit(callsAMinute.anAddress, MINUTE),
  session: rateLimit(callsAMinute.aSession, MINUTE),
  findToken: tokensKnown(),
})

/** Decodes a request by its call's contract, or returns the refusal. */
export function askingFor(call: Call, gates: Gates): (sender: Sender) => CallRequest | EncodedAnswer {
  const readInput = readerFor(call.input)
  return ({ sent, headers, ip, language, now }) => {
    const { fields, tokenText } = fieldsOf(call, sent, headers)
    const token = gates.findToken(tokenText)
    if (token && !gates.session.allow(tokenText as string, now)) return refused(refuse('too_many_requests'), language)
    if (call.caller !== 'anyone' && !token) return refused(refuse('not_signed_in'), language)
    const read = readInput(fields)
    if (!read.success) return wrongInput(call, read.error.issues, fields, language)
    const halves = halfCharactersIn(read.data)
    if (halves.length > 0) {
      return badInput(
        halves.map((field) => fieldError(field, 'wrong_form', language)),
        language,
      )
    }
    const key = headers['idempotency-key'] ?? null
    if (key !== null && !fitsKey(call, key, read.data)) {
      return badInput([fieldError('Idempotency-Key', 'wrong_form', language)], language)
    }
    const userAgent = headers['user-agent'] ?? ''
    return { call, input: read.data, language, token, key: key as string | null, ip, userAgent, now, bytes: NO_BYTES }
  }
}

const NO_BYTES = Buffer.alloc(0)

const HALF_CHARACTER = /\p{Cs}/u

/**
 * The fields of a decoded input whose text holds half of a character, as the escape `\ud800` alone makes it. It has no
 * form in UTF-8, so neither the database nor a later reader could keep it as it was sent.
 */
function halfCharactersIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return HALF_CHARACTER.test(value) ? [field] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    halfCharactersIn(inner, field === '' ? name : `${field}.${name}`),
  )
}

/** The call's input without `lang` and `token`: the path has the language, the header the token. */
function fieldsOf(call: Call, sent: unknown, headers: IncomingHttpHeaders): { fields: unknown; tokenText: unknown } {
  const header = headers['token']
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { fields: sent, tokenText: header }
  if (!('lang' in sent) && !('token' in sent)) return { fields: sent, tokenText: header }
  const { lang: _path, token: inside, ...fields } = sent as Record<string, unknown>
  return { fields, tokenText: header ?? (call.method === 'POST' ? inside : undefined) }
}

/** An idempotency key is a UUIDv7. If the input has its own id, the key must equal it. */
const fitsKey = (call: Call, key: unknown, input: unknown): boolean =>
  z.safeParse(Id, key).success && (call.kind !== 'write' || call.key !== 'id' || (input as { id: string }).id === key)
