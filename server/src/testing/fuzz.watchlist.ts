import type { CustomerId } from '@lonja/core/base/ids'
import { ALERT_KINDS, ALERT_REPEATS } from '@lonja/core/watchlist/alerts.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP, INDEX } from '../orders/orders.testing.ts'
import { idFrom, maybe, type Dice, type Fields } from './fuzz.dice.ts'

const SHARES = [ABC, ESP] as const
const LISTINGS = [ABC, ESP, INDEX] as const

interface Watcher {
  readonly id: CustomerId
  readonly watched: readonly string[]
  readonly lists: string[]
  readonly alerts: string[]
}

const alertTerms = (chance: Dice): Fields => {
  const kind = chance.pick(ALERT_KINDS)
  const level = kind === 'percent' ? null : kind === 'above' ? `${100 + chance.below(900)}.00` : '0.01'
  return {
    kind,
    level,
    percentBps: kind === 'percent' ? 10 + chance.below(9_000) : null,
    repeats: chance.pick(ALERT_REPEATS),
    note: chance.pick([null, 'ñ 备注', 'x'.repeat(140)]),
  }
}

/** Valid inputs of the calls of watchlists and price alerts. */
export const WATCHLIST = {
  toggleWatch: (_who: Watcher, chance: Dice): Fields => ({
    listing: chance.pick(LISTINGS),
    ...maybe(chance, () => ({ watched: chance.once(60) })),
  }),
  isWatched: (_who: Watcher, chance: Dice): Fields => ({ listing: chance.pick(LISTINGS) }),
  listWatches: ({ id, lists }: Watcher, chance: Dice): Fields =>
    maybe(chance, () => ({ list: chance.once(30) ? id : idFrom(lists, chance) })),
  orderWatches: ({ watched }: Watcher): Fields => ({ listings: watched }),
  moveWatch: ({ id, lists }: Watcher, chance: Dice): Fields => ({
    listing: chance.pick(LISTINGS),
    from: chance.once(60) ? id : idFrom(lists, chance),
    to: chance.once(40) ? id : idFrom(lists, chance),
    ...maybe(chance, () => ({ place: chance.below(4) })),
  }),
  listWatchlists: (): Fields => ({}),
  makeWatchlist: ({ lists }: Watcher, chance: Dice): Fields => {
    const id = newId()
    lists.push(id)
    return { id, name: `List ${chance.below(1_000_000)}` }
  },
  renameWatchlist: ({ id, lists }: Watcher, chance: Dice): Fields => ({
    id: chance.once(20) ? id : idFrom(lists, chance),
    name: `Name ${chance.below(1_000_000)}`,
  }),
  removeWatchlist: ({ lists }: Watcher, chance: Dice): Fields => ({
    id: idFrom(lists, chance),
    removed: chance.once(70),
  }),
  makeAlert: ({ alerts }: Watcher, chance: Dice): Fields => {
    const id = newId()
    alerts.push(id)
    return { id, listing: chance.pick(SHARES), ...alertTerms(chance) }
  },
  changeAlert: ({ alerts }: Watcher, chance: Dice): Fields => ({ id: idFrom(alerts, chance), ...alertTerms(chance) }),
  pauseAlert: ({ alerts }: Watcher, chance: Dice): Fields => ({ id: idFrom(alerts, chance), paused: chance.once(50) }),
  removeAlert: ({ alerts }: Watcher, chance: Dice): Fields => ({
    id: idFrom(alerts, chance),
    removed: chance.once(70),
  }),
  listAlerts: (): Fields => ({}),
}
