/** A stretch of the window from top to bottom, in real pixels. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

/** Above a higher dock, or above a field higher up, a toast would leave the screen. */
const HIGHEST = 0.85

interface ToastInput {
  readonly window: number
  /** The height of the toast. */
  readonly height: number
  /** The top edges of what is docked at the bottom. */
  readonly docks: readonly number[]
  /** The fields that say a mistake, each with its sentence, and the buttons to retry. */
  readonly mistakes: readonly Stretch[]
}

/** The distance of a toast from the window's bottom: above the docks, and above the mistakes that it would cover. */
export function bottomOfToast({ window, height, docks, mistakes }: ToastInput): number {
  const docked = Math.max(0, ...docks.map((top) => window - top).filter((each) => each < window * HIGHEST))
  let bottom = docked
  for (const field of mistakes.toSorted((one, other) => other.bottom - one.bottom)) {
    const [top, end] = [window - bottom - height, window - bottom]
    if (field.top < end && field.bottom > top) bottom = window - field.top
  }
  return bottom + height < window ? bottom : docked
}
