import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../base/log.ts'
import { boundCrowd, connectionsByHandles, type CrowdLimits } from './crowd.ts'

const sockets: Socket[] = []
let server: Server
const lines: string[] = []
const log = openLog(
  'warn',
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  }),
)
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  await once(server, 'close')
  lines.length = 0
})

async function open(limits: CrowdLimits, isProxy = false): Promise<void> {
  server = createServer()
  boundCrowd(server, limits, () => isProxy, log)
  server.on('connection', (socket) => socket.on('error', () => {}).write('in'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Dials; true if the server let the connection in. */
async function dial(): Promise<boolean> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('data', () => resolve(true))
    socket.on('close', () => resolve(false))
  })
}

const dialed = async (count: number): Promise<number> => {
  const connections = await Promise.all(Array.from({ length: count }, dial))
  return connections.filter(Boolean).length
}

test('an address has a bound, which its closed connections leave, and the log says so once', async () => {
  await open({ ofAnAddress: 3, all: null })
  expect([await dialed(3), await dialed(2)]).toEqual([3, 0])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ from: '127.0.0.0/24', connections: 3 }])
  sockets[0]?.destroy()
  await expect.poll(() => dialed(1)).toBe(1)
})

test('a trusted proxy has none of its own', async () => {
  await open({ ofAnAddress: 3, all: null }, true)
  expect(await dialed(5)).toBe(5)
  expect(lines).toEqual([])
})

test('all together have one, and the log says the remedy once', async () => {
  await open({ ofAnAddress: 100, all: 4 })
  expect([await dialed(4), await dialed(3)]).toEqual([4, 0])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('LimitNOFILE=')
})

// prettier-ignore
test.each<[string, number | null]>([
  ['Limit\nMax open files            20000                20000                files     ', 19_900],
  ['Max open files            256                  4096                 files     ',        156],
  ['Max open files            200                  4096                 files     ',        100],
  ['Max open files            unlimited            unlimited            files     ',        null],
  ['',                                                                                      null],
])('by the limits %j callers may have %d', (limits, connections) => {
  expect(connectionsByHandles(limits)).toBe(connections)
})
