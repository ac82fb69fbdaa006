import { never } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

/** The columns of close-outs and of the debts that they leave. */
export const MARGIN_COLUMNS: readonly SteeringColumn[] = [
  ...never('close_outs', 'server/src/margin/closeouts.store.ts', {
    rate_e6: 'the rate of the minute as the source gave it, which `verify` compares',
    rate_at: 'the instant of that rate',
    used_open: 'the margin of what earlier close-outs did not close, which `verify` works out anew',
  }),
  ...never('close_out_lots', 'server/src/margin/closeouts.store.ts', { close_out: 'the id of its close-out' }),
  ...never('close_out_quotes', 'server/src/margin/closeouts.store.ts', {
    quote_at: 'the instant of the quote event on which an account was judged, which `verify` compares',
    last_e4: 'the price of that event',
    close_out: 'the id of its close-out',
  }),
  ...never('settlements', 'server/src/margin/settlements.store.ts', {
    rate_e6: 'the rate at which cash was converted to pay a debt',
    markup: 'what the house added to that conversion, from the table in force',
    rate_at: 'the instant of that rate',
  }),
]
