import type { Page } from 'playwright-core'

/** A screen reads again by itself after a quarter of a minute, at the earliest. */
const READ_AGAIN_MS = 14_000

/** The addresses that a page has asked for since the last clearing, without what it reads again by itself on a slow machine. */
export interface Requests {
  readonly urls: readonly string[]
  readonly clear: () => void
}

/** Notes the requests of a page from now on, those that are among the wanted ones. */
export function requestsOf(page: Page, isWanted: (url: URL) => boolean = () => true): Requests {
  const urls: string[] = []
  const firstAt = new Map<string, number>()
  page.on('request', (request) => {
    const url = request.url()
    if (!isWanted(new URL(url)) || performance.now() - (firstAt.get(url) ?? Infinity) >= READ_AGAIN_MS) return
    if (!firstAt.has(url)) firstAt.set(url, performance.now())
    urls.push(url)
  })
  return {
    urls,
    clear: () => {
      urls.length = 0
      firstAt.clear()
    },
  }
}
