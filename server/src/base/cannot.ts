/**
 * The house cannot open, for a reason that its operator can fix: one line that names the problem and the remedy. It is
 * caught in one place, where the process starts. Any other exception there is a bug and keeps its stack.
 */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
}

/** Runs a command of the house. A `CannotOpen` becomes one line and exit code 1. */
export async function exitOnCannotOpen<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
