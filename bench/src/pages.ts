import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { FLAGS, findBrowser } from '@lonja/e2e/browser'
import { openHouse } from '@lonja/e2e/house'
import { cpuOf } from './lane.costs.ts'
import { median } from './quantiles.ts'

/**
 * Lighthouse's four scores on a phone for home, market and one listing, of the built app in a real house: the median of
 * five visits, for each score. The anchor is the 100 that its own simulation gives an empty page.
 */

const RUNS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 5)
const MARKS = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FLOOR = 90
const AIM = 100

interface Visit {
  readonly marks: readonly number[]
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly speedIndexMs: number
  readonly shift: number
}

const look = (url: string, port: number) =>
  lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...MARKS] })

/**
 * Lighthouse sometimes starts recording after the page has begun to load; it then has no figures, and the visit is
 * repeated.
 */
const TRIES = 8

async function visit(url: string, port: number): Promise<Visit> {
  let result = await look(url, port)
  for (let tries = 1; tries < TRIES && result?.lhr.runtimeError?.code === 'NO_NAVSTART'; tries++) {
    console.log('  (no beginning was recorded; looked again)')
    result = await look(url, port)
  }
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse did not see ${url}: ${result?.lhr.runtimeError?.message}`)
  const { categories, audits } = result.lhr
  const value = (audit: string): number => audits[audit]?.numericValue ?? NaN
  return {
    marks: MARKS.map((mark) => Math.round((categories[mark]?.score ?? 0) * 100)),
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    speedIndexMs: value('speed-index'),
    shift: value('cumulative-layout-shift'),
  }
}

/** Twelve intervals of half a second, in each of which the house used less than a twentieth of a core. */
const LOOK_MS = 500
const QUIET_LOOKS = 12
const QUIET_US = LOOK_MS * 50
const QUIET_WITHIN_MS = 180_000

/**
 * Wait until a newly opened house has prepared its charts and lists, because that takes a core that the browser needs.
 * Reports the wait.
 */
async function untilQuiet(pid: number): Promise<string> {
  const began = Date.now()
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() - began < QUIET_WITHIN_MS;) {
    const before = cpuOf(pid)
    await sleep(LOOK_MS)
    const after = cpuOf(pid)
    // On a machine that does not report a process's usage, wait for a minute.
    if (before === null || after === null) quiet = Date.now() - began < 60_000 ? 0 : QUIET_LOOKS
    else quiet = after - before < QUIET_US ? quiet + 1 : 0
  }
  return `${((Date.now() - began) / 1000).toFixed(0)} s`
}

async function aListing(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/tur/discover/list?list=active&limit=1`)
  const { data } = (await answer.json()) as { data: { listing: string[] } }
  if (!data.listing[0]) throw new Error('The house lists nothing')
  return data.listing[0]
}

export async function run(): Promise<void> {
  console.log(`\nPages: Lighthouse for a phone, the median of ${RUNS} visits (${MARKS.join(', ')})`)
  const house = await openHouse()
  console.log(`  the house was at rest after ${await untilQuiet(house.pid)}`)
  const browser = findBrowser()
  const chrome = await launch({
    chromePath: browser.executable,
    chromeFlags: ['--headless', ...FLAGS],
    envVars: { ...process.env, ...browser.env },
  })
  try {
    const pages = {
      home: '/pages/home/index',
      market: '/pages/market/index',
      detail: `/subPackages/home/socketDetail/socketDetail?listing=${await aListing(house.url)}`,
    }
    for (const [name, path] of Object.entries(pages)) {
      const visits: Visit[] = []
      for (let run = 0; run < RUNS; run++) visits.push(await visit(`${house.url}/#${path}`, chrome.port))
      const marks = MARKS.map((_, at) => median(visits.map((each) => each.marks[at] ?? 0)))
      const middle = (figure: Exclude<keyof Visit, 'marks'>) => median(visits.map((each) => each[figure]))
      const ms = (figure: Exclude<keyof Visit, 'marks'>) => `${middle(figure).toFixed(0)} ms`
      const least = Math.min(...marks)
      console.log(
        `  ${name.padEnd(7)} ${marks.join(' / ')}: ${(least / AIM).toFixed(2)} of 100 (floor ${FLOOR / AIM}, aim 1.00);` +
          ` first paint ${ms('firstPaintMs')}, largest ${ms('largestPaintMs')}, blocked ${ms('blockedMs')},` +
          ` speed index ${ms('speedIndexMs')}, shift ${middle('shift').toFixed(3)}`,
      )
    }
  } finally {
    chrome.kill()
    await house.stop()
    house.remove()
  }
}
