import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProfile, listSessions, logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { DOOR_REFUSALS } from '@lonja/core/base/contract'
import { ACCEPTANCE_REFUSALS } from '@lonja/core/documents/documents.contract'
import { LANGUAGES } from '@lonja/core/base/language'
import { CALLS } from '@lonja/core/calls'
import { readInstrument, searchInstruments } from '@lonja/core/market/market.contract'
import { addBankCard } from '@lonja/core/payees/payees.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { NO_LIMITS, openTestHouse, type TestHouse } from '../testing/house.ts'
import { ABC } from '../orders/orders.testing.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../database/db.ts'
import { checkRoutes, openDoor } from './door.ts'
import { localEvents } from '../base/events.ts'
import { openLog } from '../base/log.ts'
import { onLook, type Route } from './serve.ts'
import { CATALOGUES } from '../base/texts.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 1_000n, 1_002n)
})
afterAll(() => house.close())

/** A raw connection to a door, for bytes that an HTTP client would not send. */
async function dial(door: FastifyInstance): Promise<Socket> {
  if (!door.server.listening) await door.listen({ port: 0, host: '127.0.0.1' })
  return connect((door.server.address() as AddressInfo).port, '127.0.0.1')
}

describe('the envelope', () => {
  test('a refusal has a sentence in the language of the path', async () => {
    const answers = await Promise.all(
      [...LANGUAGES, 'de', 'x'.repeat(500)].map((language) =>
        house.ask(readInstrument, { listing: 'XNYS:NONE' }, { language }),
      ),
    )
    expect(answers.map(({ msg }) => msg)).toEqual([
      'Este valor no existe aquí; búscalo por código o nombre',
      '没有此标的，请按代码或名称搜索',
      '沒有此標的，請按代碼或名稱搜尋',
      'This listing does not exist here; search for it by code or name',
      'Cette valeur n’existe pas ici\u00a0; cherchez-la par code ou par nom',
      'Este valor no existe aquí; búscalo por código o nombre',
      'Este valor no existe aquí; búscalo por código o nombre',
    ])
    expect(answers[0]).toMatchObject({ status: 404, code: 0, error: 'unknown_listing' })
  })

  test('`lang` and `token` are accepted in the query and in the body; the path decides the language', async () => {
    const { token } = await house.customer()
    const response = await house.door.inject({ url: `/api/en${readInstrument.path}?listing=${ABC}&lang=cn` })
    expect(response.statusCode).toBe(200)
    const inBody = await house.ask(changeProfile, { displayName: 'Ana', lang: 'cn', token })
    expect(inBody.data).toMatchObject({ displayName: 'Ana', language: 'en' })
    const inUrl = await house.door.inject({ url: `/api/en${readProfile.path}?token=${token}` })
    expect(inUrl.statusCode).toBe(401)
  })

  test.each([
    ['/api/en/no/such/call', 'GET'],
    ['/api', 'POST'],
    [`/api/en${readProfile.path}`, 'POST'],
    [`/api/en${logIn.path}`, 'GET'],
    [`/api/en${logIn.path}`, 'PUT'],
  ] as const)('%s answers 404 to %s', async (url, method) => {
    const answer = await house.door.inject({ url, method })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 0, error: 'not_found' }])
  })

  test.each([
    ['not JSON', '{"a":', 'application/json', 400, 'bad_input'],
    ['another type', 'a=b', 'application/x-www-form-urlencoded', 400, 'bad_input'],
    ['a list', '[1]', 'application/json', 400, 'bad_input'],
    ['a text', '"x"', 'application/json', 400, 'bad_input'],
    ['null', 'null', 'application/json', 400, 'bad_input'],
    ['nothing', '', 'application/json', 400, 'bad_input'],
    ['a prototype', '{"__proto__":{"words":"x"}}', 'application/json', 400, 'bad_input'],
    ['65 KB', JSON.stringify({ words: 'x'.repeat(65 * 1024) }), 'application/json', 413, 'too_large'],
  ])('a body that is %s', async (_what, payload, type, status, error) => {
    const url = `/api/en${searchInstruments.path}`
    const answer = await house.door.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
  })

  test.each([
    [undefined, 'No hay nada en esta dirección', 'es-ES'],
    ['de, fr;q=0.8, en;q=0.5', 'Il n’y a rien', 'fr-FR'],
    ['zh-HK', '此位址不存在', 'zh-Hant-TW'],
    ['zh', '此地址不存在', 'zh-Hans-CN'],
  ])('a missing page is answered in the language of a browser that sends %s', async (spoken, text, locale) => {
    const headers = spoken === undefined ? {} : { 'accept-language': spoken }
    const answer = await house.door.inject({ url: '/no/such/page', headers })
    expect([answer.statusCode, answer.headers['content-language']]).toEqual([404, locale])
    expect(answer.body).toContain(text)
  })

  test.each(['/support/en', '/api/openapi.json', `/api/en${readInstrument.path}?listing=${ABC}`])(
    'HEAD of %s is its GET without the body',
    async (url) => {
      const [whole, head] = await Promise.all([house.door.inject({ url }), house.door.inject({ url, method: 'HEAD' })])
      expect([head.statusCode, head.body]).toEqual([200, ''])
      expect(head.headers['content-type']).toBe(whole.headers['content-type'])
      expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    },
  )

  test('HEAD of a call that writes is 404', async () => {
    const { statusCode } = await house.door.inject({ url: `/api/en${placeOrder.path}`, method: 'HEAD' })
    expect(statusCode).toBe(404)
  })

  test('half of a character is bad input at its field; a whole one is kept', async () => {
    const { token } = await house.customer()
    const card = { iban: 'ES9121000418450200051332', accountName: 'Ana', bankName: 'Banco', bankAddress: 'Vigo' }
    const add = (change: object) => house.ask(addBankCard, { id: newId(), ...card, ...change }, { token })
    const half = await add({ bankName: 'B\ud800' })
    expect([half.status, half.fields]).toMatchObject([400, [{ field: 'bankName', code: 'wrong_form' }]])
    expect((await add({ bankName: '\u{20BB7}' })).error).toBeUndefined()
  })

  test('a URL that cannot be read is bad input', async () => {
    const answer = await house.door.inject({ url: '/api/en/%zz' })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'bad_input'])
  })

  test.each([
    ['noise', 'what is this\r\n\r\n', '400', 'bad_input'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, '413', 'too_large'],
  ])('%s gets one answer, and the connection closes', async (_what, sent, status, error) => {
    const socket = await dial(house.door)
    socket.write(sent)
    let heard = ''
    for await (const part of socket) heard += String(part)
    expect(heard.split('\r\n')[0]).toContain(status)
    expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 0, error })
  })

  test('a request that never ends is answered 408', async () => {
    const socket = await dial(house.door)
    const [served] = (await once(house.door.server, 'connection')) as [Socket]
    // Node checks its timeout every 30 seconds, so the test emits the error itself.
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    house.door.server.emit('clientError', late, served)
    let heard = ''
    for await (const part of socket) heard += String(part)
    expect(heard.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
  })

  test('a body in many chunks is read whole, also when a character is split', async () => {
    const socket = await dial(house.door)
    const body = Buffer.from('{"words":"año"}')
    const head = `POST /api/en${searchInstruments.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    for (const byte of body) socket.write(Buffer.from([49, 13, 10, byte, 13, 10]))
    socket.write('0\r\n\r\n')
    let heard = ''
    for await (const part of socket) heard += String(part)
    expect(heard.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
  })

  test('an answer forbids caching and type sniffing, and allows no other origin', async () => {
    const { headers } = await house.door.inject({ url: `/api/en${readInstrument.path}?listing=${ABC}` })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['access-control-allow-origin']).toBe(undefined)
  })
})

describe('limits', () => {
  test('apply to the calls of a session and of an address, until the minute is over', async () => {
    const limited = await openTestHouse({ limits: { callsAMinute: { anAddress: 7, aSession: 3 } } })
    const { token } = await limited.customer()
    const statuses = async (times: number, how = {}) => {
      const answers = []
      for (let time = 0; time < times; time += 1) answers.push((await limited.ask(listSessions, {}, how)).status)
      return answers
    }
    expect(await statuses(4, { token })).toEqual([200, 200, 200, 429])
    expect(await statuses(4)).toEqual([401, 401, 401, 429])
    limited.clock.advance(60_000)
    expect(await statuses(1, { token })).toEqual([200])
    await limited.close()
  })
})

describe('errors inside a call', () => {
  const broken = async (answer: Route['answer'], callMs = 20_000) => {
    const lines: string[] = []
    const log = openLog('warn', { write: (line: string) => void lines.push(line) })
    const { clock, db } = house
    const sessions = { find: () => Promise.resolve(null), seen: () => {} }
    const routes: Route[] = [{ ...onLook(searchInstruments, () => ({ rows: [], codes: 0, names: 0 })), answer }]
    const secret = Buffer.alloc(32)
    const limits = { ...NO_LIMITS, callMs }
    const door = await openDoor({ db, clock, log, events: localEvents(), sessions, secret, routes, limits })
    const url = `/api/en${searchInstruments.path}`
    const response = await door.inject({ method: 'POST', url, payload: { words: 'x' } })
    await door.close()
    return { reply: response, lines }
  }

  test('a bug is 500 without detail, and logged once', async () => {
    const { reply, lines } = await broken(() => Promise.reject(new Error('the secret of the house')))
    expect([reply.statusCode, reply.json().error]).toEqual([500, 'internal'])
    expect(reply.body).not.toContain('secret of the house')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('the secret of the house')
  })

  test('a bug thrown synchronously ends only its own call', async () => {
    const { reply, lines } = await broken(() => {
      throw new Error('at once')
    })
    expect([reply.statusCode, reply.json().error]).toEqual([500, 'internal'])
    expect(lines[0]).toContain('at once')
  })

  test('a row in a database error is not logged', async () => {
    const row = { detail: 'Failing row contains (600123456, $argon2id$...)', where: 'COPY customers: 600123456' }
    const { lines } = await broken(() => Promise.reject(Object.assign(new Error('a check failed'), row)))
    expect(lines[0]).toContain('a check failed')
    expect(lines[0]).not.toContain('600123456')
  })

  test('an unreachable database is 503, with a retry time', async () => {
    const { openDb } = await import('../database/db.ts')
    const away = openDb('postgresql://nobody@127.0.0.1:1/none', { connectMs: 500 })
    const { reply } = await broken(() => away.read((tx) => tx.run(sql('test_away', 'select 1'))))
    expect([reply.statusCode, reply.json().error, reply.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    await away.close()
  })

  test('a call beyond its time limit is 503', async () => {
    const { reply } = await broken(() => new Promise((resolve) => setTimeout(resolve, 300, { rows: [] })), 50)
    expect([reply.statusCode, reply.json().error]).toEqual([503, 'unavailable'])
  })
})

describe('the calls described', () => {
  test('OpenAPI 3.1 of every call, with what each may refuse', async () => {
    const { headers, ...answer } = await house.door.inject({ url: '/api/openapi.json' })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const api = answer.json()
    expect(api.openapi).toBe('3.1.0')
    const operations = Object.values(api.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (path) => Object.values(path),
    )
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(CALLS).sort())
    const order = api.paths[`/api/{lang}${placeOrder.path}`].post
    const { properties } = order.requestBody.content['application/json'].schema
    expect(properties.listing).toEqual({ type: 'string', pattern: '^(XNYS|XNAS|XASE|XMAD):[A-Z0-9.]{1,12}$' })
    expect(properties.shares).toEqual({ type: 'string', pattern: '^[1-9][0-9]{0,11}$' })
    expect(order.responses[422].description).toContain('insufficient_balance')
    expect(order.security).toEqual([{ token: [] }])
  })

  test('the readable page has no inline script or style', async () => {
    const { headers, body } = await house.door.inject({ url: '/api/' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toMatch(/<script|<style|style="|onclick/)
    for (const call of Object.values(CALLS)) expect(body).toContain(call.path)
    expect((await house.door.inject({ url: '/api/page.css' })).headers['content-type']).toContain('text/css')
  })

  test('the customer-service page exists in five languages', async () => {
    for (const language of LANGUAGES) {
      const { statusCode, body } = await house.door.inject({ url: `/support/${language}` })
      expect([statusCode, body.includes(CATALOGUES[language].pages['support.title'] as string)]).toEqual([200, true])
    }
  })
})

describe('the contract and the door agree', () => {
  test('every refusal has its sentence in every language', () => {
    // Calls of products with documents refuse by these too.
    const codes = new Set<string>([
      ...DOOR_REFUSALS,
      ...ACCEPTANCE_REFUSALS,
      ...Object.values(CALLS).flatMap(({ refusals }) => refusals),
    ])
    for (const language of LANGUAGES) {
      expect([language, Object.keys(CATALOGUES[language].refusals).sort()]).toEqual([language, [...codes].sort()])
    }
  })

  test('a call without a route, or with two, fails at start', () => {
    const route = onLook(searchInstruments, () => ({ rows: [], codes: 0, names: 0 }))
    expect(() => checkRoutes([], { searchInstruments })).toThrow('one route answers searchInstruments, not 0')
    expect(() => checkRoutes([route, route], { searchInstruments })).toThrow('not 2')
    expect(() => checkRoutes([route], {})).toThrow('every route is a call of the contract')
    checkRoutes([route], { searchInstruments })
  })
})
