import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './outside.addresses.ts'
import { fetchOutside, type OutsideOptions } from './outside.ts'

// prettier-ignore
test.each<[address: string, isPublic: boolean]>([
  ['8.8.8.8', true], ['1.1.1.1', true], ['223.255.255.255', true], ['172.15.255.255', true], ['172.32.0.0', true],
  ['0.0.0.0', false], ['10.1.2.3', false], ['100.64.0.1', false], ['100.127.255.255', false], ['100.128.0.0', true], ['127.0.0.1', false],
  ['168.63.129.15', true], ['168.63.129.16', false], ['168.63.129.17', true], ['::ffff:168.63.129.16', false],
  ['127.255.255.255', false], ['169.254.169.254', false], ['172.16.0.0', false], ['172.31.255.255', false], ['192.0.2.1', false],
  ['192.168.0.1', false], ['198.18.0.1', false], ['203.0.113.9', false], ['224.0.0.1', false], ['255.255.255.255', false],
  ['2606:4700::1111', true], ['2001:4860:4860::8888', true], ['::', false], ['::1', false], ['::ffff:127.0.0.1', false], ['::ffff:8.8.8.8', false],
  ['::ffff:7f00:1', false], ['64:ff9b::7f00:1', false], ['fe80::1', false], ['fe80::1%eth0', false], ['fc00::1', false], ['fd12::1', false],
  ['ff02::1', false], ['2001:db8::1', false], ['2001::1', false], ['2002:7f00:1::', false], ['3fff::1', false], ['4000::1', false],
  ['localhost', false], ['', false], ['127.1', false], ['2130706433', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answers = new Map<string, Answer>()
const servers: Server[] = []
const seen: IncomingMessage['headers'][] = []

async function open(): Promise<number> {
  const server = createServer((request, response) => {
    seen.push(request.headers)
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let port: number
/** The port of a private server on the same machine, which must never be reached. */
let secret: number
let reached = 0
beforeAll(async () => {
  port = await open()
  const inner = createServer((_request, response) => {
    reached += 1
    response.writeHead(200, { 'content-type': 'text/xml' }).end('<secret/>')
  })
  servers.push(inner)
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  secret = (inner.address() as AddressInfo).port
})
afterAll(() => {
  for (const server of servers) server.close()
  for (const server of servers) server.closeAllConnections()
})

const say = (path: string, headers: Record<string, string>, body: string | Buffer, status = 200): string => {
  answers.set(path, (_request, response) => response.writeHead(status, headers).end(body))
  return `http://127.0.0.1:${port}${path}`
}
const XML = { 'content-type': 'text/xml' }
const fetchHere = (address: string, more: Partial<OutsideOptions> = {}) =>
  fetchOutside(address, { types: /xml/, alsoAllow: (_ip, at) => at === port, withinMs: 3_000, ...more })

describe('a text from outside', () => {
  test('is fetched with its validators, and then is unchanged', async () => {
    const address = say('/ok', { ...XML, etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' }, '<a>ñ</a>')
    const fetched = await fetchHere(address)
    expect(fetched).toEqual({ kind: 'text', text: '<a>ñ</a>', etag: '"v1"', modified: 'Fri, 20 Nov 2026 10:00:00 GMT' })
    answers.set('/ok', (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"v1"' && request.headers['if-modified-since'] !== undefined
      response.writeHead(isKnown ? 304 : 500).end()
    })
    expect(await fetchHere(address, { etag: '"v1"', modified: 'Fri, 20 Nov 2026 10:00:00 GMT' })).toEqual({
      kind: 'same',
    })
    expect(seen.at(-1)).not.toHaveProperty('cookie')
  })

  test.each([
    ['a header', 'text/xml; charset=iso-8859-1', Buffer.from('<a>ñ</a>', 'latin1')],
    ['the document', 'text/xml', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ñ</a>', 'latin1')],
    ['a mark', 'text/xml', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>ñ</a>', 'utf16le')])],
  ])('is decoded by the encoding that %s names', async (_how, type, body) => {
    const fetched = await fetchHere(say('/enc', { 'content-type': type }, body))
    expect(fetched.kind === 'text' && fetched.text.endsWith('<a>ñ</a>')).toBe(true)
  })

  // prettier-ignore
  test.each<[what: string, path: string, headers: Record<string, string>, body: string | Buffer, fault: RegExp]>([
    ['another content type',   '/html',  { 'content-type': 'text/html; charset=utf-8' }, '<rss/>',                       /answers with text\/html/],
    ['no content type',        '/none',  {},                                             '<rss/>',                       /no content type/],
    ['said to be too large',   '/large', { ...XML, 'content-length': '2000000' },        Buffer.alloc(2_000_000, 120),   /larger than 1000000 bytes/],
    ['a compressed answer',    '/gzip',  { ...XML, 'content-encoding': 'gzip' },         gzipSync(Buffer.alloc(9_000_000)), /compressed/],
    ['an encoding of nobody',  '/utf7',  { 'content-type': 'text/xml; charset=utf-7' },  '<rss/>',                       /encoding/],
  ])('is refused: %s', async (_what, path, headers, body, fault) => {
    const fetched = await fetchHere(say(path, headers, body))
    expect(fetched.kind === 'fault' && fetched.fault).toMatch(fault)
  })

  test('without end is cut off by its size, and a slow one by its time', async () => {
    answers.set('/endless', (_request, response) => {
      response.writeHead(200, XML)
      const more = setInterval(() => response.write(Buffer.alloc(100_000, 120)), 1)
      response.on('close', () => clearInterval(more))
    })
    answers.set('/drip', (_request, response) => {
      response.writeHead(200, XML)
      const more = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(more))
    })
    answers.set('/silent', () => {})
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    expect(await fetchHere(at('/endless'))).toEqual({ kind: 'fault', fault: 'it is larger than 1000000 bytes' })
    expect(await fetchHere(at('/drip'), { withinMs: 300 })).toEqual({
      kind: 'fault',
      fault: 'it did not answer in time',
    })
    expect(await fetchHere(at('/silent'), { withinMs: 300 })).toEqual({
      kind: 'fault',
      fault: 'it did not answer in time',
    })
  })
})

const redirect = (path: string, to: string): string => say(path, { location: to }, '', 302)

describe('an address that is not of the internet', () => {
  const PRIVATE = { kind: 'fault', fault: 'its address is not of the public internet' }
  // prettier-ignore
  test.each<[what: string, host: string]>([
    ['a number',          '127.0.0.1'],
    ['a name',            'localhost'],
    ['one number',        '2130706433'],
    ['by eights',         '0177.0.0.1'],
    ['by sixteens',       '0x7f000001'],
    ['short',             '127.1'],
    ['nought',            '0'],
    ['of six',            '[::1]'],
    ['of four in six',    '[::ffff:127.0.0.1]'],
  ])('is refused, written as %s, requested and redirected to', async (_what, host) => {
    const address = `http://${host}:${secret}/`
    expect(await fetchHere(address)).toEqual(PRIVATE)
    expect(await fetchHere(redirect('/away', address))).toEqual(PRIVATE)
    expect(reached).toBe(0)
  })

  test('is refused without the argument that only tests pass', async () => {
    expect(await fetchOutside(say('/ok2', XML, '<a/>'), { types: /xml/ })).toEqual(PRIVATE)
  })
})

describe('a redirect', () => {
  test('is followed four times, but not five', async () => {
    say('/end', XML, '<a/>')
    redirect('/1', '/end')
    for (let n = 2; n <= 5; n += 1) redirect(`/${n}`, `/${n - 1}`)
    expect((await fetchHere(`http://127.0.0.1:${port}/4`)).kind).toBe('text')
    expect(await fetchHere(`http://127.0.0.1:${port}/5`)).toEqual({
      kind: 'fault',
      fault: 'it redirects more than 4 times',
    })
  })

  test.each([
    ['file:///etc/passwd', /neither http nor https/],
    ['ftp://127.0.0.1/x', /neither http nor https/],
    ['javascript:alert(1)', /neither http nor https/],
    ['http://user:secret@127.0.0.1/', /name or password/],
    ['http://', /nowhere/],
  ])('to %s is refused', async (to, fault) => {
    const fetched = await fetchHere(redirect('/bad', to))
    expect(fetched.kind === 'fault' && fetched.fault).toMatch(fault)
  })

  test('does not disclose its target', async () => {
    const fetched = await fetchHere(redirect('/tell', `http://10.0.0.1:${secret}/secret-path`))
    expect(JSON.stringify(fetched)).not.toMatch(/10\.0\.0\.1|secret-path/)
  })
})

test('an unknown name and a closed port are faults, not exceptions', async () => {
  expect(await fetchHere('http://no-such-name.invalid/')).toMatchObject({ kind: 'fault' })
  const free = await open()
  await new Promise((resolve) => servers.pop()?.close(resolve))
  const fetched = await fetchHere(`http://127.0.0.1:${free}/`, { alsoAllow: () => true })
  expect(fetched).toEqual({ kind: 'fault', fault: 'it could not be reached (ECONNREFUSED)' })
})
