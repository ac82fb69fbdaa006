import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@lonja/core/base/instant'

const SAME_MS = 300
/** Longer than all parts of a house may take to close. A part that is still open then never closes. */
export const STOP_MOST_MS = 100 * SECOND
/** The time at the end for pending calls of the operating system. */
const SYSTEM_MS = 2 * SECOND
const LOOK_MS = 20

/**
 * The terminal was closed or the parent process is gone. Unlike Ctrl-C, a repeat of this signal does not force the end.
 */
const GONE = 'SIGHUP'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGQUIT', GONE] as const

/**
 * Ends the process cleanly on SIGINT and SIGTERM, and when its terminal closes. `close` runs once, and then the process
 * ends, at the latest after `mostMs`. A second signal ends it at once; acknowledged writes are already on disk. A
 * Ctrl-C under `npm start` arrives twice, from the terminal and from npm, so a signal within 300 ms counts as the same.
 */
export function stopOnSignal(close: () => Promise<void>, say: (line: string) => void, mostMs = STOP_MOST_MS): void {
  let stoppingSince: number | null = null
  const stop = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (stoppingSince !== null) {
      if (signal !== GONE && now - stoppingSince > SAME_MS) endNow(130)
      return
    }
    stoppingSince = now
    say('Stopping: calls under way are answered, then the database ends. Once more stops at once.')
    setTimeout(() => {
      say('Stopping took too long, and is cut short: the next start recovers what is needed.')
      endNow(1)
    }, mostMs)
    close().then(
      () => end(0),
      (error: unknown) => {
        console.error(error)
        void end(1)
      },
    )
  }
  for (const signal of SIGNALS) process.on(signal, stop)
}

async function end(code: number): Promise<void> {
  for (const until = performance.now() + SYSTEM_MS; waitsForSystem() && performance.now() < until;) await sleep(LOOK_MS)
  endNow(code)
}

/**
 * Node's exit waits for pending system calls of its threads, such as a lookup of a name that no server answers, or a
 * file on an unreachable disk. If there are any, the exit handlers run, and then the process is killed.
 */
function endNow(code: number): void {
  if (!waitsForSystem()) process.exit(code)
  process.emit('exit', code)
  process.kill(process.pid, 'SIGKILL')
}

const ASKED = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback', 'FSReqPromise'])
const waitsForSystem = (): boolean => process.getActiveResourcesInfo().some((name) => ASKED.has(name))
