import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { LISTING_FORM } from '@lonja/core/base/amount'
import { DOOR_REFUSALS, type Call } from '@lonja/core/base/contract'
import { LANGUAGES } from '@lonja/core/base/language'
import { VERSION } from '@lonja/core/base/version'
import { Listing } from '@lonja/core/base/wire'
import { statusFor } from './envelope.ts'
import { PAGE_HEADERS, pageHeaders } from './files.ts'
import { escaped } from './escaped.ts'
import type { StoppedLine } from './page.ts'

type Json = Record<string, unknown>
type Calls = Readonly<Record<string, Call>>

/** A schema in its wire form: a codec is described by its encoded side. */
function wireSchema(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...wire } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A custom function checks a listing, so the schema does not know its form.
      if (zodSchema === (Listing as unknown))
        Object.assign(jsonSchema, { type: 'string', pattern: LISTING_FORM.source })
    },
  }) as Json
  return wire
}

/** OpenAPI 3.1 of every call of the contract. */
export function openApiFor(calls: Calls): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = `/api/{lang}${call.path}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationFor(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lonja',
      version: VERSION,
      summary: 'A self-hosted brokerage on practice money',
      description:
        'Answers come in one envelope. Money and prices are decimal strings. A write carries an Idempotency-Key (UUIDv7): the same key and body hear the first answer again.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    // Relative to this description, so that it also lies below another path.
    servers: [{ url: '..' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Refused: REFUSED },
    },
  }
}

const REFUSED = {
  type: 'object',
  required: ['code', 'msg', 'error'],
  properties: {
    code: { enum: [0, 401], description: '401 where the caller is not signed in' },
    msg: { type: 'string', description: 'A sentence in the language of the path' },
    error: { type: 'string', description: 'A stable name' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'msg'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, msg: { type: 'string' } },
      },
    },
    detail: { type: 'object', description: 'What fills the sentence: amounts as { asset, units }, or texts' },
  },
}

function operationFor(name: string, call: Call): Json {
  const input = wireSchema(call.input)
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    ...(call.caller !== 'anyone' ? { security: [{ token: [] }] } : {}),
    parameters: [LANGUAGE, ...(call.kind === 'write' && call.key !== 'none' ? [KEY] : []), ...queryOf(call, input)],
    ...(takesPicture(call) ? { requestBody: PICTURE } : {}),
    ...(call.method === 'POST' && !takesPicture(call)
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : {}),
    responses: responsesFor(call),
  }
}

const takesPicture = (call: Call): boolean => call.body === 'picture'

const PICTURE = {
  required: true,
  description: 'The bytes of one picture: JPEG, PNG or WebP, 10 MB at most',
  content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
}

const LANGUAGE = {
  name: 'lang',
  in: 'path',
  required: true,
  description: 'tur is Spanish; an unknown language is answered in it',
  schema: { enum: LANGUAGES, default: 'tur' },
}
const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A UUIDv7 made when the form opens; where the input has an id, that id. Left out, there is no protection.',
  schema: { type: 'string', format: 'uuid' },
}

function queryOf(call: Call, input: Json): Json[] {
  if (call.method === 'POST' && !takesPicture(call)) return []
  const required = (input['required'] ?? []) as string[]
  return Object.entries((input['properties'] ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** Refusals by HTTP status: the call's own, and those that the door may give to any call. */
function refusalsByStatus(call: Call): Map<number, string[]> {
  const door = DOOR_REFUSALS.filter((code) => fromTheDoor(code, call))
  const byStatus = new Map<number, string[]>()
  for (const code of new Set([...call.refusals, ...door])) {
    byStatus.set(statusFor(code), [...(byStatus.get(statusFor(code)) ?? []), code])
  }
  return byStatus
}

function fromTheDoor(code: (typeof DOOR_REFUSALS)[number], call: Call): boolean {
  if (code === 'not_found') return false
  if (code === 'missing_information') return call.kind === 'write'
  if (code === 'not_signed_in') return call.caller !== 'anyone'
  if (code === 'not_your_role') return call.caller === 'seat'
  // Some files are served one at a time.
  if (code === 'still_running' && call.kind === 'read' && call.file !== undefined) return true
  if (code === 'key_reused' || code === 'still_running') return call.kind === 'write' && call.key !== 'none'
  return code !== 'too_large' || call.method === 'POST'
}

function responsesFor(call: Call): Json {
  const reply = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: 1 }, msg: { const: '' }, data: wireSchema(call.reply) },
  }
  const refusals = [...refusalsByStatus(call)].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } },
    },
  ])
  const file = call.kind === 'read' ? call.file : undefined
  const content = file
    ? Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: reply } }
  return {
    200: { description: 'Accepted', content },
    ...(Object.fromEntries(refusals) as Json),
  }
}

/** The OpenAPI description at `/api/openapi.json`, and a readable page at `/api/`. */
export function openApiPages(calls: Calls, stopped: StoppedLine): (door: FastifyInstance) => void {
  const json = JSON.stringify(openApiFor(calls))
  const [head, rest] = pageFor(calls)
  return (door) => {
    door.get('/api/openapi.json', (_request, reply) =>
      reply.headers(PAGE_HEADERS).type('application/json; charset=utf-8').send(json),
    )
    door.get('/api/', (request, reply) =>
      reply
        .headers(pageHeaders(request))
        .type('text/html; charset=utf-8')
        .send(head + stopped('en') + rest),
    )
    // The page names its files relative to the path with the slash, so that it also lies below another path.
    door.get('/api', (_request, reply) => reply.redirect('api/', 308))
  }
}

/** The page in two halves: between them stands the line of a house whose trading stands. */
function pageFor(calls: Calls): [head: string, rest: string] {
  const features = new Map<string, string[]>()
  for (const [name, call] of Object.entries(calls)) {
    const feature = call.path.split('/')[1] ?? ''
    features.set(feature, [...(features.get(feature) ?? []), sectionFor(name, call)])
  }
  const sections = [...features].map(([feature, parts]) => `<h2>${escaped(feature)}</h2>\n${parts.join('\n')}`)
  const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lonja · the calls</title><link rel="stylesheet" href="page.css"></head>
<body><main>`
  const rest = `<h1>The calls of Lonja</h1>
<p class="lead">Every call stands after <code>/api/{lang}</code>, where <code>{lang}</code> is tur (Spanish), cn, tw, en or fr.
An answer is <code>{"code":1,"msg":"","data":…}</code>; a refusal has <code>code</code> 0 (401 for a caller who is not signed in),
a sentence in <code>msg</code>, a stable name in <code>error</code>, and <code>fields</code> where a form must be mended.</p>
<p class="note">Practice money. Lonja is not a licensed broker.</p>
<p><a href="openapi.json">OpenAPI 3.1 of all this</a></p>
${sections.join('\n')}
</main></body></html>
`
  return [head, rest]
}

function sectionFor(name: string, call: Call): string {
  const input = wireSchema(call.input)
  const required = (input['required'] ?? []) as string[]
  const rows = Object.entries((input['properties'] ?? {}) as Record<string, Json>).map(
    ([field, schema]) =>
      `<tr><td><code>${escaped(field)}</code>${required.includes(field) ? '' : ' (may be left out)'}</td><td><code>${escaped(formOf(schema))}</code></td></tr>`,
  )
  const refusals = call.refusals.map((code) => `<code>${escaped(code)}</code> ${statusFor(code)}`).join(', ')
  return `<section id="${name}"><h3><code>${call.method} ${escaped(call.path)}</code></h3>
<p>${escaped(call.summary)}. ${call.caller === 'customer' ? 'Signed in.' : 'Anyone.'}</p>
${rows.length > 0 ? `<table><thead><tr><th scope="col">Field</th><th scope="col">Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
${refusals ? `<p>Refuses: ${refusals}</p>` : ''}</section>`
}

/** A field's form in a few words. */
function formOf(schema: Json): string {
  const {
    enum: values,
    const: value,
    type,
    pattern,
    anyOf,
    maxLength,
  } = schema as {
    enum?: unknown[]
    const?: unknown
    type?: string
    pattern?: string
    anyOf?: Json[]
    maxLength?: number
  }
  if (anyOf) return anyOf.map(formOf).join(' or ')
  if (values) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  return `${type ?? 'any'}${pattern ? ` ${pattern}` : ''}${maxLength ? `, at most ${maxLength}` : ''}`
}
