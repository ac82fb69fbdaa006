import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openHouse, type House } from '../house.ts'

/** A house whose callers take every file handle says so, goes on with its own work, and recovers by itself. */

let house: House | null = null
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await house?.stop()
  house?.remove()
})

test.runIf(process.platform === 'linux')('at the end of its file handles', async () => {
  // Loading the server alone takes some 400 handles for a moment.
  house = await openHouse({ handles: 1_024 })
  const { hostname, port } = new URL(house.url)
  for (let n = 0; n < 1_100; n += 1) sockets.push(connect(Number(port), hostname).on('error', () => {}))
  await expect.poll(house.output, { timeout: 60_000 }).toContain('LimitNOFILE=')
  expect(house.output().match(/LimitNOFILE=/g), 'once, not for each connection').toHaveLength(1)
  for (const socket of sockets.splice(0)) socket.destroy()
  const answered = (): Promise<number> =>
    fetch(`${house?.url ?? ''}/api/en/about`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answered, { timeout: 60_000 }).toBe(200)
})
