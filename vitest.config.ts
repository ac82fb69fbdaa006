import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The tests of every room. `npx vitest run core/src/base` runs those of one folder; `npm test` runs everything, and the
 * storage suites again on the system's own PostgreSQL.
 */

// The rooms are read from their sources, never from an earlier build: a test cannot pass on yesterday's code.
// Not 'import': Node takes these for `require` too, and a CommonJS package would be handed a module it cannot use.
const conditions = ['source', 'module', 'node']
const fromSource = {
  resolve: {
    conditions,
    // A part of the kit may be .ts or .tsx: the app's bundler finds out by itself, and so must the tests.
    alias: [{ find: /^@lonja\/kit\/(.+)$/, replacement: `${import.meta.dirname}/kit/src/$1` }],
  },
  ssr: { resolve: { conditions } },
}

const SECOND = 1_000
const present = (files: string[]): string[] => files.filter((file) => existsSync(new URL(file, import.meta.url)))

const long = process.env['LONJA_LONG'] === '1'

/** Files that `npm test` runs in another of its parts. */
const elsewhere = (process.env['LONJA_ELSEWHERE'] ?? '').split(',').filter((file) => file !== '')

const room = (name: string, more: object = {}) => ({
  ...fromSource,
  test: {
    name,
    environment: 'node' as const,
    include: [`${name}/**/*.test.{ts,tsx}`, ...(long ? [`${name}/**/*.long.{ts,tsx}`] : [])],
    exclude: ['**/node_modules/**', '**/dist/**', '**/dist-types/**', ...elsewhere],
    testTimeout: 20 * SECOND,
    hookTimeout: 60 * SECOND,
    ...more,
  },
})

// Screens are drawn in a DOM: a test names jsdom in its first line. Tests wait for what they do next.
const screens = { testTimeout: 60 * SECOND, expect: { poll: { timeout: 10 * SECOND } } }

/** The files that take longest of their room. They begin first: begun last, they would run alone at the end. */
const LONGEST = [
  'journeys/options',
  'journeys/axe',
  'journeys/builds',
  'drills/stop',
  'drills/fresh',
  'drills/kill',
  'journeys/offers',
  'journeys/closeout',
  'journeys/overnight',
  'journeys/midnight',
  'journeys/loans',
  'journeys/faults',
  'journeys/console',
  'testing/fuzz',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rooms = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
      return at === -1 ? LONGEST.length : at
    }
    const room = ({ project }: TestSpecification): number => rooms.indexOf(project.name)
    return sorted.sort((a, b) => room(a) - room(b) || place(a) - place(b))
  }
}

/**
 * The files of `core`, `server`, `tools` and `e2e` share the process of their worker and load its modules once: more than a
 * third of the processor time of a server's file is loading. So a test gives back what it changes of its process:
 * environment, timers, functions of Node. Screens do not share: what one shows would be found by the next.
 */
const together = { isolate: false }

export default defineConfig({
  test: {
    // Two at a time everywhere: the figures of a run must not depend on how many cores a machine shows.
    maxWorkers: 2,
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      room('core', together),
      room('kit', screens),
      room('app', screens),
      room('staff', screens),
      room('bench'),
      room('tools', {
        ...together,
        // Some read every source file, or make a product and run its tests.
        testTimeout: 180 * SECOND,
        globalSetup: present(['./server/src/testing/setup.ts']),
      }),
      room('server', {
        ...together,
        // One embedded PostgreSQL for the whole run; each file gets a copy of a migrated template.
        globalSetup: present(['./server/src/testing/setup.ts']),
        testTimeout: (long ? 600 : 60) * SECOND,
        hookTimeout: 120 * SECOND,
      }),
      room('e2e', {
        ...together,
        globalSetup: present(['./e2e/house.setup.ts']),
        testTimeout: (long ? 600 : 120) * SECOND,
        hookTimeout: 180 * SECOND,
        // The machine may be busy, so a page or the house may take long to react.
        expect: { poll: { interval: 100, timeout: 20 * SECOND } },
      }),
    ],
  },
})
