import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { newId } from '../base/ids.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { ESP } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestHouse } from './house.ts'

/** Attempts to get more out of an account, or of the server, by asking for many things at once. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ESP, 8_100n, 8_101n)
})
afterAll(() => house.close()) // The laws of the ledger are checked at the end.

const ticket = (more: object = {}) => {
  const order = { side: 'buy', shares: '100', limit: '81.00', timeInForce: 'gtc' }
  return { id: newId(), listing: ESP, ...order, ...more }
}

/** The results of many orders sent at once, each with its count: `taken` or the refusal. */
async function outcomes(orders: readonly object[], tokens: readonly string[]): Promise<Record<string, number>> {
  const answers = await Promise.all(
    orders.map((order, n) => house.ask(placeOrder, order, { token: tokens[n % tokens.length]! })),
  )
  const counts: Record<string, number> = {}
  for (const { status, error } of answers) {
    const outcome = status === 200 ? 'taken' : (error ?? 'none')
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

test('a hundred buys at once take no more than the cash there is', async () => {
  const { token } = await house.customer()
  const orders = Array.from({ length: 100 }, () => ticket({ limit: '80.00' }))
  expect(await outcomes(orders, [token])).toEqual({ taken: 12, insufficient_balance: 88 })
})

test('a hundred buys at the market at once take no more than the cash there is, and are filled within it', async () => {
  const { id: customer, token } = await house.customer()
  const orders = Array.from({ length: 100 }, () => ticket({ shares: '80', limit: null }))
  // Each holds 80 shares at the ask and its collar of 2 %, with the fee: 6,617.07.
  expect(await outcomes(orders, [token])).toEqual({ taken: 15, insufficient_balance: 85 })
  await house.quote(ESP, 8_100n, 8_101n)
  const [cash] = (await house.db.read((tx) => listBalances(tx, customer))).filter(({ asset }) => asset === 'EUR')
  expect([cash?.held, (cash?.free ?? -1n) >= 0n]).toEqual([0n, true])
})

test('two windows that each spend all the cash spend it once', async () => {
  const customer = await house.customer()
  const tokens = [customer.token, await signInAgain(house, customer)]
  const orders = Array.from({ length: 20 }, () => ticket({ shares: '1200', limit: '80.00' }))
  expect(await outcomes(orders, tokens)).toEqual({ taken: 1, insufficient_balance: 19 })
})

test('ten sales at once of the same shares sell them once', async () => {
  const { token } = await house.customer()
  expect(await outcomes([ticket({ limit: '85.00' })], [token])).toEqual({ taken: 1 })
  await house.quote(ESP, 8_100n, 8_101n)
  const sales = Array.from({ length: 10 }, () => ticket({ side: 'sell', limit: '90.00' }))
  expect(await outcomes(sales, [token])).toEqual({ taken: 1, insufficient_shares: 9 })
})

test('one id with two bodies, twenty times at once, is one order', async () => {
  const { token } = await house.customer()
  const id = newId()
  const orders = Array.from({ length: 20 }, (_, n) => ticket({ id, limit: '70.00', shares: n % 2 === 0 ? '1' : '2' }))
  expect(await outcomes(orders, [token])).toEqual({ taken: 10, key_reused: 10 })
  expect((await house.ask(readOrder, { id }, { token })).data).toMatchObject({ order: { id, state: 'working' } })
})

test('orders are taken while every connection of the reads is in use, and the reads go on afterwards', async () => {
  const { token } = await house.customer()
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const held = Array.from({ length: 8 }, () => house.db.read(() => gate))
  await expect.poll(() => house.db.load().inUse).toBe(8)
  const read = house.ask(readProfile, {}, { token })
  await expect.poll(() => house.db.load().waiting).toBe(1)
  expect(await outcomes([ticket({ limit: '70.00' })], [token])).toEqual({ taken: 1 })
  expect(house.db.load().waiting, 'the read still waits').toBe(1)
  release()
  await Promise.all(held)
  expect(await read).toMatchObject({ status: 200 })
})

test('a picture has no name: one that is sent is refused', async () => {
  const { token } = await house.customer()
  const id = newId()
  const { statusCode, body } = await house.door.inject({
    method: 'POST',
    url: `/api/en${storePicture.path}?id=${id}&use=kyc&name=../../etc/passwd`,
    headers: { token, 'idempotency-key': id, 'content-type': 'image/png' },
    payload: Buffer.from('x'),
  })
  expect([statusCode, JSON.parse(body)]).toMatchObject([400, { fields: [{ field: 'name', code: 'unknown_field' }] }])
})

test('a body with two lengths is refused and its connection closed, so that no second request hides in it', async () => {
  await house.door.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((house.door.server.address() as AddressInfo).port, '127.0.0.1')
  const hidden = `GET /api/en/about HTTP/1.1\r\nHost: x\r\n\r\n`
  const head = `POST /api/en${logIn.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n`
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`)
  let heard = ''
  for await (const part of socket) heard += String(part)
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})
