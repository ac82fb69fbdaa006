import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenHouse } from '@lonja/server/main'
import { startBrowser } from '../browser.ts'
import { makeBuilds, openOn, type Builds } from '../builds.ts'
import { SAVES_DATA } from '../person.ts'
import { wordsOf } from '../words.ts'

/** A page stays open while the house switches to another build of the app, whose files have other names. */

const words = wordsOf('tur')
let browser: Browser
let builds: Builds
let dataDir: string
let house: OpenHouse
let context: BrowserContext | null

beforeAll(async () => {
  browser = await startBrowser()
  builds = makeBuilds()
})
afterAll(async () => {
  await browser.close()
  builds.remove()
})
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lonja-house-'))
  chmodSync(dataDir, 0o711)
  house = await openOn(builds.first, dataDir)
  context = null
})
afterEach(async () => {
  await context?.close()
  await house.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function openPage(serviceWorkers: 'allow' | 'block'): Promise<Page> {
  context ??= await browser.newContext({ serviceWorkers, reducedMotion: 'reduce' })
  await context.addInitScript(SAVES_DATA)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(`${house.address}/#/subPackages/login/login`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function goOverToTheNextBuild(): Promise<void> {
  const { port } = new URL(house.address)
  await house.close()
  house = await openOn(builds.next, dataDir, Number(port))
}

/**
 * The number of files the page was loaded with, and how many of them the worker still caches, whatever the browser's
 * own cache has.
 */
const ownCode = (page: Page) =>
  page.evaluate(async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    const scripts = names.filter((name) => /assets\/.*\.js$/.test(name))
    const responses = await Promise.all(scripts.map((name) => caches.match(name)))
    return { come: scripts.length, kept: responses.filter(Boolean).length }
  })

const phoneOf = (page: Page) => page.getByLabel(words('accounts', 'phone'), { exact: true })
const toRegister = (page: Page) => page.getByRole('link', { name: words('accounts', 'createAccount') })

/** Goes to the registration and back. Its page has a field for a phone too, and is gone before one of log-in is looked for. */
async function registerAndBack(page: Page): Promise<void> {
  await toRegister(page).click()
  const title = page.getByRole('heading', { name: words('accounts', 'registerTitle') })
  await title.waitFor()
  await page.goBack()
  await title.waitFor({ state: 'detached' })
}

test('a page that was opened before goes on with its own build, also when another window has brought the next one', async () => {
  const page = await openPage('allow')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await phoneOf(page).fill('600123123')
  await goOverToTheNextBuild()
  const other = await openPage('allow')
  // The next build's worker is installed, and its files are cached.
  await other.evaluate(async () => {
    const named = () => performance.getEntriesByType('resource').map(({ name }) => name)
    const [script = ''] = named().filter((name) => /assets\/index-.{8}\.js$/.test(name))
    // The previous build's worker also caches files that pass through; only the next one records which files belong to
    // its build.
    const now = async (): Promise<string[]> =>
      ((await (await caches.match('./build.json'))?.json()) as { now: string[] } | undefined)?.now ?? []
    for (let tries = 0; !(await now()).includes(script); tries++) {
      if (tries > 600) throw new Error(`${script} was never kept by the worker of its build`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const registration = await navigator.serviceWorker.ready
    while (registration.installing ?? registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  const { come, kept } = await ownCode(page)
  expect([come > 3, kept]).toEqual([true, come])
  await registerAndBack(page)
  expect(await phoneOf(page).inputValue()).toBe('600123123')
})

test('without a worker a page whose code is gone says so; the way back keeps what was typed, and a tap loads the new build', async () => {
  const page = await openPage('block')
  await phoneOf(page).fill('600123123')
  await goOverToTheNextBuild()
  await toRegister(page).click()
  const failed = page.getByRole('heading', { name: words('app', 'pageFailed') })
  await failed.waitFor()
  // By key: the offline bar disappears at this moment, and the elements below it move under a pointer.
  await page.getByRole('button', { name: words('app', 'back'), exact: true }).press('Enter')
  expect(await phoneOf(page).inputValue()).toBe('600123123')

  await toRegister(page).click()
  await failed.click({ force: true })
  await page.getByRole('heading', { name: words('accounts', 'registerTitle') }).waitFor()
})

test('a page whose code did not come for want of a network is there when it is asked for again, without loading the app', async () => {
  const page = await openPage('block')
  await phoneOf(page).fill('600123123')
  await page.context().setOffline(true)
  await toRegister(page).click()
  await page.getByRole('heading', { name: words('app', 'pageFailed') }).waitFor()
  await page.context().setOffline(false)
  await page.goBack()
  await registerAndBack(page)
  expect(await phoneOf(page).inputValue()).toBe('600123123')
})
