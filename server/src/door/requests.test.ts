import { Writable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { newReference } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { outage } from '../database/db.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { surroundingsOf } from './network.ts'

const lines: string[] = []
const output = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(...chunk.toString().trim().split('\n'))
    done()
  },
})

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({
    log: openLog('info', output),
    plant: (routes) =>
      routes.map((route) => {
        if (route.call === readProfile) return { ...route, answer: () => Promise.reject(new Error('a planted bug')) }
        if (route.call === readFigures) return { ...route, answer: () => Promise.reject(outage('The database left.')) }
        return route
      }),
  })
})
afterAll(() => house.close())

interface Line {
  readonly request: string
  readonly msg: string
  readonly [name: string]: unknown
}

/** The lines of one request, by the reference that its answer names. */
async function linesOf(options: InjectOptions): Promise<readonly Line[]> {
  const answer = await house.door.inject(options)
  const reference = answer.headers['x-request-id']
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  return lines.map((line) => JSON.parse(line) as Line).filter(({ request }) => request === reference)
}

test('a request is one line: its call, its answer, and nothing of the person', async () => {
  const { token, phone } = await house.customer()
  const password = 'otter violin marsh'
  const refused = await linesOf({
    method: 'POST',
    url: `/api/en${logIn.path}`,
    headers: { 'content-type': 'application/json', token },
    body: { phone, password },
    remoteAddress: '192.0.2.77',
  })
  expect(refused).toMatchObject([
    { call: 'logIn', status: 422, refusal: 'wrong_phone_or_password', from: '192.0.2.0/24', msg: 'answered' },
  ])
  expect(Object.keys(refused[0]!).toSorted()).toEqual(
    ['bytes', 'call', 'from', 'level', 'ms', 'msg', 'refusal', 'request', 'status', 'time'].toSorted(),
  )
  const read = await linesOf({ url: `/api/en${readInstrument.path}?listing=XNYS:LUMAR`, headers: { token } })
  expect(read).toMatchObject([{ call: 'readInstrument', status: 404, refusal: 'unknown_listing' }])
  expect(await linesOf({ url: '/api/openapi.json' })).toMatchObject([{ call: 'page', status: 200, refusal: null }])
  expect(await linesOf({ url: '/no/such/place?phone=600' })).toMatchObject([{ call: 'nothing', status: 404 }])
  for (const secret of [phone, password, token, 'LUMAR', '192.0.2.77', '/no/such', 'phone='])
    expect(
      lines.filter((line) => line.includes(secret)),
      `no ${secret}`,
    ).toEqual([])
})

test('a bug and an outage name the request that met them', async () => {
  const { token } = await house.customer()
  const bug = await linesOf({ url: `/api/en${readProfile.path}`, headers: { token } })
  expect(bug.map(({ msg, call, status }) => [msg, call, status])).toEqual([
    ['a bug', undefined, undefined],
    ['answered', 'readProfile', 500],
  ])
  const away = await linesOf({ method: readFigures.method, url: `/api/en${readFigures.path}`, headers: { token } })
  expect(away.map(({ msg, refusal }) => [msg, refusal])).toEqual([
    ['the database is away', undefined],
    ['answered', 'unavailable'],
  ])
})

test('a caller cannot name their request, and no two are named alike', async () => {
  const answer = await house.door.inject({ url: '/api/en/about', headers: { 'x-request-id': 'AAAAAAAA' } })
  expect(answer.headers['x-request-id']).not.toBe('AAAAAAAA')
  expect(new Set(Array.from({ length: 10_000 }, newReference)).size).toBe(10_000)
})

// prettier-ignore
test.each([
  ['192.0.2.77',                    '192.0.2.0/24'],
  ['::ffff:192.0.2.77',             '192.0.2.0/24'],
  ['2001:db8:17:9::5',              '2001:db8:17::/48'],
  ['::1',                           '0:0:0::/48'],
])('%s is logged as %s', (address, surroundings) => {
  expect(surroundingsOf(address)).toBe(surroundings)
})
