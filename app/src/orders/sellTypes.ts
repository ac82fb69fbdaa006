import type { SellType } from '@lonja/core/orders/lots.rules'
import type { TextKey } from '@lonja/kit/text'

/** The ways in which a lot is closed, in words. */
export const SELL_TYPE_TEXTS: Readonly<Record<SellType, TextKey<'portfolio'>>> = {
  customer: 'soldByCustomer',
  take_profit: 'soldByTakeProfit',
  stop_loss: 'soldByStopLoss',
  close_out: 'soldByHouse',
  strategy: 'soldByStrategy',
}
