import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

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

const room = (name: string, more: object = {}) => ({
  ...fromSource,
  test: {
    name,
    environment: 'node' as const,
    include: [`${name}/**/*.test.{ts,tsx}`, ...(long ? [`${name}/**/*.long.{ts,tsx}`] : [])],
    exclude: ['**/node_modules/**', '**/dist/**', '**/dist-types/**'],
    testTimeout: 20 * SECOND,
    hookTimeout: 60 * SECOND,
    ...more,
  },
})

// Screens are drawn in a DOM: a test names jsdom in its first line. What they do next is waited for.
const screens = { testTimeout: 60 * SECOND, expect: { poll: { timeout: 10 * SECOND } } }

/**
 * The files of `core` and `tools` share the process of their worker and load its modules once: half of the time of a
 * short file is loading. So a test gives back what it changes of its process: environment, timers, functions of Node.
 * Files of the server do not: statements and caches of one house were met by the tests of another.
 */
const together = { isolate: false }

export default defineConfig({
  test: {
    // Two at a time everywhere: the figures of a run must not depend on how many cores a machine shows.
    maxWorkers: 2,
    passWithNoTests: true,
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
        // One embedded PostgreSQL for the whole run; each file gets a copy of a migrated template.
        globalSetup: present(['./server/src/testing/setup.ts']),
        testTimeout: (long ? 600 : 60) * SECOND,
        hookTimeout: 120 * SECOND,
      }),
      room('e2e', {
        globalSetup: present(['./e2e/house.setup.ts']),
        testTimeout: (long ? 600 : 120) * SECOND,
        hookTimeout: 180 * SECOND,
        // The machine may be busy, so a page or the house may take long to react.
        expect: { poll: { interval: 100, timeout: 20 * SECOND } },
      }),
    ],
  },
})
