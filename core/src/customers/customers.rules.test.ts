import { expect, test } from 'vitest'
import type { Role } from '../base/contract.ts'
import { SAME_VIEW_MS } from '../support/support.rules.ts'
import { FILE_PARTS, isNewView, partsFor, type FilePart } from './customers.rules.ts'

// prettier-ignore
test.each<[string, Role[], readonly FilePart[]]>([
  ['nobody reads anything',                [],                         []],
  ['support speaks with people',           ['support'],                FILE_PARTS],
  ['a reviewer compares names and papers', ['reviewer'],               ['identity', 'activity']],
  ['a treasurer pays, and phones nobody',  ['treasurer'],              ['identity', 'money', 'security', 'activity']],
  ['operations need nobody’s file',        ['operations'],             []],
  ['an admin reads all of it',             ['admin'],                  FILE_PARTS],
  ['two roles read what each reads',       ['operations', 'reviewer'], ['identity', 'activity']],
])('%s', (_line, roles, parts) => {
  expect(partsFor(roles)).toEqual(parts)
})

// prettier-ignore
test.each<[string, number | null, boolean]>([
  ['the first look',                       null,             true],
  ['a millisecond before it is a new one', 1,                false],
  ['from then on',                         0,                true],
])('%s', (_line, last, isNew) => {
  expect(isNewView(last, SAME_VIEW_MS)).toBe(isNew)
})
