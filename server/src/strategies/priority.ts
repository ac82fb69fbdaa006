import { setPriority } from 'node:os'

/** The least that a program may ask for. */
const LEAST = 19

/**
 * Lets this thread work only while no other wants the processor, so that customers' texts and backtests slow nobody down.
 * On Linux a priority is the thread's own; elsewhere it would be that of the whole house, and stays.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, LEAST)
}
