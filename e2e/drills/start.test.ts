import { existsSync, mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endOf, openHouse, startHouse, type HouseOptions } from '../house.ts'

/** A start that cannot succeed says why in one line, ends with an error, and makes nothing. */

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-start-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

async function refused(options: HouseOptions): Promise<string[]> {
  const dataDir = join(newFolder(), 'data')
  const { child, output } = startHouse({ ...options, dataDir })
  expect(await endOf(child)).toBe(1)
  expect(existsSync(dataDir), 'nothing is made').toBe(false)
  return output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Lonja '))
}

test('a port in use is found before the data folder is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await refused({ port })).toEqual([
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE): another program has it; stop that, or set PORT to another one.`,
  ])
  other.close()
})

// prettier-ignore
test.each<[string, Record<string, string>, RegExp]>([
  ['a mistyped setting',      { PORTT: '99' },                              /^PORTT is no setting of this house: set PORT/],
  ['a proxy without address', { TRUST_PROXY: 'maybe' },                     /^TRUST_PROXY is "maybe": give true, false/],
  ['a public path',           { PUBLIC_URL: 'https://example.org/lonja' },  /^PUBLIC_URL is "https:.*without a path/],
])('%s is one line', async (_case, settings, line) => {
  const lines = await refused({ settings })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(line)
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
test.runIf(isRoot)('a user id without a name opens a house with the built-in database', async () => {
  const house = await openHouse({ dataDir: newFolder(0o777), uid: 10_001 })
  expect(house.demo.phone).toMatch(/^600/)
  await house.stop()
})
