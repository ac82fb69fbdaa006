import { priceE4, usd, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readOrder } from '@lonja/core/orders/story.contract'
import { DAY_BEGINS } from '@lonja/core/proof/leaf.testing'
import { newId } from '@lonja/kit/ids'
import { openOrder } from '../orders/orders.testing.ts'

/** A receipt with one fill, and the text of its leaf. */

export const [ORDER, FILL] = [newId<'order'>(), newId<'fill'>()]
export const AT = DAY_BEGINS + 52_328_412

export const TEXT = `["fill", "ana", "${ORDER}", ${AT - 120}, "${FILL}", 9, "XNYS:KLD", "buy", 10, 2314600, 231460, 232, 2, 10, 2314500, 2314600, 200, 300, 2314600, "practice", null, null, null, null, null, null, ${AT}]`

export const STORY: ReplyOf<typeof readOrder> = {
  order: openOrder({
    id: ORDER,
    listing: 'XNYS:KLD',
    name: 'Kelder Semiconductors',
    currency: 'USD',
    filled: 10n,
    kind: 'market',
    limit: null,
    timeInForce: 'day',
    state: 'filled',
    placedAt: AT - 900,
    marketAt: AT - 900,
    endedAt: AT,
    held: [],
    heldNow: [],
    fillPrice: priceE4(2_314_600n),
    filledAt: AT,
    fee: usd(232n),
    total: usd(231_692n),
  }),
  fills: [
    {
      id: FILL,
      shares: wholeShares(10n),
      price: priceE4(2_314_600n),
      at: AT,
      cost: usd(231_460n),
      fee: usd(232n),
      financed: null,
      feeTable: 2,
      feeBps: 10,
      quote: { at: AT - 120, bid: priceE4(2_314_500n), ask: priceE4(2_314_600n), bidSize: 200n, askSize: 300n, source: 'practice' }, // prettier-ignore
      conversion: null,
      posting: 9,
    },
  ],
  feeTable: 2,
  worst: priceE4(2_360_892n),
  former: [],
  opened: [],
  closed: [],
}
