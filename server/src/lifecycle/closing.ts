import { SECOND } from '@lonja/core/base/instant'
import type { Log } from '../base/log.ts'

/**
 * Closes the parts of a house. First, all at once, it closes the parts that run by themselves or accept connections,
 * then the rest in reverse order. A failed part does not stop the others, and each part has a time limit.
 */
export interface Closing {
  /** Registers the closing of a part that was just opened. `mostMs` is its own time limit, if it needs one. */
  add(what: string, close: Close, mostMs?: number): void
  /**
   * Registers a part that runs by itself or accepts connections. It depends on earlier parts, and no part depends on
   * it.
   */
  addFirst(what: string, close: Close): void
  /** Closes all parts, once. */
  close(): Promise<void>
}

type Close = () => Promise<unknown> | void

interface Part {
  readonly what: string
  readonly close: Close
  readonly mostMs?: number | undefined
}

export interface ClosingLimits {
  /** The time limit of all parts together, except those with their own limit. */
  readonly allMs: number
  /** The least time for each part, even after the others have used up the time of all. */
  readonly leastMs: number
  /** The time after which the parts that are still open are printed for the operator. */
  readonly quietMs: number
}

/** A call is answered within twenty seconds, and a database statement ends within them. */
const PATIENCE: ClosingLimits = { allMs: 30 * SECOND, leastMs: SECOND, quietMs: 3 * SECOND }

export function openClosing(
  log: Log,
  say: (line: string) => void = () => {},
  { allMs, leastMs, quietMs }: ClosingLimits = PATIENCE,
): Closing {
  const first: Part[] = []
  const parts: Part[] = []
  const late: Promise<void>[] = []
  let until = Infinity
  let closed: Promise<void> | null = null

  const closeTogether = async (together: readonly Part[]): Promise<void> => {
    const open = new Set(together.map(({ what }) => what))
    let lastNames = ''
    const telling = setInterval(() => {
      const names = [...open].join(', ')
      if (names !== lastNames) say(`Still stopping: ${(lastNames = names)}.`)
    }, quietMs)
    await Promise.all(together.map((part) => closeOne(part).finally(() => open.delete(part.what))))
    clearInterval(telling)
  }
  const closeOne = async ({ what, close, mostMs }: Part): Promise<void> => {
    const patienceMs = mostMs ?? Math.max(leastMs, until - performance.now())
    try {
      if (await endsWithin(close(), patienceMs)) return
      log.error({ what }, 'a part of the house did not close in time: the others are closed without it')
    } catch (err) {
      log.error({ err, what }, 'a part of the house could not be closed')
    }
  }
  const closeAll = async (): Promise<void> => {
    until = performance.now() + allMs
    await closeTogether(first)
    for (const part of parts.reverse()) await closeTogether([part])
  }
  /** Closes a part at once if it is opened while the house is already closing. */
  const take = (among: Part[], part: Part): void => {
    if (closed) late.push(closeTogether([part]))
    else among.push(part)
  }
  return {
    add: (what, close, mostMs) => take(parts, { what, close, mostMs }),
    addFirst: (what, close) => take(first, { what, close }),
    close: async () => {
      await (closed ??= closeAll())
      await Promise.all(late)
    },
  }
}

/** A step of the opening may take any time. This is its time limit after a signal to stop. */
const STEP_MOST_MS = 10 * SECOND

/**
 * Closes the parts a while after the signal, unless the opening has ended before. Call the returned function when it
 * has.
 */
export function closeSoonAfter(signal: AbortSignal | undefined, closing: Closing): () => void {
  let late: NodeJS.Timeout | undefined
  const begin = (): void => {
    late = setTimeout(() => void closing.close(), STEP_MOST_MS)
  }
  signal?.addEventListener('abort', begin, { once: true })
  return () => {
    clearTimeout(late)
    signal?.removeEventListener('abort', begin)
  }
}

/** True if the work ends in time. Otherwise false, and its later result is ignored. */
async function endsWithin(work: Promise<unknown> | void, patienceMs: number): Promise<boolean> {
  let patience: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    patience = setTimeout(resolve, patienceMs, false)
  })
  const ended = Promise.resolve(work).then(() => true)
  return Promise.race([ended, late]).finally(() => clearTimeout(patience))
}
