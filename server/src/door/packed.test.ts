import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptedEncoding, packed } from './packed.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['br;q=0.0, gzip; q=0', null],
  ['identity', null],
  [undefined, null],
] as const)('accept-encoding %s selects %s', (accepts, form) => {
  expect(acceptedEncoding(accepts)).toBe(form)
})

test('a long text is compressed without loss, and a short one is not compressed', async () => {
  const long = JSON.stringify({ names: Array.from({ length: 300 }, (_, at) => `Compañía ${at}`) })
  const [br, gz] = [await packed(long, 'br'), await packed(long, 'gzip')]
  expect(br && brotliDecompressSync(br).toString()).toBe(long)
  expect(gz && gunzipSync(gz).toString()).toBe(long)
  expect(br?.length).toBeLessThan(long.length / 2)
  expect(await packed('{"code":1}', 'br')).toBeNull()
  expect(await packed(long, null)).toBeNull()
})
