import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { PICTURE_BYTES_MOST } from '@lonja/core/base/contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { newId } from '../base/ids.ts'
import { CHECKOUT, configFrom } from '../config/config.ts'
import { openConsole } from '../lifecycle/console.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { preparedFolder, type TestFolder } from './database.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

/** The server block of docs/OPERATING.md, as an operator copies it. */
const BLOCK = /```nginx\n([\s\S]*?)```/.exec(readFileSync(join(CHECKOUT, 'docs/OPERATING.md'), 'utf8'))?.[1] ?? ''

const hasNginx = spawnSync('nginx', ['-v']).error === undefined

let data: TestFolder
let folder: string
let house: OpenHouse
let nginx: ChildProcess
let port: number

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}

/** The block with the addresses of this test, and without the certificate. */
function configurationFor(upstream: string): string {
  const block = BLOCK.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_.*$/gm, '')
    .replaceAll('http://127.0.0.1:3300', upstream)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  return `daemon off; master_process off; pid nginx.pid; events {} http { access_log off; ${folders.join(' ')}\n${block}}`
}

beforeAll(async () => {
  if (!hasNginx) return
  data = await preparedFolder()
  port = await freePort()
  const settings = { DATA_DIR: data.path, PORT: '0', LOG_LEVEL: 'silent', TRUST_PROXY: '1' }
  const config = configFrom({ ...settings, PUBLIC_URL: `http://127.0.0.1:${port}` })
  house = await openHouse(config, { app: null, terminal: openConsole(() => {}) })
  folder = mkdtempSync(join(tmpdir(), 'lonja-nginx-'))
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'nginx.conf'), configurationFor(house.address))
  execFileSync('nginx', ['-t', '-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'pipe' })
  nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' })
})
afterAll(async () => {
  if (!hasNginx) return
  nginx.kill()
  await once(nginx, 'exit')
  await house.close()
  data.remove()
  rmSync(folder, { recursive: true, force: true })
})

const url = (): string => `http://127.0.0.1:${port}`

test('the block lets the largest picture through, opens the stream, and overwrites what a caller says of its origin', () => {
  const most = /^\s*client_max_body_size (\d+)m;/m.exec(BLOCK)?.[1]
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(PICTURE_BYTES_MOST)
  for (const line of [
    'proxy_http_version 1.1;',
    'proxy_set_header Upgrade $http_upgrade;',
    'proxy_set_header Connection $connection_upgrade;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
  ])
    expect(BLOCK).toContain(line)
})

// There is nothing to test without an nginx on this machine: `apt-get install nginx-light`.
test.runIf(hasNginx)('a picture of 8 MB passes, the stream opens, and supervisors find nothing there', async () => {
  const answered = (): Promise<number> =>
    fetch(`${url()}/api/en/about`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answered, { timeout: 20_000 }).toBe(200)
  const json = { 'content-type': 'application/json' }
  const form = { method: 'POST', headers: json, body: JSON.stringify(house.first?.demo) }
  const { token } = ((await (await fetch(`${url()}/api/en${logIn.path}`, form)).json()) as { data: { token: string } })
    .data

  const side = 1_650
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#fff', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(8_000_000)
  const id = newId()
  const stored = await fetch(`${url()}/api/en${storePicture.path}?id=${id}&use=deposit`, {
    method: 'POST',
    headers: { token, 'content-type': 'image/png', 'idempotency-key': id },
    body: new Uint8Array(picture),
  })
  expect(await stored.json()).toMatchObject({ code: 1, data: { id } })

  const socket = new WebSocket(`${url().replace('http', 'ws')}/stream`, { origin: url() })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', token }))
  const [hello] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(hello.toString())).toMatchObject({ type: 'hello', signedIn: true })
  socket.terminate()

  for (const path of ['/metrics', '/readyz']) expect((await fetch(url() + path)).status).toBe(404)
  expect((await fetch(`${house.address}/readyz`)).status, 'asked from this machine, without the proxy').toBe(200)
})
