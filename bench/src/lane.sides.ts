import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Kind } from './lane.work.ts'

/** A checkout whose lane is measured: this one, or an earlier one beside it. */
export interface Side extends Open {
  sample(work: Extract<Ask, { kind: unknown }>): Promise<Sample>
  verify(): Promise<VerifyReport>
  close(): Promise<void>
}

export type Ask =
  | { readonly kind: Kind; readonly clients: number; readonly count: number; readonly plain: boolean }
  | { readonly verify: true }

/** Commands a second, and processor time a command; null where the machine does not say. */
export interface Sample {
  readonly rate: number
  readonly nodeUs: number
  readonly databaseUs: number | null
}

export interface VerifyReport {
  readonly breaches: readonly unknown[]
  readonly entries: bigint
  readonly orders: bigint
}

/** The PostgreSQL of a side: the address of a role that may create databases, and the first process. */
export interface Open {
  readonly adminUrl: string
  readonly version: string
  readonly pid: number | null
}

export const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Opens the lane of a checkout that is compiled (`npx tsc -b bench`), in a process of its own. */
export async function openSide(root: string): Promise<Side> {
  const worker = fork(fileURLToPath(new URL('./lane.worker.js', import.meta.url)), [root], {
    stdio: 'inherit',
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=64'], // As `npm start`; the arguments of this process are not for it.
  })
  const open = (await nextFrom(worker)) as Open
  const ask = (what: Ask | 'close'): Promise<unknown> => {
    const answered = nextFrom(worker)
    worker.send(what)
    return answered
  }
  return {
    ...open,
    sample: async (work) => (await ask(work)) as Sample,
    verify: async () => (await ask({ verify: true })) as VerifyReport,
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
    const gone = (code: number | null): void => reject(new Error(`The lane's process is gone (${code}).`))
    worker.once('exit', gone)
    worker.once('message', (message) => {
      worker.off('exit', gone)
      resolve(message)
    })
  })
