import { afterEach, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { holdLine } from '@lonja/core/ledger/ledger.rules'
import type { MarketAction } from '@lonja/core/market/actions'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { insertLotLock } from '../orders/lot-locks.store.ts'
import { listOpenLots, saveChangedLots } from '../orders/lots.store.ts'
import { ABC } from '../orders/orders.testing.ts'
import { changeOf, openHolder, splitOf, type ActionFloor } from './corporate.testing.ts'

/* Locked lots at a split and at a new ticker: their cause holds what the action leaves of them. */

const NEW: ListingId = 'XNYS:NEW'

let floor: ActionFloor
afterEach(() => floor.checkAndClose())

/** A holder of two lots of ABC, of which the older one is locked by a cause. */
async function withLocked(action: MarketAction, locked: bigint, other: bigint): Promise<CustomerId> {
  const opened = await openHolder([action], locked, other)
  floor = opened.floor
  const { customer } = opened
  await writeFor(floor.db, customer, async (tx) => {
    const [lot] = await listOpenLots(tx, customer)
    if (!lot) throw new Error('the holder has a lot')
    const cause = newId()
    const lines = [holdLine({ asset: ABC, units: lot.left })]
    await postNow(tx, { customer, cause: { kind: 'block', id: cause }, at: floor.clock.now(), lines })
    await saveChangedLots(tx, [{ before: lot, after: { ...lot, reserved: lot.left } }])
    await insertLotLock(tx, { customer, lot: lot.id, causeKind: 'block', cause, until: floor.clock.now() + 1 })
  })
  return customer
}

async function after(customer: CustomerId, listing: ListingId) {
  floor.pastClose()
  await floor.actions.round()
  return floor.db.read(async (tx) => ({
    lots: (await listOpenLots(tx, customer, listing)).map(({ left, reserved }) => [left, reserved]),
    balance: (await listBalances(tx, customer))
      .filter(({ asset, free, held }) => asset.includes(':') && free + held > 0n)
      .map(({ asset, free, held }) => [asset, free, held]),
  }))
}

// prettier-ignore
test.each<[line: string, action: MarketAction, locked: bigint, other: bigint, lots: [bigint, bigint][], free: bigint, held: bigint]>([
  ['a split into more shares',                        splitOf(3n, 1n), 100n, 10n, [[300n, 300n], [30n, 0n]], 30n, 300n],
  ['a reverse split, with nothing free to give',      splitOf(1n, 4n), 100n,  1n, [[25n, 25n]],               0n,  25n],
  ['a reverse split that leaves a fraction',          splitOf(1n, 3n), 100n, 10n, [[33n, 33n], [3n, 0n]],     3n,  33n],
])('%s keeps a locked lot locked, whole', async (_line, action, locked, other, lots, free, held) => {
  const customer = await withLocked(action, locked, other)
  expect(await after(customer, ABC)).toEqual({ lots, balance: [[ABC, free, held]] })
})

test('a new ticker takes a locked lot along, still locked', async () => {
  const customer = await withLocked(changeOf(NEW), 100n, 10n)
  expect(await after(customer, NEW)).toEqual({ lots: [[100n, 100n], [10n, 0n]], balance: [[NEW, 10n, 100n]] }) // prettier-ignore
})
