// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expireSession, signIn, signOut } from '@lonja/kit/session'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

const as = (userId: string): void => signIn({ token: `of ${userId}`, userId })
const TEXT = { name: 'Mean', text: 'export default {}', version: 3 }

beforeEach(() => as('Marta'))
afterEach(() => {
  vi.restoreAllMocks()
  signOut()
  localStorage.clear()
})

test('an unsaved text is read again by its own customer and strategy alone', () => {
  expect(keepDraft('mean', TEXT)).toBe(true)
  keepDraft('grid', { name: 'Grid', text: 'other', version: 0 })
  expect(readDraft('mean')).toEqual(TEXT)
  expect(readDraft('none')).toBeNull()
  dropDraft('mean')
  expect([readDraft('mean'), readDraft('grid')?.text]).toEqual([null, 'other'])
  dropDraft('grid')
  expect(localStorage.getItem('own strategies of Marta')).toBeNull()
})

test('it outlasts a session that expires', () => {
  keepDraft('mean', TEXT)
  expireSession('of Marta')
  expect(readDraft('mean')).toBeNull()
  as('Marta')
  expect(readDraft('mean')).toEqual(TEXT)
})

test('it goes with a sign-out', () => {
  keepDraft('mean', TEXT)
  signOut()
  as('Marta')
  expect(readDraft('mean')).toBeNull()
})

test('it goes when another customer writes on the device', () => {
  keepDraft('mean', TEXT)
  as('Eva')
  expect(readDraft('mean')).toBeNull()
  keepDraft('hers', TEXT)
  as('Marta')
  expect(readDraft('mean')).toBeNull()
})

test('a device that keeps nothing says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepDraft('mean', TEXT)).toBe(false)
})

test.each(['no json', '[]', '{"mean":{"name":"a","text":1,"version":2}}'])(
  'an unreadable store (%s) holds no draft',
  (stored) => {
    localStorage.setItem('own strategies of Marta', stored)
    expect(readDraft('mean')).toBeNull()
  },
)
