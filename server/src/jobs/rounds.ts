import { takeTurns } from '../base/turns.ts'
import { isBusy, isOutage, outageText } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { NO_LISTENER, type RoundListener } from './vitals.ts'

export interface RoundsOptions {
  readonly pauseMs: number
  readonly afterFailureMs: number
  readonly log: Log
  /** The log messages for an unreachable database and for any other failure. */
  readonly waits: string
  readonly failed: string
  readonly heard?: RoundListener
}

/**
 * Runs the work of each item in order and throws the first error at the end, so a failing item does not stop the
 * others. An outage of the database affects every item, so it ends the run.
 */
export async function eachInTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const faults = await faultsOf(items, work)
  if (faults.length > 0) throw faults[0]
}

/**
 * Does the same with the items of a list that is read page by page, and in turns with the calls of customers. `list` gives at most
 * `most` items behind one, the first ones for null. A failing item does not stop the pages after it.
 */
export async function eachOfPages<Item>(
  most: number,
  list: (behind: Item | null) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = []
  for (let behind: Item | null = null; ;) {
    const page: readonly Item[] = await list(behind)
    const inTurn = async (item: Item): Promise<void> => {
      await work(item)
      await takeTurns()
    }
    faults.push(...(await faultsOf(page, inTurn)))
    if (page.length < most) break
    behind = page.at(-1) ?? null
  }
  if (faults.length > 0) throw faults[0]
}

/** The errors of the items whose work failed. Throws an outage. */
async function faultsOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isOutage(error) && !isBusy(error)) throw error
      faults.push(error)
    }
  }
  return faults
}

/**
 * Runs the work of all items at once. `failed` gets each item that failed, with its error. An outage of the database affects
 * every item, so it is thrown once all have ended.
 */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  failed: (item: Item, error: unknown) => void,
): Promise<void> {
  const outages: unknown[] = []
  await Promise.all(
    items.map((item) =>
      work(item).catch((error: unknown) => {
        if (isOutage(error) && !isBusy(error)) outages.push(error)
        else failed(item, error)
      }),
    ),
  )
  if (outages.length > 0) throw outages[0]
}

export interface Rounds {
  /** Begins the next round without the rest of the pause. */
  hurry(): void
  /** Ends the rounds after the one under way. */
  stop(): Promise<void>
}

/** Runs rounds until it is stopped. After a failed round the pause is longer. */
export function runRounds(round: () => Promise<void>, options: RoundsOptions): Rounds {
  const { pauseMs, afterFailureMs, log, waits, failed, heard = NO_LISTENER } = options
  let [stopped, hurried] = [false, false]
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> = Promise.resolve()
  const next = async (): Promise<void> => {
    if (stopped) return
    const rest = await round().then(
      () => {
        heard(true)
        return pauseMs
      },
      (err: unknown) => {
        heard(false)
        if (isOutage(err)) log.warn({ why: outageText(err) }, waits)
        else log.error({ err }, failed)
        return afterFailureMs
      },
    )
    if (!stopped) timer = setTimeout(go, hurried ? 0 : rest)
    hurried = false
  }
  const go = (): void => {
    timer = null
    underWay = next()
  }
  go()
  return {
    hurry: () => {
      if (stopped) return
      if (!timer) {
        hurried = true // The round under way may have read the state of before.
        return
      }
      clearTimeout(timer)
      go()
    },
    stop: async () => {
      stopped = true
      if (timer) clearTimeout(timer)
      await underWay
    },
  }
}
