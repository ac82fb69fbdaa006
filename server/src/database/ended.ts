import { assert } from '@lonja/core/base/assert'
import type { Tx } from './db.ts'

/**
 * A transaction that takes no statement after its end. A forgotten `await` would otherwise run its statements on a
 * connection that has gone back to the pool: outside of the transaction, or within that of another call.
 */
export function untilEnd(whole: Tx): { readonly tx: Tx; readonly end: () => void } {
  let isOver = false
  const open = (): Tx => {
    assert(!isOver, 'a transaction has ended before its last statement')
    return whole
  }
  const tx: Tx = {
    run: (...of: Parameters<Tx['run']>) => open().run(...of) as Promise<never>,
    trip: (sent) => open().trip(sent),
  }
  return { tx, end: () => (isOver = true) }
}
