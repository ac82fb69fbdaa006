import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { settableClock } from '../base/clock.ts'
import { configFrom } from '../config/config.ts'
import { openDb, type Db } from '../database/db.ts'
import { openLog } from '../base/log.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { pollFeed, type PollingOptions } from './feeds.jobs.ts'
import { listFeeds, upsertFeed } from './feeds.store.ts'
import { listNewsRows } from './news.store.ts'

/** Each test has its own days and its own address. */
let NOW = Date.parse('2026-11-21T12:00:00Z')
let base: string
let tests = 0
let server: Server
let address: string
let reply: { status: number; headers: Record<string, string>; body: string }
let requests = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1
    const isKnown = reply.headers['etag'] !== undefined && request.headers['if-none-match'] === reply.headers['etag']
    response.writeHead(isKnown ? 304 : reply.status, reply.headers).end(isKnown ? '' : reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
})
afterAll(async () => {
  server.close()
  await db.close()
  await database.drop()
})

let database: TestDatabase
let db: Db
let clock: ReturnType<typeof settableClock>
let logged: string[]
let options: PollingOptions
beforeEach(async () => {
  NOW += 100 * 24 * HOUR
  address = `${base}/rss${(tests += 1)}?key=secret`
  clock = settableClock(NOW)
  logged = []
  const log = openLog('warn', { write: (line: string) => void logged.push(line) })
  options = { db, clock, log, feeds: [{ address, language: 'tur' }], outside: { alsoAllow: () => true } }
  await db.write((tx) => upsertFeed(tx, { address, language: 'tur' }, NOW))
})

const XML = { 'content-type': 'application/rss+xml; charset=utf-8' }
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Gaceta &amp; Puerto</title>${items}</channel></rss>`
const item = (more: string): string => `<item>${more}</item>`
const answer = (body: string, headers: Record<string, string> = XML, status = 200): void => {
  reply = { status, headers, body }
}
const rows = async () => {
  const request = {
    language: 'tur',
    before: null,
    origin: 'outside',
    topic: null,
    listings: null,
    words: [],
    most: 100,
  } as const
  return (await db.read((tx) => listNewsRows(tx, request))).filter(({ writtenAt }) => writtenAt >= NOW)
}
const hear = () => pollFeed(options, address)
const state = async () => (await db.read(listFeeds)).find((feed) => feed.address === address)

describe('a feed', () => {
  test('is stored as plain text in its language, with its link and name, whatever the feed holds', async () => {
    answer(
      rss(
        item(
          `<title>La pesca &lt;script&gt;alert(1)&lt;/script&gt; cierra</title><link>https://g.example/1</link><guid>1</guid><pubDate>${new Date(NOW - 26 * HOUR).toUTCString()}</pubDate><description><![CDATA[<p onclick="x()">Más <b>capturas</b></p><img src=x onerror=alert(1)>]]></description>`,
        ) +
          item('<title>Enlace malo</title><link>javascript:alert(1)</link><guid>2</guid>') +
          item('<title>Otra vez</title><link>https://g.example/1b</link><guid>1</guid>') +
          item(
            '<title>Del futuro</title><guid>3</guid><pubDate>Fri, 20 Nov 2099 10:00:00 GMT</pubDate><link>/relativo</link>',
          ) +
          item('<description>sin título</description>'),
      ),
    )
    expect(await hear()).toBe(3)
    const articles = await rows()
    expect(articles.map(({ title, body, link, at, teller }) => ({ title, body, link, at, teller }))).toEqual(
      expect.arrayContaining([
        {
          title: 'La pesca cierra',
          body: 'Más capturas',
          link: 'https://g.example/1',
          at: NOW - 26 * HOUR,
          teller: 'Gaceta & Puerto',
        },
        { title: 'Enlace malo', body: '', link: null, at: NOW, teller: 'Gaceta & Puerto' },
        { title: 'Del futuro', body: '', link: new URL('/relativo', address).href, at: NOW, teller: 'Gaceta & Puerto' },
      ]),
    )
    expect(articles).toHaveLength(3)
  })

  test('is polled again a quarter of an hour later with its validators, and its articles are stored once', async () => {
    answer(rss(item('<title>Uno</title><guid>1</guid>')), { ...XML, etag: '"a"' })
    expect(await hear()).toBe(1)
    const before = requests
    expect(await hear()).toBeNull()
    expect(requests).toBe(before)
    clock.advance(15 * MINUTE)
    expect(await hear()).toBe(0)
    answer(rss(item('<title>Uno, corregido</title><guid>1</guid>') + item('<title>Dos</title><guid>2</guid>')), {
      ...XML,
      etag: '"b"',
    })
    clock.advance(15 * MINUTE)
    expect(await hear()).toBe(1)
    expect((await rows()).map(({ title }) => title).sort()).toEqual(['Dos', 'Uno'])
  })

  test('is claimed by one node at a time', async () => {
    answer(rss(item('<title>Uno</title><guid>1</guid>')))
    const counts = await Promise.all([hear(), hear(), hear()])
    expect(counts.filter((count) => count !== null)).toEqual([1])
  })

  test('may be Atom or RDF', async () => {
    answer(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Átomo</title><id>urn:x</id><entry><id>e1</id><title type="html">A &amp;lt; B</title><link rel="self" href="https://s.example/"/><link href="https://g.example/a"/><updated>${new Date(NOW - HOUR).toISOString()}</updated><summary>Resumen</summary></entry></feed>`,
      { 'content-type': 'application/atom+xml' },
    )
    expect(await hear()).toBe(1)
    expect((await rows())[0]).toMatchObject({
      title: 'A < B',
      body: 'Resumen',
      link: 'https://g.example/a',
      teller: 'Átomo',
    })
    answer(
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://x"><title>R</title></channel><item rdf:about="https://x/1"><title>Uno</title><link>https://x.example/1</link></item></rdf:RDF>',
      { 'content-type': 'application/rdf+xml' },
    )
    clock.advance(HOUR)
    expect(await hear()).toBe(1)
  })

  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_n, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ''};`.repeat(10)}">`).join('')}]><rss version="2.0"><channel><title>&lol9;</title></channel></rss>`
  // prettier-ignore
  test.each<[what: string, body: string, fault: RegExp]>([
    ['a billion laughs',       bomb,                                                        /entities of its own/],
    ['an outer entity',        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>&x;</title></channel></rss>', /entities of its own/],
    ['no feed',                '<html><body>hi</body></html>',                              /neither RSS/],
    ['no XML',                 'hello',                                                     /no XML/],
    ['JSON',                   '{"version":"https://jsonfeed.org/version/1.1"}',            /no XML/],
    ['a depth without end',    `<rss version="2.0"><channel>${'<a>'.repeat(120_000)}`,      /neither RSS|too much/],
  ])('that is hostile is refused and leaks nothing: %s', async (_what, body, fault) => {
    answer(body)
    expect(await hear()).toBeNull()
    expect(await rows()).toEqual([])
    expect((await state())?.fault).toMatch(fault)
  })

  test('that fails shows its fault to the operator, is polled less often, and recovers', async () => {
    answer('', {}, 500)
    expect(await hear()).toBeNull()
    expect(await state()).toMatchObject({
      failures: 1,
      fault: 'it answers 500',
      dueAt: NOW + 30 * MINUTE,
      heardAt: null,
    })
    expect(logged.join()).toMatch(/it answers 500/)
    expect(logged.join()).not.toMatch(/secret/)
    clock.advance(30 * MINUTE)
    await hear()
    expect(await state()).toMatchObject({ failures: 2, dueAt: clock.now() + HOUR })
    answer(rss(item('<title>Uno</title><guid>1</guid>')))
    clock.advance(HOUR)
    expect(await hear()).toBe(1)
    expect(await state()).toMatchObject({ failures: 0, fault: null, heardAt: clock.now(), title: 'Gaceta & Puerto' })
  })
})

describe('the setting', () => {
  const feedsOf = (text: string) => configFrom({ NEWS_FEEDS: text }).newsFeeds
  test('names a language and an address for each feed', () => {
    expect(configFrom({}).newsFeeds).toEqual([])
    expect(feedsOf('es=https://a.example/rss?x=1,2&y  zh-Hant=http://b.example')).toEqual([
      { language: 'tur', address: 'https://a.example/rss?x=1,2&y' },
      { language: 'tw', address: 'http://b.example/' },
    ])
  })

  test.each([
    'https://a.example/rss',
    'de=https://a.example',
    'es=ftp://a.example',
    'es=https://u:p@a.example/',
    'es=file:///etc/passwd',
    Array(21).fill('es=https://a.example').join(' '),
  ])('refuses %s', (text) => {
    expect(() => feedsOf(text)).toThrow(/NEWS_FEEDS/)
  })
})
