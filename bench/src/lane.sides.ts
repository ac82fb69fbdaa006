import type { Kind } from './lane.work.ts'
import { openWorker } from './sides.ts'

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

/** Opens the lane of a checkout that is compiled (`npx tsc -b bench`), in a process of its own. */
export async function openSide(root: string): Promise<Side> {
  const worker = await openWorker('./lane.worker.js', [root])
  const ask = (message: Ask): Promise<unknown> => worker.ask(message)
  return {
    ...(worker.open as Open),
    sample: async (work) => (await ask(work)) as Sample,
    verify: async () => (await ask({ verify: true })) as VerifyReport,
    close: worker.close,
  }
}
