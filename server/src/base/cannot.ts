/**
 * The house cannot open, for a reason its operator can mend: one line that names what is wrong and the remedy.
 * Caught in one place, where the process starts; everything else that throws there is a bug and keeps its stack.
 */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
}

/** Runs a command of the house to its end. What its operator can mend is one line and exit code 1. */
export async function orOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
