import { SECOND } from '@lonja/core/base/instant'
import { EVENT_MS_MOST } from '@lonja/core/strategies/own.rules'
import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { Pulse } from './sandbox.ts'
import { faultOf } from './sandbox.runtime.ts'

/*
 * The pulse of a thread that runs a text. Most events that are too slow stop by their steps. Some calls of the engine count
 * none: the house sees then that the same event goes on, and ends the thread.
 */

/** The numbers that both threads share: the messages begun and answered, the line at fault, and the instant of the event. */
export type SharedPulse = SharedArrayBuffer

export const newPulse = (): SharedPulse => new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)

/** The thread's side. The count is odd while the runtime works on a message. */
export function pulseInto(shared: SharedPulse): Pulse {
  const numbers = new Int32Array(shared)
  const instants = new Float64Array(shared)
  return (line, at) => {
    if (line !== null) {
      Atomics.store(numbers, 1, line)
      instants[1] = at ?? 0
    }
    Atomics.add(numbers, 0, 1)
  }
}

/** Watches the pulse until it is closed, and reports once, with the fault, that an event takes too long. */
export function watchPulse(shared: SharedPulse, stopped: (stop: OwnStop) => void): { end(): void } {
  const numbers = new Int32Array(shared)
  let last = 0
  let looks = 0
  const timer = setInterval(() => {
    const count = Atomics.load(numbers, 0)
    looks = count % 2 === 1 && count === last ? looks + 1 : 0
    last = count
    if (looks * LOOK_MS < EVENT_MS_MOST) return
    clearInterval(timer)
    const at = new Float64Array(shared)[1] ?? 0
    stopped({ ...faultOf('too_slow', Atomics.load(numbers, 1)), at })
  }, LOOK_MS)
  return { end: () => clearInterval(timer) }
}

const LOOK_MS = SECOND / 4
