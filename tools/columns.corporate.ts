import { never } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

/** The columns of corporate actions. */
export const CORPORATE_COLUMNS: readonly SteeringColumn[] = [
  // Corporate actions: terms that the source announced, and the close that its market had.
  ...never('corporate_actions', 'server/src/corporate/corporate.store.ts', {
    amount_e4: 'the dividend as the source announced it, which `verify` compares',
    withholding_bps: 'the tax of the venue, from the table of the rules',
  }),
  ...never('corporate_begun', 'server/src/corporate/corporate.store.ts', {
    close_e4: 'the close before the ex-day as the source gave it, which `verify` compares',
  }),
  ...never('lot_changes', 'server/src/orders/lot-changes.store.ts', {
    price_before_e4: 'the price of a lot before a split, for display',
    price_after_e4: 'that price divided by the split, for display',
  }),
]
