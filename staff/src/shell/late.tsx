import { Suspense, lazy, type ComponentProps } from 'react'

/*
 * The parts of the frame whose code comes after it. The frame is whole without them for a moment, but not for a day: a
 * seat without counts sees no work. Their code is requested until it comes.
 */

const AGAIN_MS = 5_000

/** The module, requested again after each failure. */
export async function untilHere<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

const loadCounts = () => untilHere(() => import('./Counts.tsx'))
let counts: ReturnType<typeof loadCounts> | undefined

/** The code of the counts, requested once: by the frame beside its seat, so that it is here when the seat is. */
export const fetchCounts = () => (counts ??= loadCounts())

const Count = lazy(async () => ({ default: (await fetchCounts()).PageCount }))
const Deciders = lazy(async () => ({ default: (await fetchCounts()).People }))
const Host = lazy(async () => ({ default: (await untilHere(() => import('@lonja/kit/parts/ToastHost'))).ToastHost }))

export const PageCount = (props: ComponentProps<typeof Count>) => (
  <Suspense>
    <Count {...props} />
  </Suspense>
)

export const People = (props: ComponentProps<typeof Deciders>) => (
  <Suspense>
    <Deciders {...props} />
  </Suspense>
)

export const ToastHost = () => (
  <Suspense>
    <Host />
  </Suspense>
)
