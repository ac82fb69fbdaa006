import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startBrowser } from '@lonja/e2e/browser'
import { openRowsHouse } from './rows.house.ts'

/**
 * The longest task of the page while a list of 9,000 rows is scrolled and 1,000 of them change a second, at four times CPU
 * slowdown: the median of five runs. A task over 50 ms is one that a finger feels. The anchor is that 50 ms.
 */

const ROWS = 9_000
const CHANGES = 1_000
const SLOWDOWN = 4
const RUNS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 5)
const SECONDS = 6
const FLOOR_MS = 50

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of the main thread that drew most, in milliseconds, and how many there were. */
function longestTask(trace: readonly TraceEvent[]): { longestMs: number; tasks: number } {
  const mains = new Set(
    trace
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = trace.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
  if (tasks.length < 100) throw new Error(`Only ${tasks.length} tasks in the trace: nothing was measured`)
  return { longestMs: tasks.reduce((most, { dur = 0 }) => Math.max(most, dur), 0) / 1_000, tasks: tasks.length }
}

async function measure(address: string): Promise<{ longestMs: number; tasks: number; drawn: number }> {
  const browser = await startBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
    await page.goto(`${address}/#/pages/market/index`)
    await page.getByText('Compañía de prueba 0', { exact: true }).waitFor()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.waitForTimeout(3_000)
    await browser.startTracing(page, {
      categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'],
    })
    const drawn = await page.evaluate(scrollAndCount, SECONDS * 1_000)
    const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
    return { ...longestTask(trace.traceEvents), drawn }
  } finally {
    await browser.close()
  }
}

/** In the page: scrolls the list down and up by hand's speed, and counts the figures that changed in sight. */
async function scrollAndCount(ms: number): Promise<number> {
  const scroller = document.querySelector<HTMLElement>('[data-scroller]')
  if (!scroller) throw new Error('The page has nothing to scroll')
  let changes = 0
  const watcher = new MutationObserver((records) => {
    changes += records.filter(({ type }) => type === 'characterData').length
  })
  watcher.observe(scroller, { subtree: true, characterData: true })
  const end = performance.now() + ms
  let way = 1
  await new Promise<void>((done) => {
    const step = () => {
      scroller.scrollTop += way * 25
      if (scroller.scrollTop <= 0 || Math.random() < 0.004) way = -way
      if (performance.now() < end) requestAnimationFrame(step)
      else done()
    }
    step()
  })
  watcher.disconnect()
  return changes
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

export async function run(): Promise<void> {
  console.log(
    `\nRows: ${ROWS} in a list, ${CHANGES} changes a second, scrolled at ${SLOWDOWN} times CPU slowdown, ${RUNS} runs`,
  )
  const app = fileURLToPath(new URL('../../app/dist', import.meta.url))
  readFileSync(`${app}/index.html`)
  const house = await openRowsHouse(app, ROWS, CHANGES)
  try {
    const longest: number[] = []
    for (let run = 1; run <= RUNS; run++) {
      house.sent()
      const { longestMs, tasks, drawn } = await measure(house.address)
      longest.push(longestMs)
      console.log(
        `  run ${run}: longest task ${longestMs.toFixed(1)} ms of ${tasks}; ${drawn} figures drawn, ${house.sent()} changes sent`,
      )
    }
    const ms = median(longest)
    console.log(
      `  median ${ms.toFixed(1)} ms, ${(ms / FLOOR_MS).toFixed(2)} of the 50 ms that may be felt (floor 1.00)`,
    )
  } finally {
    await house.close()
  }
}
