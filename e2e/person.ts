import { randomInt } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Language } from '@lonja/core/base/language'
import { wordsOf, type Words } from './words.ts'

/** A person with a phone: a browser window with its own storage, one language, and the errors that occurred in it. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  readonly language: Language
  readonly words: Words
  /** Errors that the page threw, or logged to its console. */
  readonly faults: string[]
  /** Go to a screen by its path behind the hash. */
  readonly goTo: (path: string) => Promise<void>
}

export interface PersonOptions {
  readonly language?: Language
  readonly width?: number
  readonly height?: number
  /** Allow styles that the house did not send. */
  readonly bypassCSP?: boolean
  /**
   * Fetch the code of all pages while idle and keep it on the device, as a phone does. It takes a browser more time than
   * most journeys, so only those that are about it, or lose their network, do.
   */
  readonly keepsPages?: boolean
}

export async function newPerson(
  browser: Browser,
  url: string,
  { language = 'tur', width = 375, height = 812, bypassCSP = false, keepsPages = false }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width, height },
    bypassCSP,
    serviceWorkers: keepsPages ? 'allow' : 'block',
    deviceScaleFactor: 1,
    hasTouch: width < 800,
    isMobile: false,
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  })
  // As if chosen once: the app stores the language under this name.
  await context.addInitScript(
    (chosen) => location.protocol === 'about:' || localStorage.getItem('lang') || localStorage.setItem('lang', chosen),
    language,
  )
  if (!keepsPages) await context.addInitScript(SAVES_DATA)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) {
      faults.push(message.text())
    }
  })
  const goTo = async (path: string): Promise<void> => {
    await page.goto(`${url}/#${path}`)
    if (!/^\/(pages|subPackages)\//.test(path)) return
    // A page that leads on to another is never shown.
    await page.waitForFunction(isShown, path.replace(/\?.*/, ''), { timeout: 5_000 }).catch(() => undefined)
  }
  return { page, context, language, words: wordsOf(language), faults, goTo }
}

/** Runs in the page: a person who saves data, for whom the app fetches no code ahead. */
export const SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"

/** True if the page before no longer stands in the place of this one: it stays until this one can be drawn. */
function isShown(path: string): boolean {
  const pages = [...document.querySelectorAll<HTMLElement>('[data-page]')].filter((page) => page.checkVisibility())
  return pages.length === 0 || pages.some((page) => page.dataset['page'] === path)
}

/** An unused phone number. */
export const newPhone = (): string => `6${randomInt(100_000_000, 999_999_999)}`

export const PASSWORD = 'practica-2026'

/** Sign this window in as a customer. */
export async function signInAs(
  { context }: Person,
  { token, userId }: { readonly token: string; readonly userId: string },
): Promise<void> {
  await context.addInitScript(
    (session) => {
      if (location.protocol === 'about:') return
      localStorage.setItem('token', session.token)
      localStorage.setItem('userId', session.userId)
    },
    { token, userId },
  )
}
