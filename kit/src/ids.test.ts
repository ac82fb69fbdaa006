import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { Id } from '@lonja/core/base/wire'
import { newId } from './ids.ts'

test('an id is what the contract takes as one, and begins with its millisecond', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const id = newId(now)
  expect(z.safeParse(Id, id).success).toBe(true)
  expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now)
})

test('no two are the same, and a later one sorts after', () => {
  const ids = Array.from({ length: 10_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(newId(1_000) < newId(1_001)).toBe(true)
})
