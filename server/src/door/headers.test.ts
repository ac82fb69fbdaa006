import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProfile, logIn } from '@lonja/core/accounts/accounts.contract'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { appFiles } from './files.ts'
import { headersOfAll } from './headers.ts'
import { isOwnPage } from './origin.ts'

const CLOSED = "default-src 'none'; frame-ancestors 'none'"

let house: TestHouse
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-headers-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="es"><title>x</title></html>')
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  house = await openTestHouse({ publicUrl: 'https://lonja.example.org', pages: [appFiles(folder)] })
})
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true })
})

// prettier-ignore
test.each<[string, InjectOptions, number, 'closed' | 'page']>([
  ['a reply',                 { url: '/api/en/about' },                                                        200, 'closed'],
  ['a refusal',               { url: `/api/en${readProfile.path}` },                                           401, 'closed'],
  ['bad input',               { url: `/api/en${logIn.path}`, method: 'POST', payload: { pin: 1 } },             400, 'closed'],
  ['a form that lacks a field', { url: `/api/en${logIn.path}`, method: 'POST', payload: {} },                  422, 'closed'],
  ['no such call',            { url: '/api/en/no/such/call' },                                                 404, 'closed'],
  ['no such page',            { url: '/no/such/page' },                                                        404, 'closed'],
  ['too much',                { url: `/api/en${logIn.path}`, method: 'POST', payload: { phone: '6'.repeat(99_999) } }, 413, 'closed'],
  ['an address of no form',   { url: '/%' },                                                                   400, 'closed'],
  ['a redirect',              { url: '/api' },                                                                 308, 'closed'],
  ['the calls for programs',  { url: '/api/openapi.json' },                                                    200, 'page'],
  ['the calls for people',    { url: '/api/' },                                                                200, 'page'],
  ['the style of pages',      { url: '/api/page.css' },                                                        200, 'page'],
  ['the app',                 { url: '/' },                                                                    200, 'page'],
  ['a file of the app',       { url: '/icon.svg' },                                                            200, 'page'],
])('%s', async (_what, request, status, kind) => {
  const { statusCode, headers } = await house.door.inject(request)
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
  })
  const policy = String(headers['content-security-policy'])
  if (kind === 'closed') expect(policy).toBe(CLOSED)
  else for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) expect(policy).toContain(part)
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('the description of the calls names its files relative to itself, so that it also lies below another path', async () => {
  const { body } = await house.door.inject({ url: '/api/' })
  expect([...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['page.css', 'openapi.json'])
  expect((await house.door.inject({ url: '/api' })).headers.location).toBe('api/')
})

/** The addresses to which a page leads, if the whole house lies below another path. */
const leadingFrom = (url: string, body: string): string[] =>
  [...body.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(
    ([, to = '']) => new URL(to, `https://lonja.example.org/below${url}`).pathname,
  )

// prettier-ignore
test.each([
  ['/api/',           ['/below/api/page.css', '/below/api/openapi.json']],
  ['/support/en',     ['/below/api/page.css', '/below/', '/below/support/tur', '/below/support/cn', '/below/support/tw', '/below/support/en', '/below/support/fr']],
  ['/checkout/en/x',  ['/below/api/page.css', '/below/', '/below/', '/below/checkout/tur/x', '/below/checkout/cn/x', '/below/checkout/tw/x', '/below/checkout/en/x', '/below/checkout/fr/x']],
])('the page %s leads nowhere outside of the house, also below another path', async (url, leads) => {
  expect(leadingFrom(url, (await house.door.inject({ url })).body)).toEqual(leads)
})

test('the calls of the description lie beside it', async () => {
  const { servers, paths } = (await house.door.inject({ url: '/api/openapi.json' })).json()
  const call = `${servers[0].url}${Object.keys(paths as object)[0]}`
  expect(new URL(call, 'https://lonja.example.org/below/api/openapi.json').pathname).toMatch(
    /^\/below\/api\/%7Blang%7D\//,
  )
})

test('a request that is no HTTP', async () => {
  await house.door.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((house.door.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end('NONSENSE\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain(`content-security-policy: ${CLOSED}\r\n`)
})

test('only a house with an encrypted address asks browsers for nothing else', () => {
  const headersOfEach = [null, 'http://lonja.local', 'https://lonja.example.org'].map(headersOfAll)
  expect(headersOfEach.map((headers) => 'strict-transport-security' in headers)).toEqual([false, false, true])
})

const PUBLIC = 'https://lonja.example.org'
// prettier-ignore
test.each<[string, Record<string, string>, string | null, boolean]>([
  ['a program',                          { host: 'anything' },                                                             PUBLIC, true],
  ['the page of the public address',     { origin: PUBLIC, host: '127.0.0.1:3300' },                                       PUBLIC, true],
  ['a page of the same host and port',   { origin: 'http://192.168.1.5:3300', host: '192.168.1.5:3300' },                  null,   true],
  ['the same beside a public address',   { origin: 'http://192.168.1.5:3300', host: '192.168.1.5:3300' },                  PUBLIC, true],
  ['a page on this machine',             { origin: 'http://localhost:3300', host: 'localhost:3300' },                      PUBLIC, true],
  ['the newer addresses',                { origin: 'http://[::1]:3300', host: '[::1]:3300' },                              PUBLIC, true],
  ['the protocol’s own port',            { origin: 'https://lonja.local', host: 'lonja.local:443' },                       null,   true],
  ['through a proxy that names itself',  { origin: 'https://lonja.local', host: '127.0.0.1:3300', 'x-forwarded-host': 'lonja.local' }, null, true],
  ['a page elsewhere',                   { origin: 'https://evil.example', host: 'lonja.example.org' },                    PUBLIC, false],
  ['a page elsewhere, no public address', { origin: 'https://evil.example', host: '192.168.1.5:3300' },                    null,   false],
  ['another port of this machine',       { origin: 'http://localhost:8080', host: 'localhost:3300' },                      null,   false],
  ['the public name without encryption', { origin: 'http://lonja.example.org', host: '127.0.0.1:3300' },                   PUBLIC, false],
  ['a longer name',                      { origin: 'https://lonja.example.org.evil.example', host: 'lonja.example.org' },  PUBLIC, false],
  ['a name that was pointed here',       { origin: 'http://evil.example:3300', host: 'evil.example:3300' },                PUBLIC, false],
  ['a page without an origin',           { origin: 'null', host: '127.0.0.1:3300' },                                       null,   false],
])('the stream and %s', (_who, headers, publicUrl, isOwn) => {
  expect(isOwnPage(headers, publicUrl)).toBe(isOwn)
})
