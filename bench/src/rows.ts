import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startBrowser } from '@lonja/e2e/browser'
import { measureHeap } from './rows.heap.ts'
import { openRowsHouse } from './rows.house.ts'
import { median } from './quantiles.ts'

/**
 * The longest task of the page while a list of 9,000 rows is scrolled and 1,000 of them change per second, at four
 * times CPU slowdown: the median of five runs. A finger feels a task of more than 50 ms, so the anchor is 50 ms. The
 * browser slows itself down with a thread of its own, which a busy machine may not schedule: the actual slowdown is
 * measured, and without it four times the processor time at full speed is used instead. Then the heap: see `rows.heap`.
 */

const ROWS = 9_000
const CHANGES = 1_000
const SLOWDOWN = 4
const RUNS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 5)
const SECONDS = 6
const FLOOR_MS = 50
/** A requested slowdown that did not happen: nothing was measured at it. */
const SLOWED_LEAST = 3
const HEAP_MINUTES = Number(process.env['LONJA_BENCH_MINUTES'] ?? 10)
const HEAP_FLOOR = 1.1

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  /** Processor time, without waiting for a processor. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

interface Longest {
  readonly longestMs: number
  readonly processorMs: number
  readonly tasks: number
}

/**
 * The longest task of the main thread that drew the most, by the clock and by processor time, and the number of tasks.
 */
function longestTask(trace: readonly TraceEvent[]): Longest {
  const mains = new Set(
    trace
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = trace.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
  if (tasks.length < 100) throw new Error(`Only ${tasks.length} tasks in the trace: nothing was measured`)
  const most = (of: 'dur' | 'tdur'): number =>
    tasks.reduce((longest, task) => Math.max(longest, task[of] ?? 0), 0) / 1_000
  return { longestMs: most('dur'), processorMs: most('tdur'), tasks: tasks.length }
}

/** In the page: a loop whose duration depends only on the processor. */
function spin(): number {
  const begun = performance.now()
  let sum = 0
  for (let n = 0; n < 20_000_000; n++) sum += n % 7
  return sum > 0 ? performance.now() - begun : NaN
}

interface Run extends Longest {
  readonly slowdown: number
  readonly drawn: number
}

async function measure(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  address: string,
  requested: number,
): Promise<Run> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  try {
    await page.goto(`${address}/#/pages/market/index`)
    await page.getByText('Compañía de prueba 0', { exact: true }).waitFor()
    const cdp = await page.context().newCDPSession(page)
    const spun = async (): Promise<number> =>
      Math.min(...[await page.evaluate(spin), await page.evaluate(spin), await page.evaluate(spin)])
    const free = await spun()
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: requested })
    await page.waitForTimeout(3_000)
    const slowdown = (await spun()) / free
    await browser.startTracing(page, {
      categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'],
    })
    const drawn = await page.evaluate(scrollAndCount, SECONDS * 1_000)
    const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
    return { ...longestTask(trace.traceEvents), slowdown, drawn }
  } finally {
    await page.close()
  }
}

/** In the page: scroll the list down and up at a hand's speed, and count the visible figures that change. */
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

/** A run at the slowdown, or four times the time at full speed if the slowdown does not work. */
async function measureSlowed(address: string): Promise<{ ms: number; summary: string }> {
  const browser = await startBrowser()
  try {
    const slowed = await measure(browser, address, SLOWDOWN)
    if (slowed.slowdown >= SLOWED_LEAST) {
      const { longestMs, processorMs, tasks, drawn, slowdown } = slowed
      const summary = `longest task ${longestMs.toFixed(1)} ms (processor ${processorMs.toFixed(1)}) of ${tasks}, ${slowdown.toFixed(1)} times slower; ${drawn} figures drawn`
      return { ms: longestMs, summary: summary }
    }
    const { processorMs, tasks, drawn } = await measure(browser, address, 1)
    const summary = `longest task ${processorMs.toFixed(1)} ms of processor time at full speed, of ${tasks} (asked to be slower, it was ${slowed.slowdown.toFixed(1)} times); ${drawn} figures drawn`
    return { ms: SLOWDOWN * processorMs, summary: summary }
  } finally {
    await browser.close()
  }
}

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
      const { ms, summary } = await measureSlowed(house.address)
      longest.push(ms)
      console.log(`  run ${run}: ${summary}, ${house.sent()} changes sent`)
    }
    if (RUNS > 0) {
      const ms = median(longest)
      console.log(
        `  median ${ms.toFixed(1)} ms at ${SLOWDOWN} times, ${(ms / FLOOR_MS).toFixed(2)} of the 50 ms that may be felt (floor 1.00)`,
      )
    }
    await runHeap(house.address)
  } finally {
    await house.close()
  }
}

async function runHeap(address: string): Promise<void> {
  if (HEAP_MINUTES === 0) return
  const browser = await startBrowser()
  try {
    const { minutes, earlyMb, lateMb } = await measureHeap(browser, address, HEAP_MINUTES)
    console.log(
      `  heap after a collection: ${earlyMb.toFixed(1)} MB at minute ${minutes / 5}, ${lateMb.toFixed(1)} MB at minute ${minutes}: ${(lateMb / earlyMb).toFixed(3)} times (floor ${HEAP_FLOOR})`,
    )
  } finally {
    await browser.close()
  }
}
