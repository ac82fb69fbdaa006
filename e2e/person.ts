import { randomInt } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Language } from '@lonja/core/base/language'
import { wordsOf, type Words } from './words.ts'

/** Somebody with a phone: a browser window with a memory of its own, one language, and what went wrong in it. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  readonly language: Language
  readonly words: Words
  /** Errors that the page threw, or wrote to its console. */
  readonly faults: string[]
  /** Go to a screen by its path behind the hash. */
  readonly goTo: (path: string) => Promise<void>
}

export interface PersonOptions {
  readonly language?: Language
  readonly width?: number
  readonly height?: number
  /** Let styles in that the house did not send. */
  readonly bypassCSP?: boolean
}

export async function newPerson(
  browser: Browser,
  url: string,
  { language = 'tur', width = 375, height = 812, bypassCSP = false }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width, height },
    bypassCSP,
    deviceScaleFactor: 1,
    hasTouch: width < 800,
    isMobile: false,
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  })
  // As after choosing it once: the app remembers the language under this name.
  await context.addInitScript(
    (chosen) => location.protocol === 'about:' || localStorage.getItem('lang') || localStorage.setItem('lang', chosen),
    language,
  )
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
  }
  return { page, context, language, words: wordsOf(language), faults, goTo }
}

/** A phone number nobody has yet. */
export const newPhone = (): string => `6${randomInt(100_000_000, 999_999_999)}`

export const PASSWORD = 'practica-2026'

/** From now on this window is signed in as a customer. */
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
