import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { VERSION } from '@lonja/core/base/version'
import { supplyBreaches, type Lockfile } from './supply.ts'

const lockfile = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as Lockfile

test('every package is known by its content, may be handed out, and runs nothing when installed', () => {
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(200)
  expect(supplyBreaches(lockfile)).toEqual([])
})

test('the checkout has the version that the house says it has', () => {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
  expect(version).toBe(VERSION)
})

test('scripts of packages are switched off for everybody who installs', () => {
  expect(readFileSync(join(checkout, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

const good = { version: '1.0.0', integrity: `sha512-${'a'.repeat(86)}==`, license: 'MIT' }

// prettier-ignore
test.each<[breach: string, locked: object, told: string]>([
  ['no checksum',            { ...good, integrity: undefined },                     'x has no sha512 in the lockfile'],
  ['a weak checksum',        { ...good, integrity: 'sha1-abc=' },                   'x has no sha512 in the lockfile'],
  ['a registry by its name', { ...good, resolved: 'https://registry.example/x' },   'x names the registry it came from; anybody\'s registry must do'],
  ['a licence unheard of',   { ...good, license: 'SSPL-1.0' },                      'x has the licence SSPL-1.0, which is not in the list'],
  ['one of two missing',     { ...good, license: 'MIT AND SSPL-1.0' },              'x has the licence MIT AND SSPL-1.0, which is not in the list'],
  ['no licence',             { ...good, license: undefined },                       'x has the licence (none named), which is not in the list'],
  ['a script',               { ...good, hasInstallScript: true },                   'x would run a script when installed: read it first'],
])('a planted package fails: %s', (_breach, locked, expected) => {
  expect(supplyBreaches({ packages: { 'node_modules/x': good, 'app/node_modules/x': locked } })).toEqual([expected])
})

test('a choice of licences needs one that is allowed', () => {
  expect(supplyBreaches({ packages: { 'node_modules/x': { ...good, license: '(GPL-2.0 OR MIT)' } } })).toEqual([])
})
