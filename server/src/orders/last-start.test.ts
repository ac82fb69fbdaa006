import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../base/ids.ts'
import { lastStartIn } from './last-start.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the last start is known by its id, and the first start of a folder knows of none', () => {
  const start = lastStartIn(folder)
  expect(start.read()).toBeNull()
  const [first, second] = [newId(), newId()]
  for (const node of [first, second]) start.write(node)
  expect(lastStartIn(folder).read()).toBe(second)
})

test.each([
  ['an empty file', ''],
  ['half an id', '01a209d9-a1c1'],
  ['something else', 'not an id\n'],
])('%s says nothing', (_what, text) => {
  writeFileSync(join(folder, 'server-id'), text)
  expect(lastStartIn(folder).read()).toBeNull()
})
