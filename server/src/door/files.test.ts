import Fastify, { type FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appFiles, PAGE_HEADERS, staffFiles } from './files.ts'

const PAGE = '<!doctype html><title>Lonja</title>'
const CODE = 'export const answer = 42'

let folder: string
let door: FastifyInstance
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-app-'))
  for (const sub of ['assets', '.vite']) mkdirSync(join(folder, sub))
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/main-a1b2.js', CODE],
  ] as const) {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
  }
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
  door = Fastify()
  door.setNotFoundHandler((_request, reply) => reply.code(404).send('Nothing here'))
  appFiles(folder)(door)
  staffFiles(folder)(door)
  await door.ready()
})
afterAll(async () => {
  await door.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => door.inject({ url, headers })

test('the page is served plain or compressed, is revalidated, and allows no foreign content', async () => {
  const plain = await get('/')
  expect(plain.body).toBe(PAGE)
  expect(plain.headers).toMatchObject({ ...PAGE_HEADERS, 'cache-control': 'no-cache' })
  const small = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('text/html') as string,
  })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(PAGE)
})

test.each([
  ['http://localhost:3300', true],
  ['http://127.0.0.1:3300', true],
  ['http://192.168.1.20:3300', false],
  ['http://lonja.example', false],
])('at %s a page has the opener policy: %s', async (at, isTrustworthy) => {
  for (const path of ['/', '/assets/main-a1b2.js']) {
    const { headers } = await door.inject({ url: path, headers: { host: at.slice('http://'.length) } })
    expect(headers['cross-origin-opener-policy']).toBe(isTrustworthy ? 'same-origin' : undefined)
  }
})

test('the console is served beside the app, and its address without the last slash redirects there', async () => {
  const page = await get('/staff/')
  expect(page.body).toBe(PAGE)
  expect(page.headers).toMatchObject({ ...PAGE_HEADERS, 'cache-control': 'no-cache' })
  const short = await get('/staff')
  expect([short.statusCode, short.headers.location]).toEqual([308, './staff/'])
})

test.each(['/assets/main-a1b2.js', '/staff/assets/main-a1b2.js'])(
  '%s never changes and may be cached for ever',
  async (url) => {
    const { headers, body } = await get(url)
    expect(body).toBe(CODE)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript') as string,
    })
  },
)

test.each([
  '/assets/missing.js',
  '/../package.json',
  '/%2e%2e/package.json',
  '/.vite/manifest.json',
  '/assets/',
  '/staff/../package.json',
])('%s is not served', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toContain('"name"')
})

test('an app that is not built fails with a one-line message', () => {
  expect(() => appFiles(join(folder, 'nowhere'))).toThrow('run npm start or npm run build')
  expect(() => staffFiles(join(folder, 'nowhere'))).toThrow('The staff console is not built')
})

test('the page holds the facts of its house, also compressed, and a browser that has it gets 304', async () => {
  writeFileSync(join(folder, 'index.html'), `<!doctype html><html lang="es">${PAGE}`)
  const whole = Fastify()
  appFiles(folder, { source: 'replay', label: 'Acciones "2019" & más' })(whole)
  const html = '<html data-source="replay" data-label="Acciones &quot;2019&quot; &amp; más" lang="es">'
  const small = await whole.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(small.rawPayload).toString()).toContain(html)
  const again = await whole.inject({ url: '/', headers: { 'if-none-match': String(small.headers['etag']) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  writeFileSync(join(folder, 'index.html'), PAGE)
  await whole.close()
})
