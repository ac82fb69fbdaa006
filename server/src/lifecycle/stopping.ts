import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@lonja/core/base/instant'

const SAME_MS = 300
/** Longer than all parts of a house may take to close: what is still not over then never will be. */
const MOST_MS = 100 * SECOND
/** What the system was asked for and did not answer yet is given so long at the end. */
const SYSTEM_MS = 2 * SECOND
const LOOK_MS = 20

/** The terminal was closed, or whoever started it is gone: nobody who hurries. */
const GONE = 'SIGHUP'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGQUIT', GONE] as const

/**
 * Ends the process cleanly on SIGINT and SIGTERM, and where its terminal is closed: `close` runs once, then the process ends, at the
 * latest after a minute and a half. A second signal ends it at once; what was acknowledged is on the disk already. One Ctrl-C under
 * `npm start` arrives twice, from the terminal and from npm: what follows at once is the same.
 */
export function stopOnSignal(close: () => Promise<void>, say: (line: string) => void, mostMs = MOST_MS): void {
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
 * Node's own end waits for what a thread asked of the system: a name that no server answers, a file on a disk that is away. Where there
 * is any, everything is told that the process ends, and then it is ended by force.
 */
function endNow(code: number): void {
  if (!waitsForSystem()) process.exit(code)
  process.emit('exit', code)
  process.kill(process.pid, 'SIGKILL')
}

const ASKED = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback', 'FSReqPromise'])
const waitsForSystem = (): boolean => process.getActiveResourcesInfo().some((name) => ASKED.has(name))
