import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeProduct } from './new-product.mjs'
import { root, stop } from './run.mjs'

/**
 * `node tools/new-feature.mjs <name> <floor>` gives a feature its floor and its first three files, which pass every check.
 * With `--product` it generates a whole product: a request whose amount is held until staff decide.
 */

const [name, floorText, kind] = process.argv.slice(2)
const floor = Number(floorText)
if (!/^[a-z]{3,20}$/.test(name ?? ''))
  stop('Give the feature as one lower-case word: node tools/new-feature.mjs alerts 4')
if (!Number.isInteger(floor) || floor < 1 || floor > 7) stop('Give its floor, from 1 to 7: see docs/HOUSE.md.')
if (kind !== undefined && kind !== '--product') stop('The third word can only be --product.')
const folder = join(root, 'core', 'src', name)
if (existsSync(folder)) stop(`There is a feature ${name} already: ${folder}`)
const Name = name[0].toUpperCase() + name.slice(1)

if (kind === '--product') {
  if (floor < 4) stop('A product stands on floor 4 or above, over the reviews.')
  const product = makeProduct(root, name, floor)
  const written = Object.values(product)
    .flat()
    .filter((path) => !path.endsWith('.sql'))
  execFileSync(join(root, 'node_modules', '.bin', 'prettier'), ['--write', '--ignore-unknown', ...written], {
    cwd: root,
  })
  for (const [how, paths] of Object.entries(product))
    console.log(`${how}:\n${paths.map((path) => `  ${path}`).join('\n')}`)
} else makeFeature()

function makeFeature() {
  const house = join(root, 'tools', 'tidy.house.ts')
  const rules = readFileSync(house, 'utf8')
  if (!new RegExp(`^  ${name}: \\d,$`, 'm').test(rules)) {
    writeFileSync(house, rules.replace(/^ {2}discover: 6,$/m, `  ${name}: ${floor},\n$&`))
  }
  write(
    `core/src/${name}/${name}.contract.ts`,
    `import * as z from 'zod/mini'
import { read } from '../base/contract.ts'

/** Say in the words of the trade what a customer reads here. */
export const read${Name} = read({
  path: '/${name}/read',
  caller: 'customer',
  summary: 'Say it again in one sentence, for the readable page',
  input: z.strictObject({}),
  reply: z.object({}),
})

export const ${name}Calls = { read${Name} } as const
`,
  )
  write(
    `core/src/${name}/${name}.rules.ts`,
    `/** Say what is decided, and in which order it is refused. */
export const decide${Name} = (shares: bigint): { shares: bigint } => ({ shares })
`,
  )
  write(
    `core/src/${name}/${name}.rules.test.ts`,
    `import { expect, test } from 'vitest'
import { decide${Name} } from './${name}.rules.ts'

// prettier-ignore
test.each<[line: string, shares: bigint]>([
  ['where the line is', 1n],
])('%s', (_line, shares) => {
  expect(decide${Name}(shares)).toEqual({ shares })
})
`,
  )
  console.log(
    `${name} stands on floor ${floor}. Next: its calls in core/src/calls.ts, server/src/${name}/, app/src/${name}/.`,
  )
}

function write(path, text) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
  console.log(`  ${path}`)
}
