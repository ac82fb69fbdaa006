import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { newId } from '../base/ids.ts'
import { findUrl } from '../cluster/postgres.ts'
import { configFrom } from '../config/config.ts'
import { openDb, sql } from '../database/db.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { preparedFolder, type TestFolder } from '../testing/database.ts'
import { openConsole } from './console.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const PROBE = sql('test_probe', "select pid from pg_stat_activity where application_name = 'lonja probe'")

let folder: TestFolder
let house: OpenHouse | null = null
beforeAll(async () => {
  folder = await preparedFolder()
})
afterEach(async () => {
  await house?.close()
  house = null
})
afterAll(() => folder.remove())

async function open(settings: NodeJS.ProcessEnv): Promise<OpenHouse> {
  const config = configFrom({ DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'silent', ...settings })
  house = await openHouse(config, { app: null, terminal: openConsole(() => {}) })
  return house
}

const responseOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() }
}

async function called(address: string, path: string, body: object, token = ''): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', token }
  const answer = await fetch(`${address}/api/en${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await answer.json()) as { data: Record<string, string> }).data
}

/** The figures of a reading, each by its name with its labels. Every line must fit the text form. */
function figuresIn(text: string): Map<string, number> {
  const figures = new Map<string, number>()
  const described = new Set<string>()
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const about = /^# (?:HELP|TYPE) ([a-z0-9_]+) \S/.exec(line)
    if (about) {
      described.add(about[1]!)
      continue
    }
    const [, name, labels = '', value] = /^([a-z0-9_]+)(\{(?:[a-z_]+="[^"]*",?)+\})? (\S+)$/.exec(line) ?? []
    expect(value, `the line ${line}`).toMatch(/^(-?[\d.]+(e[-+]?\d+)?|Nan|\+Inf)$/)
    expect(described.has(name!.replace(/_(bucket|sum|count)$/, '')) || described.has(name!), `the line ${line}`).toBe(
      true,
    )
    figures.set(name! + labels, Number(value))
  }
  return figures
}

test('supervisors read on a port of their own, and a stopping house says so before it ends', async () => {
  const { address, supervisors, first, close } = await open({ METRICS_PORT: '0', DRAIN_SECONDS: '1' })
  const at = supervisors ?? ''
  expect(await responseOf(`${at}/healthz`)).toMatchObject({ status: 200, body: '{"alive":true}' })
  // The first lists are worked out right after a start, and on a busy machine the database may answer late meanwhile.
  await expect
    .poll(() => responseOf(`${at}/readyz`), { timeout: 30_000 })
    .toMatchObject({ status: 200, body: '{"ready":true}' })
  expect(await responseOf(`${at}/other`)).toMatchObject({ status: 404 })
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect(await responseOf(address + path), 'not on the port of the house').toMatchObject({ status: 404 })

  const { token } = await called(address, logIn.path, first?.demo ?? {})
  await called(address, logIn.path, { ...first?.demo, password: 'a wrong password' })
  const listing = await fetch(`${address}/api/en/discover/list?list=all&venue=us&limit=1`, {
    headers: { token: token! },
  })
  const [share] = ((await listing.json()) as { data: { listing: string[] } }).data.listing
  const ticket = { id: newId(), listing: share, side: 'buy', shares: '1', limit: null, timeInForce: 'day' }
  await called(address, placeOrder.path, ticket, token)
  const reading = async (): Promise<Map<string, number>> => figuresIn((await responseOf(`${at}/metrics`)).body)
  await expect.poll(async () => (await reading()).get('lonja_fills_total'), { timeout: 30_000 }).toBe(1)
  const figures = await reading()
  const expected = {
    'lonja_requests_total{call="logIn",status="2xx"}': 1,
    'lonja_request_duration_seconds_count{call="logIn"}': 2,
    'lonja_requests_total{call="placeOrder",status="2xx"}': 1,
    lonja_orders_open: 0,
    lonja_sockets: 0,
    lonja_lane_waiting: 0,
    lonja_clock_difference_seconds: 0,
    lonja_database_outages_total: 0,
    'lonja_job_failures{job="fills"}': 0,
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, figures.get(name)]))).toEqual(expected)
  expect([...figures.keys()].filter((name) => /call="logIn",status="4xx"|refusal="/.test(name))).toHaveLength(2)
  for (const name of ['lonja_lane_batch_commands_count', 'process_resident_memory_bytes', 'process_open_fds'])
    expect(figures.get(name), `the figure ${name}`).toBeGreaterThan(0)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'lonja_database_connections{pool="calls",state="waiting"}'])
    expect(figures.has(name), `the figure ${name}`).toBe(true)
  const text = (await responseOf(`${at}/metrics`)).body
  for (const secret of [first?.demo?.phone ?? '', token!, '127.0.0.1', share!]) expect(text).not.toContain(secret)

  const closed = close()
  await expect.poll(async () => (await responseOf(`${at}/readyz`)).status).toBe(503)
  expect(JSON.parse((await responseOf(`${at}/readyz`)).body)).toMatchObject({
    ready: false,
    waits: [{ part: 'stopping' }],
  })
  expect((await responseOf(`${address}/api/en/about`)).status, 'calls are answered meanwhile').toBe(200)
  await closed
  await expect(fetch(`${at}/healthz`)).rejects.toThrow('fetch failed')
})

test('without a port of their own only programs of this machine ask, and the database’s end is said', async () => {
  const { address } = await open({})
  const ready = async (): Promise<string> => (await responseOf(`${address}/readyz`)).body
  await expect.poll(ready, { timeout: 30_000 }).toBe('{"ready":true}')
  expect((await responseOf(`${address}/metrics`)).type).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect(await responseOf(address + path, { 'x-forwarded-for': '192.0.2.1' })).toMatchObject({ status: 404 })
  const db = openDb(findUrl(folder.path) ?? '', { max: 1 })
  const [probe] = await db.read((tx) => tx.run<{ pid: number }>(PROBE))
  await db.close()
  process.kill(probe!.pid, 'SIGSTOP') // A backend that stands still is a database that does not answer.
  try {
    await expect.poll(ready, { timeout: 30_000 }).toMatch(/^{"ready":false,"waits":\[{"part":"database","since":"20/)
    expect(await responseOf(`${address}/healthz`)).toMatchObject({ status: 200 })
  } finally {
    process.kill(probe!.pid, 'SIGCONT')
  }
  await expect.poll(ready, { timeout: 30_000 }).toBe('{"ready":true}')
})

test('behind a proxy that may say nothing of itself, nobody asks on the port of the house', async () => {
  const { address } = await open({ PUBLIC_URL: 'https://lonja.example.org' })
  expect(await responseOf(`${address}/metrics`)).toMatchObject({ status: 404 })
})

test('a port of supervisors that is in use is one line, before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const empty = await preparedFolder()
  await expect(open({ METRICS_PORT: String(port), DATA_DIR: `${empty.path}/none` })).rejects.toMatchObject({
    name: 'CannotOpen',
    message: expect.stringMatching(/EADDRINUSE.*METRICS_PORT/) as string,
  })
  other.close()
  empty.remove()
})
