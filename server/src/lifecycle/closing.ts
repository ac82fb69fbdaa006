import { SECOND } from '@lonja/core/base/instant'
import type { Log } from '../base/log.ts'

/**
 * What was opened, to be closed: first, all at once, what goes on by itself or lets anybody in, then the rest in the reverse order.
 * Each part is closed even where another one's closing failed, and none is waited for without end.
 */
export interface Closing {
  /** Remembers how to close what was just opened, and for how long it may take where it has a bound of its own. */
  add(what: string, close: Close, mostMs?: number): void
  /** Remembers how to end what goes on by itself or lets anybody in: it needs what was opened before, and nothing needs it. */
  addFirst(what: string, close: Close): void
  /** Closes everything, once. */
  close(): Promise<void>
}

type Close = () => Promise<unknown> | void

interface Part {
  readonly what: string
  readonly close: Close
  readonly mostMs?: number | undefined
}

export interface Patience {
  /** For all parts together that have no bound of their own. */
  readonly allMs: number
  /** Each is given so long, also where the others have used up the time of all. */
  readonly leastMs: number
  /** After so long the operator hears what is waited for. */
  readonly quietMs: number
}

/** A call is answered within twenty seconds, and a statement of the database ends within them. */
const PATIENCE: Patience = { allMs: 30 * SECOND, leastMs: SECOND, quietMs: 3 * SECOND }

export function openClosing(
  log: Log,
  say: (line: string) => void = () => {},
  { allMs, leastMs, quietMs }: Patience = PATIENCE,
): Closing {
  const first: Part[] = []
  const parts: Part[] = []
  const late: Promise<void>[] = []
  let until = Infinity
  let closed: Promise<void> | null = null

  const closeTogether = async (together: readonly Part[]): Promise<void> => {
    const open = new Set(together.map(({ what }) => what))
    let told = ''
    const telling = setInterval(() => {
      const names = [...open].join(', ')
      if (names !== told) say(`Still stopping: ${(told = names)}.`)
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
  /** What is opened while the house closes already is closed at once. */
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

/** While the house opens, a step may take its time, or forever: where it is told to stop meanwhile, the step is given so long. */
const STEP_MOST_MS = 10 * SECOND

/** Closes what was opened a while after the signal, unless the opening was over before: call what is returned once it is. */
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

/** True where it ended in that time, false where it did not: then what comes of it is nobody's any more. */
async function endsWithin(work: Promise<unknown> | void, patienceMs: number): Promise<boolean> {
  let patience: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    patience = setTimeout(resolve, patienceMs, false)
  })
  const ended = Promise.resolve(work).then(() => true)
  return Promise.race([ended, late]).finally(() => clearTimeout(patience))
}
