import { expect, test } from 'vitest'
import { CALLS } from '@lonja/core/calls'
import { GROUPS, PAGES, kindOf, linkIn } from './routes.ts'

test('every page stands in a group and for a call of seats that the contract has', () => {
  const known = new Set(Object.values(CALLS).map(({ path }) => path))
  for (const { group, call } of Object.values(PAGES)) {
    expect(GROUPS).toContain(group)
    expect(call.caller).toBe('seat')
    expect(known).toContain(call.path)
  }
  expect(Object.keys(PAGES).length).toBeGreaterThan(1)
})

test.each([
  ['/claim/abc', 'abc'],
  ['/claim/', ''],
  ['/claims/abc', null],
  ['/seat', null],
])('%s carries the link %s', (path, link) => {
  expect(linkIn(path)).toBe(link)
})

test.each([
  ['/pages/home/index', 'page'],
  ['/claim/abc', 'page'],
  ['/seat', 'page'],
  ['/nowhere', null],
  ['/pages/market/index', null],
])('%s is %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})
