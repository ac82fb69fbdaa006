/**
 * The house cannot open, for a reason its operator can mend: one line that names what is wrong and the remedy.
 * Caught in one place, where the process starts; everything else that throws there is a bug and keeps its stack.
 */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
}
