import { assert } from '@lonja/core/base/assert'

/** The two ways to send statements of a transaction, whatever their forms. */
interface Statements {
  run(...of: never[]): unknown
  trip(...of: never[]): unknown
}

/**
 * A transaction that takes no statement after its end. A forgotten `await` would otherwise run its statements on a
 * connection that has gone back to the pool: outside of the transaction, or within that of another call.
 */
export function untilEnd<Tx extends Statements>(whole: Tx): { readonly tx: Tx; readonly end: () => void } {
  let isOver = false
  const open = (): Tx => {
    assert(!isOver, 'a transaction has ended before its last statement')
    return whole
  }
  const tx: Statements = {
    run: (...of) => open().run(...of),
    trip: (...of) => open().trip(...of),
  }
  return { tx: tx as Tx, end: () => void (isOver = true) }
}
