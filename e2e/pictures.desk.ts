import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eur } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { axeFindings } from './axe.ts'
import { findBrowser, startBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'
import { newCustomer } from './customers.ts'
import { newClerk, newPayee, takeSeat, withdraw } from './desk.ts'
import { openHouse } from './house.ts'
import type { Person } from './person.ts'
import { STATES, type State } from './pictures.screens.ts'

/** The pages of the console, and the keys that open something on them where there is something. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/deposits': ['Enter'],
  '/withdrawals': ['Enter', 'r', '1'],
  '/identities': ['Enter'],
  '/conversations': ['ArrowDown', 'Enter'],
  '/audit': ['c', 'ArrowDown'],
  '/health': [],
  '/seat': ['?'],
}

const WIDE = { width: 1280, height: 800 }
const STILL_MS = 1_500

/** Take a picture of every page of the console in every state, in Spanish and Chinese, and print what axe finds. */
export async function takeDeskPictures(languages: readonly Language[] = ['tur', 'cn']): Promise<void> {
  const folder = join(cacheFolder, 'pictures', 'desk')
  mkdirSync(folder, { recursive: true })
  const house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  const browser = await startBrowser(findBrowser())
  try {
    const seat = await takeSeat(house, house.links[0] ?? '', 'Caja')
    // Nothing waits yet: that is the empty state. What follows is the full one.
    for (const state of STATES.filter((each) => each !== 'full')) {
      for (const language of languages)
        await walk(await newClerk(browser, house.url, seat, { language, ...WIDE }), state, folder)
    }
    const customer = await newCustomer(house)
    const payee = await newPayee(house, customer, 'Marta Ibáñez Soler de los Montes y Vega Larga')
    for (const cents of [1_200_000n, 7_500n]) await withdraw(house, customer, payee, eur(cents))
    for (const language of languages)
      await walk(await newClerk(browser, house.url, seat, { language, ...WIDE }), 'full', folder)
    await gate(await newClerk(browser, house.url, null, WIDE), folder)
  } finally {
    await browser.close()
    await house.stop()
    house.remove()
  }
}

async function walk(person: Person, state: State, folder: string): Promise<void> {
  const { page, language, context, goTo } = person
  // The seat itself is known: what fails or waits is the page.
  const answer = (url: string): boolean => !url.includes('/staff/seats/self')
  if (state === 'failed') {
    await page.route('**/api/**', (route) =>
      answer(route.request().url()) ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
    )
  }
  if (state === 'loading') {
    await page.route('**/api/**', (route) => (answer(route.request().url()) ? undefined : route.continue()))
  }
  for (const [path, keys] of Object.entries(PAGES)) {
    await goTo(path)
    await page.waitForTimeout(STILL_MS)
    for (const key of state === 'full' ? keys : []) {
      await page.keyboard.press(key)
      await page.waitForTimeout(STILL_MS / 2)
    }
    await picture(person, join(folder, `${path.slice(1)}-${state}-${language}.png`))
    await page.keyboard.press('Escape')
  }
  await context.close()
}

async function gate(person: Person, folder: string): Promise<void> {
  await person.goTo('/')
  await person.page.waitForTimeout(STILL_MS)
  await picture(person, join(folder, 'sign-in-full-tur.png'))
  await person.context.close()
}

async function picture({ page, faults }: Person, file: string): Promise<void> {
  await page.screenshot({ path: file })
  for (const said of [...(await axeFindings(page)), ...faults.splice(0)]) console.log(`  ${file}: ${said}`)
}
