import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { SETTINGS } from '@lonja/server/config/config'
import { documentBreaches, moduleBreaches, namelessFiles, rolesWithoutRow, type Surroundings } from './documents.ts'
import { FLOORS } from './tidy.house.ts'
import { filesIn } from './tidy.ts'

const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Names of environment variables that the code reads, in any notation. */
const settings = [...filesIn(checkout)]
  .filter(([path]) => /^(server|tools|e2e|bench)\//.test(path) && !path.startsWith('tools/documents'))
  .flatMap(([, text]) => [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g)].map(([name]) => name))

const around: Surroundings = {
  scripts: Object.keys(manifest.scripts),
  settings: [...new Set(settings)],
  exists: (path) => existsSync(join(checkout, path)),
}

const documents = [
  ...readdirSync(checkout).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(checkout, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  'bench/README.md',
  'kit/README.md',
]

test('the documents that a newcomer looks for are there', () => {
  for (const name of [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/HOUSE.md',
    'docs/STYLE.md',
    'docs/MONEY.md',
  ]) {
    expect(documents).toContain(name)
  }
  expect(readFileSync(join(checkout, 'LICENSE'), 'utf8')).toMatch(
    /^GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3, 19 November 2007/,
  )
})

test.each(documents)('%s says only what is so', (name) => {
  const folder = dirname(name) === '.' ? '' : dirname(name)
  expect(documentBreaches(readFileSync(join(checkout, name), 'utf8'), folder, around)).toEqual([])
})

test('the floors that the page about the house names are those that its test keeps', () => {
  const text = readFileSync(join(checkout, 'docs/HOUSE.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (\d(?:\.\d)?) \| ([a-z ·]+) \|$/gm)]
  const named = rows.flatMap(([, floor, names = '']) => names.split(' · ').map((name) => [name, Number(floor)]))
  expect(Object.fromEntries(named)).toEqual(FLOORS)
})

test('the page about the house names files that are there, and every role of files', () => {
  const text = readFileSync(join(checkout, 'docs/HOUSE.md'), 'utf8')
  const paths = [...filesIn(checkout).keys()]
  expect(namelessFiles(text, paths)).toEqual([])
  expect(rolesWithoutRow(text, paths)).toEqual([])
})

test('OPERATING.md names all settings that may be read from separate files', () => {
  const text = readFileSync(join(checkout, 'docs/OPERATING.md'), 'utf8')
  const [sentence = ''] = /^`DATABASE_URL`.* may be read from separate files/m.exec(text) ?? []
  const secret = Object.entries(SETTINGS).filter(([, { secret: isSecret }]) => isSecret)
  expect([...sentence.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).toSorted()).toEqual(
    secret.map(([name]) => name).toSorted(),
  )
})

test('the kit has every part that its table names', () => {
  const text = readFileSync(join(checkout, 'kit/README.md'), 'utf8')
  const sourceOf = (module: string): string | null => {
    const file = ['', '.ts', '.tsx'].map((ending) => join(checkout, 'kit/src', module + ending)).find(existsSync)
    return file ? readFileSync(file, 'utf8') : null
  }
  expect(moduleBreaches(text, sourceOf)).toEqual([])
})

test('the table of the kit names everything that the app takes from it', () => {
  const text = readFileSync(join(checkout, 'kit/README.md'), 'utf8')
  const modules = readdirSync(join(checkout, 'app/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|[./])test(ing)?\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(checkout, 'app/src', name), 'utf8').matchAll(/'@lonja\/kit\/([\w./-]+)'/g),
    ])
    .map(([, module = '']) => module)
  expect(modules.length).toBeGreaterThan(100)
  expect([...new Set(modules)].filter((module) => !text.includes(`\`${module}\``))).toEqual([])
})

// prettier-ignore
test.each<[row: string, told: string[]]>([
  ['| `parts/Chip` `Chip`, `useChip()` | for | |',      []],
  ['| `parts/Chip` `Chip`, `parts/Gone` | for | |',     ['there is no module parts/Gone']],
  ['| `parts/Chip` `Chip`, `Chips` | for | |',          ['parts/Chip has no Chips']],
  ['| Part | For | |',                                  []],
])('a table of modules: %s', (row, expected) => {
  const sources: Record<string, string> = { 'parts/Chip': 'export function Chip() {}\nexport const useChip = 1' }
  expect(moduleBreaches(row, (module) => sources[module] ?? null)).toEqual(expected)
})

test('a file that is gone, and a role without a row, are named', () => {
  const paths = ['orders', 'ledger', 'news'].map((feature) => `server/src/${feature}/${feature}.replies.ts`)
  const text = 'In `ledger.replies.ts` and `news/news.replies.ts`, not in `news.gone.ts`. `.rules.ts` is a role.'
  expect(namelessFiles(text, paths)).toEqual(['news.gone.ts'])
  expect(rolesWithoutRow(text, paths)).toEqual(['.replies.ts'])
  expect(rolesWithoutRow('| `.replies.ts` | rows |', paths)).toEqual([])
  expect(rolesWithoutRow(text, paths.slice(1))).toEqual([])
})

const planted: Surroundings = {
  scripts: ['start'],
  settings: ['PORT', 'DATABASE_URL'],
  exists: (path) => path === 'docs/HOUSE.md',
}

test('a document that is right breaks nothing', () => {
  const text =
    'Run `npm start` with `PORT=1` or `DATABASE_URL`, see `docs/HOUSE.md` and [the house](HOUSE.md#floors).\n```sh\nnpm start\n```'
  expect(documentBreaches(text, 'docs', planted)).toEqual([])
})

// prettier-ignore
test.each<[breach: string, text: string, told: string]>([
  ['a command that is gone',       'Run `npm run fly`.',                 'there is no command npm run fly'],
  ['one in a block',               '```sh\nnpm test\n```',               'there is no command npm run test'],
  ['a file to run that is gone',   '```\nnode tools/fly.mjs\n```',       'there is no file tools/fly.mjs to run'],
  ['a file that is gone',          'See `core/src/base/gone.ts`.',       'there is no core/src/base/gone.ts'],
  ['a folder that is gone',        'See `docs/gone/`.',                  'there is no folder docs/gone/'],
  ['a link that leads nowhere',    'See [it](./gone.md).',               'the link ./gone.md leads nowhere'],
  ['a setting nobody reads',       'Set `LONJA_GONE` first.',            'there is no setting LONJA_GONE'],
])('a planted breach fails: %s', (_breach, text, expected) => {
  expect(documentBreaches(text, 'docs', planted)).toContain(expected)
})
