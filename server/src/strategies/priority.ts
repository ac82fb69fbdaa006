import { setPriority } from 'node:os'

/** The half of the way to the least: with that, a busy house would let them starve, and end them as too slow. */
const LOWER = 10

/**
 * Lets this thread work less than others that want the processor, so that customers' texts and backtests slow nobody down.
 * On Linux a priority is the thread's own; elsewhere it would be that of the whole house, and stays.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, LOWER)
}
