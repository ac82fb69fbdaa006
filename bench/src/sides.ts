import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Checkouts measured in one run, in turn: each works in a process of its own, with its own compiled code. */

export const checkout = fileURLToPath(new URL('../..', import.meta.url))
/** Another compiled checkout, to be measured beside this one; null without one. */
export const BESIDE = process.env['LONJA_BENCH_BESIDE'] ?? null

/** A compiled file of a checkout. The caller states its type, which is that of this checkout's file. */
export const importFrom = (root: string, ...path: string[]): Promise<unknown> =>
  import(pathToFileURL(join(root, ...path)).href)

/** The sides in the order of a round: each begins every other round. */
export const turnsOf = <T>(sides: readonly T[], round: number): readonly T[] =>
  round % 2 === 1 ? sides : sides.toReversed()

/** A process of the bench. It sends one message when it is open, and answers each message with one. */
export interface Worker {
  /** Its first message. */
  readonly open: unknown
  /** One message at a time. */
  ask(message: unknown): Promise<unknown>
  close(): Promise<void>
}

/** Starts a compiled file beside this one as a process. It ends at the message `close`, and when this process is gone. */
export async function openWorker(file: string, args: readonly string[]): Promise<Worker> {
  const worker = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    stdio: 'inherit',
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=64'], // As `npm start`; the arguments of this process are not for it.
  })
  return {
    open: await nextFrom(worker),
    ask: (message) => {
      const answer = nextFrom(worker)
      worker.send(message as object)
      return answer
    },
    close: async () => {
      if (worker.exitCode !== null) return
      const gone = new Promise((resolve) => worker.once('exit', resolve))
      worker.send('close')
      await gone
    },
  }
}

const nextFrom = (worker: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`A process of the bench is gone (${code}).`))
    worker.once('exit', gone)
    worker.once('message', (message) => {
      worker.off('exit', gone)
      resolve(message)
    })
  })
