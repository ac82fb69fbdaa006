import { afterEach, expect, test } from 'vitest'
import { cents, priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import { holdLine } from '@lonja/core/ledger/ledger.rules'
import type { MarketAction } from '@lonja/core/market/actions'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { placeForRun } from '../orders/orders.actions.ts'
import { ABC, ticket } from '../orders/orders.testing.ts'
import { findPurse, openPurse, type PurseKey } from '../orders/purses.store.ts'
import { changeOf, openHolder, splitOf, type ActionFloor } from './corporate.testing.ts'

/* The purse of a run at a split and at a new ticker: its orders end, and it has the shares of its lots. */

const NEW: ListingId = 'XNYS:NEW'

let floor: ActionFloor
afterEach(() => floor.checkAndClose())

/** A holder of 10 shares, with a run that has bought 100, of which a sell asks for 40, and with a buy that waits. */
async function withRun(action: MarketAction): Promise<PurseKey> {
  const opened = await openHolder([action], 10n)
  floor = opened.floor
  const purse: PurseKey = { customer: opened.customer, id: newId() }
  const budget = { asset: 'USD', units: 200_000n } as const
  await writeFor(floor.db, purse.customer, async (tx) => {
    const at = floor.clock.now()
    await postNow(tx, { customer: purse.customer, cause: { kind: 'run', id: purse.id }, at, lines: [holdLine(budget)] })
    await openPurse(tx, { ...purse, listing: ABC, cash: cents(budget.units), openedAt: at })
  })
  const order = async (side: 'buy' | 'sell', shares: bigint, limit: bigint | null): Promise<void> => {
    const form = ticket(ABC, { side, shares: wholeShares(shares), limit: limit === null ? null : priceE4(limit) })
    expect(isRefused(await placeForRun(floor, purse, form))).toBe(false)
  }
  await order('buy', 100n, null)
  await floor.quote(ABC, 998n, 1_000n)
  await order('sell', 40n, 200_000n)
  await order('buy', 10n, 50_000n)
  return purse
}

async function after(key: PurseKey, listing: ListingId) {
  floor.pastClose()
  await floor.actions.round()
  return floor.db.read(async (tx) => {
    const purse = await findPurse(tx, key)
    const shares = (await listBalances(tx, key.customer)).filter(
      ({ asset, free, held }) => asset.includes(':') && free + held > 0n,
    )
    return {
      lots: (await listOpenLots(tx, key.customer, listing)).map(({ left, reserved, run }) => [left, reserved, run]),
      shares: shares.map(({ asset, free, held }) => [asset, free, held]),
      purse: purse && [purse.listing, purse.shares, purse.cashHeld, purse.sharesHeld],
    }
  })
}

test('a split leaves a run its lots, whole, and none of its orders', async () => {
  const key = await withRun(splitOf(3n, 1n))
  expect(await after(key, ABC)).toEqual({
    lots: [
      [30n, 0n, null],
      [300n, 300n, key.id],
    ],
    shares: [[ABC, 30n, 300n]],
    purse: [ABC, 300n, 0n, 0n],
  })
})

test('a new ticker takes the purse of a run along', async () => {
  const key = await withRun(changeOf(NEW))
  expect(await after(key, NEW)).toEqual({
    lots: [
      [10n, 0n, null],
      [100n, 100n, key.id],
    ],
    shares: [[NEW, 10n, 100n]],
    purse: [NEW, 100n, 0n, 0n],
  })
})
