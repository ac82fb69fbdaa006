import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { pictureOf, samplePicture } from './pictures.testing.ts'
import { redraw } from './redraw.ts'

test('a painter that takes too long is ended, and the next picture is drawn all the same', async () => {
  expect(await redraw(await samplePicture(), { withinMs: 1 })).toMatchObject({
    refused: 'picture_unreadable',
  })
  expect(await redraw(await samplePicture())).toMatchObject({ width: 320 })
})

test('pictures that arrive at once are all drawn, two at a time', async () => {
  const sent = await pictureOf({ width: 1_200, height: 900 })
  const drawn = await Promise.all(Array.from({ length: 12 }, () => redraw(sent)))
  expect(drawn.every((one) => !('refused' in one) && one.width === 1_200)).toBe(true)
})

/** A file of /proc about a process; empty if the process ended meanwhile. */
function readProcess(pid: string, what: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

const isOurs = (pid: string): boolean =>
  readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1] === String(process.pid)

const painters = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name) && readProcess(name, 'cmdline').includes('sharp.cache(false)'))
    .map(Number)

test.skipIf(!existsSync('/proc/self/stat'))('a painter that ends while it is idle is not used again', async () => {
  const sent = await samplePicture()
  await redraw(sent)
  const resting = painters()
  expect(resting.length).toBeGreaterThan(0)
  for (const pid of resting) process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(resting.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]))
  expect(await redraw(sent)).toMatchObject({ width: 320 })
})
