import { assert } from '@lonja/core/base/assert'

/**
 * The connection of a transaction until its end. A forgotten `await` would otherwise run its statements on a connection that
 * has gone back to the pool: outside of the transaction, or within that of another call.
 */
export function untilEnd<Connection>(connection: Connection): {
  readonly open: () => Connection
  readonly end: () => void
} {
  let isOver = false
  return {
    open: () => {
      assert(!isOver, 'a transaction has ended before its last statement')
      return connection
    },
    end: () => (isOver = true),
  }
}
