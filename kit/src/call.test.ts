import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { read, write } from '@lonja/core/base/contract'
import { Id, Listing, Money, Price, Shares, numberText } from '@lonja/core/base/wire'
import { eur, priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { send, type SendOptions } from './call.ts'
import { isAway } from './connection.ts'
import { newId } from './ids.ts'
import { currentSession, onSessionEnd, signIn, signOut } from './session.ts'
import { openTexts, type Catalogue } from './text.ts'

const quote = read({
  path: '/test/quote',
  caller: 'customer',
  summary: '',
  input: z.strictObject({ listing: Listing, limit: z.optional(numberText(1, 9)) }),
  reply: z.object({ last: z.nullable(Price), total: Money }),
})
const search = read({ ...quote, method: 'POST', path: '/test/search', input: z.strictObject({ words: z.string() }) })
const place = write({
  path: '/test/place',
  caller: 'customer',
  restrictedFrom: null,
  key: 'id',
  summary: '',
  input: z.strictObject({ id: Id, shares: Shares, limit: z.nullable(Price) }),
  reply: z.object({ id: Id }),
  refusals: ['insufficient_balance'],
})

interface WireRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const empty = () => Promise.resolve({ TEXTS: {} })

let house: Server
let options: SendOptions
let wireAnswer: { status: number; body: string } | null
const heard: WireRequest[] = []

beforeEach(async () => {
  heard.length = 0
  wireAnswer = {
    status: 200,
    body: '{"code":1,"msg":"","data":{"last":"17.46","total":{"amount":"12.34","currency":"EUR"}}}',
  }
  house = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (wireAnswer) response.writeHead(wireAnswer.status, { 'content-type': 'application/json' }).end(wireAnswer.body)
    })
  })
  await new Promise<void>((listening) => house.listen(0, '127.0.0.1', listening))
  options = { base: `http://127.0.0.1:${(house.address() as AddressInfo).port}/practice/` }
})

afterEach(async () => {
  signOut()
  house.closeAllConnections()
  await new Promise((closed) => house.close(closed))
})

test('a read goes by GET below its own base, its input and the language in the query, and its reply is decoded', async () => {
  signIn({ token: 'secret', userId: newId() })
  const answer = await send(quote, { listing: 'XMAD:BVE', limit: 5 }, options)
  expect(answer).toEqual({ reply: { last: priceE4(174_600n), total: eur(12_34n) } })
  expect(heard[0]).toMatchObject({
    method: 'GET',
    url: '/practice/api/tur/test/quote?listing=XMAD%3ABVE&limit=5&lang=tur',
  })
  expect(heard[0]?.headers).toMatchObject({ token: 'secret' })
})

test('input that the contract rejects is sent unchanged, and the server reports the error', async () => {
  wireAnswer = { status: 400, body: '{"code":0,"msg":"Revisa el campo","error":"bad_input"}' }
  const nowhere = 'no listing' as ListingId
  expect(await send(quote, { listing: nowhere, limit: 99 }, options)).toMatchObject({
    refusal: { refused: 'bad_input', msg: 'Revisa el campo' },
  })
  expect(heard[0]?.url).toBe('/practice/api/tur/test/quote?listing=no+listing&limit=99&lang=tur')
  await send(place, { id: '', shares: wholeShares(10n), limit: null }, options)
  expect(JSON.parse(heard[1]?.body ?? '')).toEqual({ id: '', shares: '10', limit: null, lang: 'tur' })
})

test('a read of the spec that goes by POST carries its input and the language in the body, and no key', async () => {
  await send(search, { words: 'bahía' }, options)
  expect(heard[0]).toMatchObject({ method: 'POST', url: '/practice/api/tur/test/search?lang=tur' })
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ words: 'bahía', lang: 'tur' })
  expect(heard[0]?.headers['idempotency-key']).toBeUndefined()
})

test('a write is encoded as decimal strings and carries its key', async () => {
  const id = newId()
  wireAnswer = { status: 200, body: JSON.stringify({ code: 1, msg: '', data: { id } }) }
  const answer = await send(place, { id, shares: wholeShares(10n), limit: priceE4(174_650n) }, { ...options, key: id })
  expect(answer).toEqual({ reply: { id } })
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ id, shares: '10', limit: '17.465', lang: 'tur' })
  expect(heard[0]?.headers['idempotency-key']).toBe(id)
})

test('a refusal comes back with its name, sentence and fields', async () => {
  const fields = [{ field: 'shares', code: 'insufficient_balance', msg: 'Saldo insuficiente' }]
  wireAnswer = {
    status: 422,
    body: JSON.stringify({ code: 0, msg: 'Saldo insuficiente', error: 'insufficient_balance', fields }),
  }
  const answer = await send(place, { id: newId(), shares: wholeShares(1n), limit: null }, options)
  expect(answer).toEqual({
    refusal: { refused: 'insufficient_balance', msg: 'Saldo insuficiente', fields, detail: {}, status: 422 },
  })
})

test('an HTTP error whose body code is 401 ends the session that made the call', async () => {
  const ended: string[] = []
  const leave = onSessionEnd((how) => ended.push(how))
  signIn({ token: 'old', userId: newId() })
  wireAnswer = { status: 401, body: '{"code":401,"msg":"Entra","error":"not_signed_in"}' }
  expect(await send(quote, { listing: 'XMAD:BVE' }, options)).toMatchObject({ refusal: { refused: 'not_signed_in' } })
  expect(currentSession()).toBeNull()
  expect(ended).toEqual(['expired'])
  leave()
})

test('a 401 to a token that was replaced meanwhile leaves the new session alone', async () => {
  signIn({ token: 'old', userId: newId() })
  wireAnswer = { status: 401, body: '{"code":401,"msg":"","error":"not_signed_in"}' }
  const call = send(quote, { listing: 'XMAD:BVE' }, options)
  signIn({ token: 'new', userId: newId() })
  await call
  expect(currentSession()?.token).toBe('new')
})

test('no answer in time is a timeout, and the house counts as away until it is heard again', async () => {
  wireAnswer = null
  const answer = await send(quote, { listing: 'XMAD:BVE' }, { ...options, timeoutMs: 50 })
  expect(answer).toMatchObject({ outage: 'timeout' })
  expect(isAway()).toBe(true)
  wireAnswer = { status: 404, body: '{"code":0,"msg":"","error":"not_found"}' }
  await send(quote, { listing: 'XMAD:BVE' }, options)
  expect(isAway()).toBe(false)
})

test('a house that is not there is no network', async () => {
  const answer = await send(quote, { listing: 'XMAD:BVE' }, { base: 'http://127.0.0.1:1/' })
  expect(answer).toMatchObject({ outage: 'network' })
})

test.each([
  ['a page of a proxy before a house that is away', 502, '<html>Bad gateway</html>', 'network'],
  ['an answer that is none', 200, 'hello', 'nonsense'],
  ['a reply that is not of the contract', 200, '{"code":1,"msg":"","data":{"last":17.46}}', 'nonsense'],
])('%s', async (_what, status, body, outage) => {
  wireAnswer = { status, body }
  expect(await send(quote, { listing: 'XMAD:BVE' }, options)).toMatchObject({ outage })
})

test('an aborted call gets no answer', async () => {
  wireAnswer = null
  const giveUp = new AbortController()
  const call = send(quote, { listing: 'XMAD:BVE' }, { ...options, signal: giveUp.signal })
  giveUp.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
})

test.each([
  ['no house', () => (options = { base: 'http://127.0.0.1:1/' })],
  ['a page of a proxy', () => (wireAnswer = { status: 502, body: '<html>Bad gateway</html>' })],
])('%s, heard before the first texts are here, is said in words', async (_what, happens) => {
  happens()
  await openTexts({ tur: empty, cn: empty, tw: empty, en: empty, fr: empty })
  let come: (texts: { TEXTS: Catalogue }) => void = () => {}
  const coming = new Promise<{ TEXTS: Catalogue }>((resolve) => (come = resolve))
  const load = () => coming
  const opened = openTexts({ tur: load, cn: load, tw: load, en: load, fr: load })
  const answer = send(quote, { listing: 'XMAD:BVE' }, options)
  setTimeout(() => come({ TEXTS: { connection: { unreachable: 'No se llega al servidor' } } }), 100)
  expect(await answer).toEqual({ outage: 'network', msg: 'No se llega al servidor' })
  await opened
})
