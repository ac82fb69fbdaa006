import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { openHouse, type Welcome } from './house.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    house: Welcome
    /** Its data folder. */
    dataDir: string
  }
}

/**
 * One house for all journeys, in which a new payee has no wait. Packages that had to be installed on the machine for
 * the browser are reported at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = findBrowser()
  console.log(`The journeys run in ${browser.executable} (${browser.from}).`)
  const house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  const { url, invitation, demo, links } = house
  project.provide('house', { url, invitation, demo, links })
  project.provide('dataDir', house.dataDir)
  return async () => {
    await house.stop()
    house.remove()
    if (browser.leftBehind) console.log(`Left behind on this machine: ${browser.leftBehind}.`)
  }
}
