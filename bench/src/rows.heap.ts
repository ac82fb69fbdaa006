import type { startBrowser } from '@lonja/e2e/browser'

/**
 * The memory that the page of a long live list retains: its heap after a forced collection at a fifth of the time and
 * at the end, while it is scrolled up and down and the stream continues. A leak over time shows in the second figure.
 */
export interface Heap {
  readonly minutes: number
  readonly earlyMb: number
  readonly lateMb: number
}

const MB = 1_000_000
const MINUTE_MS = 60_000

export async function measureHeap(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  address: string,
  minutes: number,
): Promise<Heap> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  await page.goto(`${address}/#/pages/market/index`)
  await page.getByText('Compañía de prueba 0', { exact: true }).waitFor()
  const cdp = await page.context().newCDPSession(page)
  await page.evaluate(scrollForever)
  const used = async (): Promise<number> => {
    // Objects held only by collected ones are freed by the second collection.
    for (let time = 0; time < 2; time++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return usedSize / MB
  }
  await page.waitForTimeout((minutes / 5) * MINUTE_MS)
  const earlyMb = await used()
  await page.waitForTimeout(minutes * 0.8 * MINUTE_MS)
  const lateMb = await used()
  await page.close()
  return { minutes, earlyMb, lateMb }
}

/** In the page: scroll ten rows up or down every second, all the time. */
function scrollForever(): void {
  const scroller = document.querySelector<HTMLElement>('[data-scroller]')
  if (!scroller) throw new Error('The page has nothing to scroll')
  setInterval(() => {
    scroller.scrollTop += Math.random() < 0.45 ? -500 : 500
  }, 1_000)
}
