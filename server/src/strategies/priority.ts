import { setPriority } from 'node:os'

/** Half of the way to the lowest priority. At the lowest, threads of a busy house would get no processor time and end as too slow. */
const LOWER = 10

/**
 * Lets this thread work less than others that want the processor, so that customers' texts and backtests slow nobody down.
 * On Linux a priority is the thread's own; elsewhere it would be that of the whole house, and stays.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, LOWER)
}
