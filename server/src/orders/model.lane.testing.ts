import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused } from '@lonja/core/base/refusal'
import type { Lot } from '@lonja/core/orders/lots.rules'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import { watchedOf } from '@lonja/core/orders/sharing.rules'
import type { Book } from '../database/book.ts'
import type { Lane } from '../database/lane.ts'
import { fillsOn, type EventKey } from './fills.store.ts'
import { lotsOfAll } from './lots.store.ts'
import type { WalkedMarket } from './model.market.testing.ts'
import type { EndingWrite } from './write.actions.ts'

/* The lane of `model.house.testing.ts`, and ordinary writes beside it: both run commands on its one book. */

interface Parts {
  readonly book: Book
  readonly walked: WalkedMarket
  readonly changed: Set<CustomerId>
  /** Reads the fills of a customer on an event, which the database finds among those of all orders. */
  readonly readEvent: (of: EventKey) => void
  readonly lotsIn: (customer: CustomerId) => readonly Lot[]
  readonly ordersOf: (customer: CustomerId) => readonly Order[]
}

export interface LaneInMemory extends Lane {
  /** Runs an ordinary write. It holds the lock of its customer, so the lane waits for it. */
  write<Answer>(customer: CustomerId, work: (write: EndingWrite) => Promise<Answer>): Promise<Answer>
}

export function laneInMemory({ book, walked, changed, readEvent, lotsIn, ordersOf }: Parts): LaneInMemory {
  const writes = new Map<CustomerId, Promise<unknown>>()
  const run: Lane['submit'] = async (command) => {
    await Promise.resolve()
    for (const { table, key } of command.needs) {
      if (table === fillsOn) readEvent(key as EventKey)
      if (table === lotsOfAll) lotsIn(key.customer).forEach((lot) => book.on(lotsOfAll).put(lot))
    }
    const before = book.changes()
    const answer = command.decide(book, walked.now())
    const isChanged = book.changes() !== before
    assert(!isChanged || !isRefused(answer), 'a refusal changes nothing')
    if (isChanged) changed.add(command.customer)
    return answer
  }
  const openOf = (customer: CustomerId): Order[] => ordersOf(customer).filter(isOpen)
  return {
    submit: async (command) => {
      await Promise.resolve()
      for (let other = writes.get(command.customer); other; other = writes.get(command.customer)) await other
      return run(command)
    },
    backlog: () => ({ waiting: 0, oldestMs: 0 }),
    close: () => Promise.resolve(),
    write: async (customer, work) => {
      const writing = work({
        submit: run,
        openOrders: () => Promise.resolve(openOf(customer).toSorted((a, b) => (a.id < b.id ? 1 : -1))),
        group: ({ listing, side }) =>
          Promise.resolve(
            openOf(customer)
              .filter((order) => order.listing === listing && order.side === side)
              .map(watchedOf),
          ),
      })
      writes.set(customer, writing)
      try {
        return await writing
      } finally {
        writes.delete(customer)
      }
    },
  }
}
