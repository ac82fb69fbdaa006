import type { Log } from './log.ts'

/** What was opened, to be closed in the reverse order: each part is closed even where another one's closing failed. */
export interface Closing {
  /** Remembers how to close what was just opened. */
  add(what: string, close: () => Promise<unknown> | void): void
  /** Closes everything, once. */
  close(): Promise<void>
}

export function openClosing(log: Log): Closing {
  const parts: { what: string; close: () => Promise<unknown> | void }[] = []
  let closed: Promise<void> | null = null

  const closeAll = async (): Promise<void> => {
    for (const { what, close } of parts.reverse()) {
      try {
        await close()
      } catch (err) {
        log.error({ err, what }, 'a part of the house could not be closed')
      }
    }
  }

  return {
    add: (what, close) => void parts.push({ what, close }),
    close: () => (closed ??= closeAll()),
  }
}
