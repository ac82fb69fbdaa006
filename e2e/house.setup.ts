import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { openHouse, type Welcome } from './house.ts'

/** A house that journeys share. */
export interface SharedHouse extends Welcome {
  readonly dataDir: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    houses: readonly SharedHouse[]
  }
}

/**
 * A house for each worker, because journeys in one house take turns: a house limits sign-ups, and its staff seats are
 * claimed once. A new payee has no wait. Packages that had to be installed on the machine for the browser are reported
 * at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = findBrowser()
  console.log(`The journeys run in ${browser.executable} (${browser.from}).`)
  const workers = Array.from({ length: project.vitest.config.maxWorkers })
  const houses = await Promise.all(workers.map(() => openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })))
  project.provide(
    'houses',
    houses.map(({ url, invitation, demo, links, dataDir }) => ({ url, invitation, demo, links, dataDir })),
  )
  return async () => {
    for (const house of houses) {
      await house.stop()
      house.remove()
    }
    if (browser.leftBehind) console.log(`Left behind on this machine: ${browser.leftBehind}.`)
  }
}
